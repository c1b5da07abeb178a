/* Statistics of measurements, for figures and benchmarks. The simulation does not use them. */
#pragma once

/* The number that this part doesn't exceed (0.5: upper median; 0: least); 0 of none. Sorts them. */
double stats_quantile(double *numbers, int count, double part);
