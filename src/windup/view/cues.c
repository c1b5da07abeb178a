#include "view/cues.h"

enum { TONES_MAX = 8 };

#define AGAIN(count, after_s, by, faded)                                                           \
    .repeats = count, .every_s = after_s, .rise = by, .fade = faded

/* The tones of each sound; a tone without a pitch ends the list. */
static const Tone RECIPES[SOUND_TUNE_FIRST][TONES_MAX] = {
    [SOUND_RATCHET_SLOW] = {{TONE_WOOD, 0, 640, 0.5, 0.016, .repeats = 3, .every_s = 0.25},
                            {TONE_WOOD, 0.125, 560, 0.42, 0.016, .repeats = 3, .every_s = 0.25},
                            {TONE_BRASS, 0, 1900, 0.16, 0.012, .repeats = 7, .every_s = 0.125},
                            {TONE_NOISE, 0, 2600, 0.2, 0.003, .repeats = 7, .every_s = 0.125}},
    [SOUND_RATCHET_MIDDLE] =
        {{TONE_WOOD, 0, 760, 0.45, 0.011, .repeats = 8, .every_s = 1.0 / 9},
         {TONE_WOOD, 1.0 / 18, 660, 0.36, 0.011, .repeats = 8, .every_s = 1.0 / 9},
         {TONE_BRASS, 0, 2100, 0.12, 0.008, .repeats = 17, .every_s = 1.0 / 18},
         {TONE_NOISE, 0, 2600, 0.16, 0.003, .repeats = 17, .every_s = 1.0 / 18}},
    [SOUND_RATCHET_FAST] = {{TONE_WOOD, 0, 860, 0.4, 0.007, .repeats = 19, .every_s = 0.05},
                            {TONE_WOOD, 0.025, 760, 0.33, 0.007, .repeats = 19, .every_s = 0.05},
                            {TONE_BRASS, 0, 2200, 0.08, 0.006, .repeats = 39, .every_s = 0.025},
                            {TONE_NOISE, 0, 2400, 0.12, 0.002, .repeats = 39, .every_s = 0.025}},
    [SOUND_AIR] = {{TONE_NOISE, 0, 260, 0.5, 0.4, .attack_s = 0.8},
                   {TONE_NOISE, 1, 340, 0.5, 0.4, .attack_s = 0.8},
                   {TONE_NOISE, 0.5, 600, 0.1, 0.3, .attack_s = 0.6}},
    [SOUND_BIRDS] = {{TONE_NOISE, 0, 500, 0.14, 1, 1, .repeats = 2, .every_s = 2},
                     {TONE_SINE, 0.4, 3100, 0.3, 0.05, 0.01, 4200, 3, 0.13, 1.02, 0.9},
                     {TONE_SINE, 2.1, 4400, 0.22, 0.04, 0.01, 3500, 5, 0.09, 0.98, 0.9},
                     {TONE_SINE, 3.4, 2700, 0.26, 0.09, 0.02, 3300, 1, .every_s = 0.3},
                     {TONE_SINE, 4.3, 3800, 0.2, 0.04, 0.01, 4700, 7, 0.075, 1, 0.92},
                     {TONE_NOISE, 1, 2600, 0.05, 1, 1, .repeats = 2, .every_s = 2}},
    [SOUND_BEES] = {{TONE_NOISE, 0, 900, 0.12, 1, 1, .repeats = 2, .every_s = 2},
                    {TONE_REED, 0.2, 210, 0.2, 0.4, 0.6, .repeats = 1, .every_s = 3.3},
                    {TONE_REED, 1.7, 236, 0.16, 0.3, 0.5, .repeats = 1, .every_s = 2.1},
                    {TONE_SINE, 0.9, 4000, 0.22, 0.05, 0.01, 5200, 2, .every_s = 0.16},
                    {TONE_SINE, 2.8, 5000, 0.2, 0.03, 0.01, 4000, 9, 0.06, 1, 0.93},
                    {TONE_SINE, 4.6, 3300, 0.24, 0.08, 0.02, 4100, 2, .every_s = 0.24}},
    [SOUND_STEAM] = {{TONE_NOISE, 0, 300, 0.3, 1, 1, .repeats = 2, .every_s = 2},
                     {TONE_NOISE, 0.6, 3200, 0.2, 0.3, 0.05, 1800, 1, .every_s = 2.7},
                     {TONE_NOISE, 4.4, 4200, 0.14, 0.2, 0.04, .glide_hz = 2400},
                     {TONE_BRASS, 0.9, 620, 0.18, 0.12, .repeats = 3, .every_s = 1.5},
                     {TONE_WOOD, 0.15, 140, 0.4, 0.06, .repeats = 7, .every_s = 0.75},
                     {TONE_TIN, 1.3, 880, 0.1, 0.1, .repeats = 1, .every_s = 2.9}},
    [SOUND_DRIPS] = {{TONE_NOISE, 0, 260, 0.26, 1, 1, .repeats = 2, .every_s = 2},
                     {TONE_SINE, 0.5, 1300, 0.3, 0.03, 0.003, 2200, 2, 1.9, .rise = 1.12},
                     {TONE_SINE, 0.64, 1300, 0.1, 0.03, 0.003, 2200, 2, 1.9, .rise = 1.12},
                     {TONE_SINE, 1.55, 1700, 0.24, 0.025, 0.003, 2800, 1, 2.6, .rise = 0.9},
                     {TONE_SINE, 1.71, 1700, 0.08, 0.025, 0.003, 2800, 1, 2.6, .rise = 0.9},
                     {TONE_BELL, 3.1, 180, 0.1, .decay_s = 0.7},
                     {TONE_NOISE, 1, 1800, 0.05, 1, 1, .repeats = 2, .every_s = 2}},
    [SOUND_ECHOES] = {{TONE_NOISE, 0, 220, 0.2, 1, 1, .repeats = 2, .every_s = 2},
                      {TONE_WOOD, 0, 520, 0.4, 0.05, .repeats = 2, .every_s = 2},
                      {TONE_WOOD, 0.3, 520, 0.14, 0.07, .repeats = 2, .every_s = 2},
                      {TONE_WOOD, 1, 440, 0.4, 0.05, .repeats = 2, .every_s = 2},
                      {TONE_WOOD, 1.3, 440, 0.14, 0.07, .repeats = 2, .every_s = 2},
                      {TONE_BRASS, 0, 1900, 0.1, 0.04, .repeats = 5, .every_s = 1},
                      {TONE_NOISE, 0.5, 2400, 0.05, 1, 1, .repeats = 2, .every_s = 2}},
    [SOUND_WAVES] = {{TONE_NOISE, 0, 400, 0.34, 0.9, 1.2, 900, 1, .every_s = 3},
                     {TONE_NOISE, 1.2, 1600, 0.16, 0.6, 0.9, 2600, 1, .every_s = 3},
                     {TONE_NOISE, 0, 300, 0.14, 1, 1, .repeats = 2, .every_s = 2},
                     {TONE_SINE, 0.8, 1150, 0.1, 0.14, 0.04, 1500, 2, 0.42, 0.96, 0.85},
                     {TONE_SINE, 0.8, 2300, 0.12, 0.14, 0.04, 3000, 2, 0.42, 0.96, 0.85},
                     {TONE_SINE, 4.2, 2600, 0.1, 0.1, 0.03, 2000, 1, .every_s = 0.3}},
    [SOUND_CRICKETS] = {{TONE_NOISE, 0, 350, 0.16, 1, 1, .repeats = 2, .every_s = 2},
                        {TONE_SINE, 0, 4300, 0.2, 0.012, 0.006, 4320, 59, .every_s = 0.1},
                        {TONE_SINE, 0.03, 4300, 0.16, 0.012, 0.006, 4320, 59, .every_s = 0.1},
                        {TONE_SINE, 0.5, 3700, 0.12, 0.02, 0.01, 3720, 13, .every_s = 0.06},
                        {TONE_SINE, 3.2, 3700, 0.12, 0.02, 0.01, 3720, 17, .every_s = 0.06},
                        {TONE_SINE, 2.2, 420, 0.14, 0.16, 0.08, 390, 1, .every_s = 0.5}},
    [SOUND_WIND] = {{TONE_NOISE, 0, 330, 0.4, 0.9, 1.2, 520, 1, .every_s = 3},
                    {TONE_NOISE, 1.5, 700, 0.24, 0.8, 1, 430, 1, .every_s = 3},
                    {TONE_NOISE, 0.7, 2200, 0.08, 0.8, 1, 1500, 1, .every_s = 3},
                    {TONE_NOISE, 2.4, 3000, 0.05, 0.9, 1, 2100, 1, .every_s = 3}},
    [SOUND_FIRE] = {{TONE_NOISE, 0, 180, 0.4, 1, 1, .repeats = 2, .every_s = 2},
                    {TONE_NOISE, 0.11, 2600, 0.3, 0.008, .repeats = 8, .every_s = 0.61},
                    {TONE_NOISE, 0.37, 3600, 0.24, 0.006, .repeats = 6, .every_s = 0.83},
                    {TONE_NOISE, 0.7, 1500, 0.3, 0.01, .repeats = 4, .every_s = 1.19},
                    {TONE_NOISE, 0, 900, 0.14, 0.7, 0.8, 500, 2, .every_s = 2},
                    {TONE_BRASS, 2.6, 392, 0.16, 0.2, .repeats = 1, .every_s = 1.4}},
    [SOUND_RAIN] = {{TONE_NOISE, 0, 3400, 0.2, 1, 1, .repeats = 2, .every_s = 2},
                    {TONE_NOISE, 1, 3000, 0.2, 1, 1, .repeats = 2, .every_s = 2},
                    {TONE_NOISE, 0, 600, 0.2, 1, 1.2, 900, 1, .every_s = 3},
                    {TONE_NOISE, 1.7, 1200, 0.14, 0.9, 1, 700, 1, .every_s = 3},
                    {TONE_SINE, 0.23, 1500, 0.1, 0.012, 0.002, 2400, 9, .every_s = 0.57}},
    [SOUND_HEIGHT] = {{TONE_NOISE, 0, 480, 0.3, 0.9, 1.2, 760, 1, .every_s = 3},
                      {TONE_NOISE, 1.5, 1300, 0.16, 0.8, 1, 900, 1, .every_s = 3},
                      {TONE_NOISE, 0.5, 3200, 0.06, 0.8, 1, 2400, 1, .every_s = 3},
                      {TONE_BELL, 1.2, 523.25, 0.14, .decay_s = 0.8},
                      {TONE_BELL, 2.4, 659.26, 0.12, .decay_s = 0.8},
                      {TONE_BELL, 3.6, 392, 0.12, .decay_s = 0.9}},
    [SOUND_SAW] = {{TONE_NOISE, 0, 1500, 0.3, 0.03, 0.012, .repeats = 19, .every_s = 0.05},
                   {TONE_BRASS, 0, 420, 0.12, 0.05, 0.01, .repeats = 19, .every_s = 0.05}},
    [SOUND_BELT] = {{TONE_WOOD, 0, 210, 0.4, 0.03, 0.004, .repeats = 7, .every_s = 0.125},
                    {TONE_NOISE, 0, 420, 0.2, 0.06, 0.03, .repeats = 7, .every_s = 0.125}},
    [SOUND_MACHINE] = {{TONE_WOOD, 0, 300, 0.3, 0.02, 0.003, .repeats = 9, .every_s = 0.1},
                       {TONE_BRASS, 0.05, 900, 0.1, 0.02, 0.002, .repeats = 9, .every_s = 0.1},
                       {TONE_NOISE, 0, 500, 0.1, 0.05, 0.03, .repeats = 9, .every_s = 0.1}},
    [SOUND_TREAD] = {{TONE_SINE, 0, 120, 0.9, 0.055, .glide_hz = 62},
                     {TONE_NOISE, 0, 320, 0.35, .decay_s = 0.035},
                     {TONE_NOISE, 0, 1400, 0.08, .decay_s = 0.012}},
    [SOUND_TREAD_WOOD] = {{TONE_WOOD, 0, 190, 0.8, .decay_s = 0.05},
                          {TONE_WOOD, 0.004, 311, 0.3, .decay_s = 0.035},
                          {TONE_NOISE, 0, 600, 0.16, .decay_s = 0.018}},
    [SOUND_TREAD_METAL] = {{TONE_SINE, 0, 130, 0.5, 0.045, .glide_hz = 80},
                           {TONE_BRASS, 0, 392, 0.35, .decay_s = 0.09},
                           {TONE_TIN, 0.002, 700, 0.14, .decay_s = 0.05},
                           {TONE_NOISE, 0, 1200, 0.1, .decay_s = 0.012}},
    [SOUND_BODY] = {{TONE_TIN, 0, 330, 0.45, .decay_s = 0.09},
                    {TONE_TIN, 0.006, 523, 0.2, .decay_s = 0.06},
                    {TONE_SINE, 0, 110, 0.5, 0.06, .glide_hz = 70},
                    {TONE_NOISE, 0, 900, 0.16, .decay_s = 0.03}},
    [SOUND_BODY_WOOD] = {{TONE_WOOD, 0, 240, 0.7, .decay_s = 0.05},
                         {TONE_TIN, 0.003, 420, 0.2, .decay_s = 0.07},
                         {TONE_NOISE, 0, 800, 0.14, .decay_s = 0.02}},
    [SOUND_BODY_METAL] = {{TONE_BRASS, 0, 466, 0.4, .decay_s = 0.16},
                          {TONE_TIN, 0.004, 620, 0.25, .decay_s = 0.12},
                          {TONE_BRASS, 0.011, 830, 0.14, .decay_s = 0.1},
                          {TONE_NOISE, 0, 1600, 0.14, .decay_s = 0.02}},
    [SOUND_KNOCK] = {{TONE_WOOD, 0, 270, 0.7, .decay_s = 0.035},
                     {TONE_WOOD, 0.003, 405, 0.3, .decay_s = 0.025},
                     {TONE_NOISE, 0, 900, 0.1, .decay_s = 0.008}},
    [SOUND_CLATTER] = {{TONE_BRASS, 0, 587, 0.4, .decay_s = 0.1},
                       {TONE_BRASS, 0.021, 740, 0.2, .decay_s = 0.08},
                       {TONE_TIN, 0.04, 660, 0.1, .decay_s = 0.05},
                       {TONE_NOISE, 0, 1800, 0.1, .decay_s = 0.008}},
    [SOUND_CRUNCH] = {{TONE_WOOD, 0, 170, 0.7, .decay_s = 0.06},
                      {TONE_NOISE, 0, 700, 0.5, .decay_s = 0.07},
                      {TONE_NOISE, 0.02, 1500, 0.3, 0.016, AGAIN(6, 0.034, 0.93, 0.84)},
                      {TONE_WOOD, 0.03, 420, 0.35, 0.03, AGAIN(5, 0.057, 1.13, 0.78)},
                      {TONE_WOOD, 0.12, 330, 0.2, 0.03, AGAIN(3, 0.09, 0.9, 0.7)}},
    [SOUND_CRACK] = {{TONE_NOISE, 0, 1300, 0.6, .decay_s = 0.012},
                     {TONE_WOOD, 0.002, 380, 0.6, .decay_s = 0.04},
                     {TONE_NOISE, 0.03, 900, 0.25, 0.02, AGAIN(3, 0.028, 1.15, 0.7)},
                     {TONE_WOOD, 0.05, 510, 0.2, 0.03, AGAIN(2, 0.05, 0.85, 0.7)}},
    [SOUND_SPLASHED] = {{TONE_NOISE, 0, 500, 0.5, 0.16, 0.01, .glide_hz = 1100},
                        {TONE_NOISE, 0.05, 1600, 0.2, 0.2, .attack_s = 0.05},
                        {TONE_SINE, 0.1, 420, 0.14, 0.03, 0.01, .glide_hz = 900,
                         AGAIN(5, 0.07, 1.12, 0.75)}},
    [SOUND_HOPPED] = {{TONE_SINE, 0, 190, 0.6, 0.07, 0.004, .glide_hz = 420},
                      {TONE_BRASS, 0, 330, 0.2, .decay_s = 0.08},
                      {TONE_WOOD, 0, 500, 0.2, .decay_s = 0.015}},
    [SOUND_LANDED] = {{TONE_CELESTA, 0, 783.99, 0.4, .decay_s = 0.16},
                      {TONE_CELESTA, 0.07, 1174.66, 0.35, .decay_s = 0.18},
                      {TONE_WOOD, 0, 700, 0.15, 0.014, .repeats = 3, .every_s = 0.035}},
    [SOUND_TRICK] = {{TONE_CELESTA, 0, 659.26, 0.4, 0.2, AGAIN(2, 0.07, 1.2599, 1)},
                     {TONE_CELESTA, 0.21, 1318.5, 0.4, .decay_s = 0.3},
                     {TONE_WOOD, 0, 700, 0.15, 0.014, AGAIN(5, 0.04, 1.06, 1)}},
    [SOUND_THROWN] = {{TONE_SINE, 0, 130, 0.7, 0.16, 0.003, .glide_hz = 330},
                      {TONE_BRASS, 0, 262, 0.3, .decay_s = 0.2},
                      {TONE_BRASS, 0.07, 349, 0.16, 0.14, AGAIN(3, 0.075, 1.122, 0.7)},
                      {TONE_NOISE, 0, 700, 0.2, .decay_s = 0.03}},
    [SOUND_LEVER] = {{TONE_WOOD, 0, 330, 0.5, .decay_s = 0.03},
                     {TONE_BRASS, 0.07, 440, 0.35, .decay_s = 0.09},
                     {TONE_WOOD, 0.07, 220, 0.5, .decay_s = 0.04},
                     {TONE_NOISE, 0, 1200, 0.1, .decay_s = 0.006}},
    [SOUND_WINDING] = {{TONE_WOOD, 0, 520, 0.45, 0.016, AGAIN(9, 0.06, 1.06, 1)},
                       {TONE_BRASS, 0, 1046.5, 0.12, 0.03, AGAIN(9, 0.06, 1.06, 1)},
                       {TONE_NOISE, 0, 2400, 0.08, 0.004, .repeats = 9, .every_s = 0.06},
                       {TONE_CELESTA, 0.6, 1046.5, 0.35, .decay_s = 0.2},
                       {TONE_CELESTA, 0.6, 1318.5, 0.25, .decay_s = 0.2}},
    [SOUND_TING] = {{TONE_BELL, 0, 1046.5, 0.45, .decay_s = 0.2},
                    {TONE_CELESTA, 0.06, 1568, 0.3, .decay_s = 0.2},
                    {TONE_NOISE, 0, 2600, 0.05, .decay_s = 0.004}},
    [SOUND_CHIME] = {{TONE_BELL, 0, 523.25, 0.5, .decay_s = 0.45},
                     {TONE_CELESTA, 0, 1046.5, 0.2, .decay_s = 0.3},
                     {TONE_BELL, 0.16, 783.99, 0.45, .decay_s = 0.5},
                     {TONE_CELESTA, 0.16, 1568, 0.16, .decay_s = 0.3},
                     {TONE_WOOD, 0, 420, 0.2, .decay_s = 0.02}},
    [SOUND_GONG] = {{TONE_BELL, 0, 261.63, 0.7, .decay_s = 1.1},
                    {TONE_BELL, 0.25, 392, 0.35, .decay_s = 0.9},
                    {TONE_BELL, 0.5, 523.25, 0.4, .decay_s = 0.9},
                    {TONE_CELESTA, 0.5, 1046.5, 0.22, 0.35, AGAIN(3, 0.12, 1.2599, 1)},
                    {TONE_BELL, 1, 659.26, 0.3, .decay_s = 0.9},
                    {TONE_NOISE, 0, 1800, 0.08, .decay_s = 0.01}},
    [SOUND_BRONZE] = {{TONE_BRASS, 0, 659.26, 0.25, .decay_s = 0.25},
                      {TONE_CELESTA, 0.12, 783.99, 0.3, .decay_s = 0.25}},
    [SOUND_SILVER] = {{TONE_BRASS, 0, 659.26, 0.3, .decay_s = 0.25},
                      {TONE_REED, 0.1, 523.25, 0.2, 0.2, 0.02, AGAIN(1, 0.22, 1.4983, 1)}},
    [SOUND_GOLD] = {{TONE_BRASS, 0, 659.26, 0.3, .decay_s = 0.25},
                    {TONE_REED, 0.1, 523.25, 0.22, 0.12, 0.02, .repeats = 2, .every_s = 0.14},
                    {TONE_REED, 0.52, 783.99, 0.26, 0.5, .attack_s = 0.02}},
    [SOUND_CLOCKMAKER] = {{TONE_BELL, 0, 261.63, 0.5, .decay_s = 0.9},
                          {TONE_REED, 0.1, 523.25, 0.2, 0.12, 0.02, .repeats = 2, .every_s = 0.14},
                          {TONE_BELL, 1, 523.25, 0.4, .decay_s = 0.9},
                          {TONE_CELESTA, 1, 1046.5, 0.24, 0.35, AGAIN(6, 0.1, 1.1225, 1)}},
    [SOUND_HOORAY] = {{TONE_SINE, 0, 330, 0.5, 0.12, 0.008, .glide_hz = 360}, /* harmonics */
                      {TONE_SINE, 0.2, 420, 0.5, 0.22, 0.03, .glide_hz = 560},
                      {TONE_SINE, 0.2, 840, 0.5, 0.2, 0.03, .glide_hz = 1120},
                      {TONE_SINE, 0.2, 2520, 0.2, 0.15, 0.03, .glide_hz = 3360}},
    [SOUND_OUCH] = {{TONE_SINE, 0, 520, 0.4, 0.1, 0.005, .glide_hz = 380},
                    {TONE_SINE, 0, 1040, 0.7, 0.07, 0.005, .glide_hz = 760},
                    {TONE_SINE, 0, 1560, 0.4, 0.05, 0.005, .glide_hz = 1140}},
    [SOUND_OH_NO] = {{TONE_SINE, 0, 460, 0.5, 0.1, 0.008, .glide_hz = 480},
                     {TONE_SINE, 0, 920, 0.6, 0.1, 0.008, .glide_hz = 960},
                     {TONE_SINE, 0.36, 380, 0.6, 0.16, 0.02, .glide_hz = 230},
                     {TONE_SINE, 0.36, 760, 0.5, 0.12, 0.02, .glide_hz = 460}},
    [SOUND_FELL] = {{TONE_SINE, 0, 620, 0.4, 0.4, 0.015, .glide_hz = 150},
                    {TONE_SINE, 0, 930, 0.1, 0.3, 0.03, .glide_hz = 225},
                    {TONE_WOOD, 0, 700, 0.3, 0.02, AGAIN(11, 0.085, 0.92, 0.9)}},
    [SOUND_CRUSHED] = {{TONE_TIN, 0, 240, 0.5, .decay_s = 0.12},
                       {TONE_TIN, 0.03, 311, 0.35, 0.14, AGAIN(4, 0.07, 0.9, 0.8)},
                       {TONE_NOISE, 0, 800, 0.35, 0.06, AGAIN(3, 0.08, 1, 0.7)},
                       {TONE_BRASS, 0.1, 880, 0.12, 0.2, AGAIN(4, 0.09, 0.84, 1)}},
    [SOUND_SAWN] = {{TONE_NOISE, 0, 2400, 0.5, 0.05, 0.01, AGAIN(7, 0.045, 0.93, 0.92)},
                    {TONE_TIN, 0, 620, 0.4, 0.06, AGAIN(7, 0.045, 0.94, 1)},
                    {TONE_BRASS, 0.36, 392, 0.4, .decay_s = 0.2},
                    {TONE_TIN, 0.4, 262, 0.35, 0.12, AGAIN(3, 0.11, 1.1, 0.7)}},
    [SOUND_RUN_DOWN] = {{TONE_WOOD, 0, 620, 0.5, 0.02, AGAIN(3, 0.12, 0.9, 1)},
                        {TONE_WOOD, 0.52, 430, 0.5, 0.025, AGAIN(2, 0.22, 0.84, 1)},
                        {TONE_SINE, 0, 392, 0.3, 0.35, 0.04, .glide_hz = 110},
                        {TONE_NOISE, 0.9, 900, 0.25, 0.12, 0.03, .glide_hz = 300}},
    [SOUND_SPRUNG] = {{TONE_SINE, 0, 180, 0.7, 0.22, 0.004, .glide_hz = 520},
                      {TONE_BRASS, 0.02, 220, 0.35, 0.16, AGAIN(6, 0.075, 1.12, 0.8)},
                      {TONE_CELESTA, 0.3, 1318.5, 0.12, 0.1, AGAIN(4, 0.11, 0.89, 0.8)}},
    [SOUND_BACK] = {{TONE_WOOD, 0, 400, 0.2, .decay_s = 0.03},
                    {TONE_NOISE, 0, 500, 0.2, 0.06, 0.2, .glide_hz = 1500},
                    {TONE_CELESTA, 0.2, 523.25, 0.35, .decay_s = 0.2},
                    {TONE_CELESTA, 0.28, 783.99, 0.35, .decay_s = 0.25},
                    {TONE_WOOD, 0.2, 300, 0.4, .decay_s = 0.03}},
    [SOUND_SWISH] = {{TONE_NOISE, 0, 350, 0.5, 0.09, 0.13, .glide_hz = 750},
                     {TONE_NOISE, 0.04, 900, 0.12, 0.06, 0.1, .glide_hz = 500}},
    [SOUND_SWING] = {{TONE_NOISE, 0, 180, 0.6, 0.16, 0.2, .glide_hz = 300},
                     {TONE_WOOD, 0.2, 130, 0.3, .decay_s = 0.05},
                     {TONE_BRASS, 0.2, 523, 0.05, .decay_s = 0.08}},
    [SOUND_THUNDER] = {{TONE_NOISE, 0, 1500, 0.4, 0.08, .glide_hz = 500},
                       {TONE_NOISE, 0.04, 130, 0.9, 0.6, 0.05, .glide_hz = 70},
                       {TONE_NOISE, 0.5, 240, 0.5, 0.5, 0.2, 110, 2, 0.7, 0.8, 0.6}},
    [SOUND_VICTORY] = {{TONE_REED, 0, 523.25, 0.3, 0.16, 0.02, .repeats = 2, .every_s = 0.16},
                       {TONE_REED, 0.48, 783.99, 0.34, 0.5, .attack_s = 0.02},
                       {TONE_BRASS, 0, 1046.5, 0.2, 0.2, .repeats = 2, .every_s = 0.16},
                       {TONE_BELL, 0.48, 523.25, 0.3, .decay_s = 0.9},
                       {TONE_CELESTA, 0.48, 1568, 0.3, 0.3, AGAIN(5, 0.12, 1.1225, 1)},
                       {TONE_REED, 1.2, 1046.5, 0.3, 0.9, .attack_s = 0.03},
                       {TONE_BELL, 1.2, 1318.5, 0.3, .decay_s = 1},
                       {TONE_NOISE, 1.2, 5200, 0.3, 0.5, .attack_s = 0.01}},
    [SOUND_TOCK] = {{TONE_WOOD, 0, 480, 0.5, .decay_s = 0.016},
                    {TONE_BRASS, 0, 1320, 0.1, .decay_s = 0.014}},
    [SOUND_MENU_MOVE] = {{TONE_WOOD, 0, 880, 0.5, .decay_s = 0.014},
                         {TONE_BRASS, 0, 1760, 0.08, .decay_s = 0.012}},
    [SOUND_MENU_CONFIRM] = {{TONE_WOOD, 0, 520, 0.35, .decay_s = 0.02},
                            {TONE_CELESTA, 0.02, 880, 0.35, .decay_s = 0.12},
                            {TONE_CELESTA, 0.08, 1318.5, 0.3, .decay_s = 0.14}},
    [SOUND_MENU_BACK] = {{TONE_WOOD, 0, 440, 0.35, .decay_s = 0.02},
                         {TONE_CELESTA, 0.02, 880, 0.3, .decay_s = 0.1},
                         {TONE_CELESTA, 0.08, 659.26, 0.3, .decay_s = 0.12}},
};

_Static_assert(SOUND_BIRDS + AMBIENCE_COUNT == SOUND_SAW, "a loop for each Ambience");

static void make_sound(int sound, double peak, float *samples, int frames)
{
    Tape tape = {samples, frames, CW_SOUND_RATE, sound <= SOUND_MACHINE};
    int count = 0;
    while (count < TONES_MAX && RECIPES[sound][count].hz > 0) {
        count++;
    }
    tape_add(&tape, RECIPES[sound], count);
    tape_finish(&tape, peak);
}

/* The engine does not tell generators their sound, so each has its own. */
#define SOUND_MAKER(sound, name, caption, seconds, peak, group)                                    \
    static void make_##sound(float *samples, int frames, int channels)                             \
    {                                                                                              \
        (void)channels;                                                                            \
        make_sound(sound, peak, samples, frames);                                                  \
    }
SOUND_LIST(SOUND_MAKER)

#define TUNE_MAKER(tune, name, beats, bpm)                                                         \
    static void make_##tune(float *samples, int frames, int channels)                              \
    {                                                                                              \
        (void)channels;                                                                            \
        music_make(tune, samples, frames);                                                         \
    }
#define SPEED_MAKER(tune, ...) TUNE_MAKER(tune##_SPEED, __VA_ARGS__)
#define DANGER_MAKER(tune, ...) TUNE_MAKER(tune##_DANGER, __VA_ARGS__)
TUNE_LIST(TUNE_MAKER)
TUNE_LIST(SPEED_MAKER)
TUNE_LIST(DANGER_MAKER)

#define SOUND_ROW(sound, called, words, length_s, peak, of)                                        \
    [sound] = {                                                                                    \
        .name = called, .make = make_##sound, .seconds = length_s, .group = of, .caption = words},
#define TUNE_ROW(tune, called, beats, bpm)                                                         \
    [tune] = {.name = called,                                                                      \
              .make = make_##tune,                                                                 \
              .seconds = (beats)*60.0 / (bpm),                                                     \
              .channels = 2,                                                                       \
              .rate_hz = MUSIC_RATE_HZ,                                                            \
              .group = CW_SOUND_MUSIC},
#define SPEED_ROW(tune, called, ...) TUNE_ROW(tune##_SPEED, called "-speed", __VA_ARGS__)
#define DANGER_ROW(tune, called, ...) TUNE_ROW(tune##_DANGER, called "-danger", __VA_ARGS__)
const CwSoundDef windup_sounds[WINDUP_SOUND_COUNT] = {
    SOUND_LIST(SOUND_ROW) TUNE_LIST(TUNE_ROW) TUNE_LIST(SPEED_ROW) TUNE_LIST(DANGER_ROW)};
