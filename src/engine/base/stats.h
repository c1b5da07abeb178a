/* Statistics of measurements, for figures and benchmarks. The simulation does not use them. */
#pragma once

/* The number, nearest in place, that this part of the others doesn't exceed (0.5: the upper median,
 * 0: the least); 0 of none. Sorts them upwards. */
double stats_quantile(double *numbers, int count, double part);
