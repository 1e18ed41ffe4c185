#pragma once

/* What the parts of the test of the interface share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "saccade.h"

extern int failures;

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      fprintf(stderr, "%s:%d: %s does not hold (%s)\n", __FILE__, __LINE__, #condition, \
              saccade_error());                                                         \
      ++failures;                                                                       \
    }                                                                                   \
  } while (0)

/* A wrong call: its code, and a message that names what was wrong. */
#define REFUSED(call, word)                                                           \
  do {                                                                                \
    const int code = (call);                                                          \
    if (code != SACCADE_WRONG_INPUT || strstr(saccade_error(), word) == NULL) {       \
      fprintf(stderr, "%s:%d: %s gave %d, \"%s\"\n", __FILE__, __LINE__, #call, code, \
              saccade_error());                                                       \
      ++failures;                                                                     \
    }                                                                                 \
  } while (0)

extern const char* model_folder; /* of an IRL model */
extern const char* samples_folder;
/* A file of the folder for files. */
char* In(const char* name);

/* Four fixations: 10 px right, 10 px down, 10 px right. Rows of x, y, ms. */
static const double kStairs[4][3] = {{0, 0, 100}, {10, 0, 200}, {10, 10, 300}, {20, 10, 400}};
/* The first saccade twice as long. */
static const double kWide[4][3] = {{0, 0, 100}, {20, 0, 200}, {20, 10, 300}, {30, 10, 200}};

saccade_path PathOf(const double (*rows)[3], size_t count);
saccade_trial TrialOf(const char* name, const char* subject, const double (*rows)[3], size_t count);
int Read(const char* file, const char* options, saccade_trials** out);

/* interface_trials_test.c */
void TrialsComeBackAsTheyWent(void);
void ForeignFilesAreReadAndWritten(void);
void EveryArgumentOfTrialsIsCheckedOnce(void);
/* interface_models_test.c */
void AModelSearchesAndShowsWhatItThinks(void);
void PhotosAndStoresAreSearchedAlike(void);
void EveryArgumentOfModelsIsCheckedOnce(void);
void EightThreadsGetWhatOneGets(void);
