/* The interface as a C program uses it: interface_test FOLDER MODEL
 * FOLDER is for files; MODEL is the folder of an IRL model, or "-": without one. Ends with 0 when
 * everything holds. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "saccade.h"

static int failures = 0;

#define CHECK(condition)                                                                          \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      fprintf(stderr, "line %d: %s does not hold (%s)\n", __LINE__, #condition, saccade_error()); \
      ++failures;                                                                                 \
    }                                                                                             \
  } while (0)

/* A wrong call: its code, and a message that names what was wrong. */
#define REFUSED(call, word)                                                                     \
  do {                                                                                          \
    const int code = (call);                                                                    \
    if (code != SACCADE_WRONG_INPUT || strstr(saccade_error(), word) == NULL) {                 \
      fprintf(stderr, "line %d: %s gave %d, \"%s\"\n", __LINE__, #call, code, saccade_error()); \
      ++failures;                                                                               \
    }                                                                                           \
  } while (0)

static const char* folder;
static const char* model_folder;

static char* In(const char* name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

/* Four fixations: 10 px right, 10 px down, 10 px right. Rows of x, y, ms. */
static const double kStairs[4][3] = {{0, 0, 100}, {10, 0, 200}, {10, 10, 300}, {20, 10, 400}};
/* The first saccade twice as long. */
static const double kWide[4][3] = {{0, 0, 100}, {20, 0, 200}, {20, 10, 300}, {30, 10, 200}};

static saccade_path PathOf(const double (*rows)[3], size_t count) {
  saccade_path path = {&rows[0][0], &rows[0][1], &rows[0][2], count, sizeof rows[0]};
  return path;
}

static saccade_trial TrialOf(const char* name, int subject, const double (*rows)[3], size_t count) {
  saccade_trial trial = {name, "cup", subject,         1,       1,
                         -1,   1,     {15, 5, 10, 10}, "valid", PathOf(rows, count)};
  return trial;
}

static void MultiMatchIsThatOfTheDefinition(void) {
  double scores[5];
  const saccade_path stairs = PathOf(kStairs, 4), wide = PathOf(kWide, 4);
  CHECK(saccade_multimatch(&stairs, &stairs, 300, 400, NULL, scores) == SACCADE_OK);
  for (int i = 0; i < 5; ++i) CHECK(scores[i] == 1);
  /* Aligned one by one; differences 10, 0, 0 px of vectors and lengths, 0, 10, 10 px of places on a
   * diagonal of 500 px, durations equal: medians 0, 0, 0, 10, 0. */
  CHECK(saccade_multimatch(&wide, &stairs, 300, 400, "", scores) == SACCADE_OK);
  CHECK(scores[0] == 1 && scores[1] == 1 && scores[2] == 1 && scores[4] == 1);
  CHECK(fabs(scores[3] - (1 - 10.0 / 500)) < 1e-12);
  /* Two fixations: no score when short ones are skipped. */
  const saccade_path two = PathOf(kStairs, 2);
  CHECK(saccade_multimatch(&two, &stairs, 300, 400, "{\"short\": \"skip\"}", scores) == SACCADE_OK);
  CHECK(isnan(scores[0]) && isnan(scores[4]));
}

static int CancelAtOnce(const char* title, size_t done, size_t total, void* data) {
  (void)title, (void)done, (void)total;
  ++*(int*)data;
  return 1;
}

static void TheMatrixHoldsEveryPairAndCanBeCancelled(void) {
  const saccade_path paths[] = {PathOf(kStairs, 4), PathOf(kWide, 4), PathOf(kWide, 3)};
  double matrix[45], one[5];
  CHECK(saccade_multimatch_matrix(paths, 3, NULL, 0, 300, 400, NULL, NULL, NULL, matrix) == 0);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      CHECK(saccade_multimatch(&paths[i], &paths[j], 300, 400, NULL, one) == 0);
      CHECK(memcmp(one, matrix + 5 * (3 * i + j), sizeof one) == 0);
    }
  }
  saccade_path* many = malloc(3000 * sizeof *many);
  double* scores = malloc(3000u * 3000u * 5 * sizeof *scores);
  for (int i = 0; i < 3000; ++i) many[i] = paths[i % 3];
  int calls = 0;
  CHECK(saccade_multimatch_matrix(many, 3000, NULL, 0, 300, 400, NULL, CancelAtOnce, &calls,
                                  scores) == SACCADE_INTERRUPTED);
  CHECK(calls >= 1);
  free(scores);
  free(many);
}

static void TrialsComeBackAsTheyWent(void) {
  saccade_trials *made = NULL, *read = NULL, *display = NULL;
  saccade_trial back;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &made) == SACCADE_OK);
  saccade_trial trial = TrialOf("a.jpg", 3, kStairs, 4);
  CHECK(saccade_trials_add(made, &trial) == SACCADE_OK);
  CHECK(saccade_trials_write(made, In("trials.json")) == SACCADE_OK);
  CHECK(saccade_trials_read(In("trials.json"), SACCADE_FRAME_IMAGE, &read) == SACCADE_OK);
  CHECK(saccade_trials_count(read) == 1 && saccade_trials_frame(read) == SACCADE_FRAME_IMAGE);
  CHECK(saccade_trials_get(read, 0, &back) == SACCADE_OK);
  CHECK(strcmp(back.name, "a.jpg") == 0 && strcmp(back.task, "cup") == 0 && back.subject == 3);
  CHECK(strcmp(back.split, "valid") == 0 && back.box[0] == 15 && back.path.count == 4);
  const char* const x = (const char*)back.path.x;
  const char* const t = (const char*)back.path.t;
  for (size_t i = 0; i < back.path.count; ++i) {
    CHECK(*(const double*)(x + i * back.path.stride) == kStairs[i][0]);
    CHECK(*(const double*)(t + i * back.path.stride) == kStairs[i][2]);
  }
  CHECK(saccade_trials_convert(read, SACCADE_FRAME_DISPLAY, &display) == SACCADE_OK);
  CHECK(saccade_trials_get(display, 0, &back) == SACCADE_OK);
  CHECK(back.box[0] == 15.0 * 1680 / 512);
  saccade_trials_free(made);
  saccade_trials_free(read);
  saccade_trials_free(display);
}

/* Two people and a prediction, on one picture. */
static char* Evaluation(const char* options, int* code) {
  saccade_trials *humans = NULL, *predicted = NULL;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &humans) == SACCADE_OK);
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &predicted) == SACCADE_OK);
  const saccade_trial trials[] = {TrialOf("a.jpg", 1, kStairs, 4), TrialOf("a.jpg", 2, kWide, 4)};
  for (int i = 0; i < 2; ++i) CHECK(saccade_trials_add(humans, &trials[i]) == SACCADE_OK);
  CHECK(saccade_trials_add(predicted, &trials[0]) == SACCADE_OK);
  const char* const names[] = {"mine"};
  const saccade_trials* const rows[] = {predicted};
  char* json = NULL;
  *code = saccade_evaluate(humans, names, rows, 1, options, NULL, NULL, &json);
  saccade_trials_free(humans);
  saccade_trials_free(predicted);
  return json;
}

static int CodeOf(const char* options) {
  int code = 0;
  saccade_text_free(Evaluation(options, &code));
  return code;
}

static void AnEvaluationIsTheTableAsJson(void) {
  int code = 0;
  char* json = Evaluation("{\"model\": [\"human\"], \"bootstrap\": 0}", &code);
  CHECK(code == SACCADE_OK && json != NULL);
  CHECK(json != NULL && strstr(json, "\"protocol\":\"paper\"") != NULL);
  CHECK(json != NULL && strstr(json, "\"name\":\"mine\"") != NULL);
  saccade_text_free(json);
  REFUSED(CodeOf("{\"protocoll\": \"paper\"}"), "protocol?");
  REFUSED(CodeOf("{\"protocol\": \"papr\"}"), "papr");
  REFUSED(CodeOf("{\"samples\": 1.5}"), "samples");
  REFUSED(CodeOf("[1]"), "object");
}

/* A cup in cells (20..22, 4..5), a wall elsewhere. */
static saccade_picture* APicture(void) {
  float* const maps = calloc(SACCADE_CHANNELS * SACCADE_CELLS, sizeof *maps);
  const int kCup = 41, kWall = 131;
  for (int cell = 0; cell < SACCADE_CELLS; ++cell) {
    const int column = cell % 32, row = cell / 32;
    const int cup = column >= 20 && column <= 22 && row >= 4 && row <= 5;
    maps[(cup ? kCup : kWall) * SACCADE_CELLS + cell] = cup ? 0.5f : 1.0f;
  }
  saccade_picture* picture = NULL;
  CHECK(saccade_picture_create("made.jpg", maps, maps, &picture) == SACCADE_OK);
  float* const back = malloc(SACCADE_CHANNELS * SACCADE_CELLS * sizeof *back);
  CHECK(saccade_picture_maps(picture, 0, back) == SACCADE_OK);
  CHECK(memcmp(back, maps, SACCADE_CHANNELS * SACCADE_CELLS * sizeof *back) == 0);
  free(back);
  free(maps);
  return picture;
}

static void AModelSearchesAndShowsWhatItThinks(void) {
  saccade_picture* picture = APicture();
  saccade_model *model = NULL, *blind = NULL;
  CHECK(saccade_model_open(model_folder, &model) == SACCADE_OK);
  const char* const targets[] = {"cup"};
  saccade_trials *first = NULL, *second = NULL;
  const char* const options = "{\"samples\": 3, \"seed\": 5}";
  CHECK(saccade_model_search(model, picture, targets, 1, options, &first) == SACCADE_OK);
  CHECK(saccade_model_search(model, picture, targets, 1, options, &second) == SACCADE_OK);
  CHECK(saccade_trials_count(first) == 3);
  for (size_t i = 0; i < saccade_trials_count(first); ++i) {
    saccade_trial a, b;
    CHECK(saccade_trials_get(first, i, &a) == 0 && saccade_trials_get(second, i, &b) == 0);
    CHECK(a.path.count == 7 && a.path.x[0] == 256 && a.path.y[0] == 160);
    CHECK(a.path.count == b.path.count &&
          memcmp(a.path.x, b.path.x, (a.path.count - 1) * a.path.stride + 16) == 0);
  }
  double map[SACCADE_CELLS], sum = 0, reward[SACCADE_CELLS];
  CHECK(saccade_model_map(model, picture, "cup", NULL, 0, map) == SACCADE_OK);
  for (int i = 0; i < SACCADE_CELLS; ++i) sum += map[i];
  CHECK(fabs(sum - 1) < 1e-5);
  CHECK(saccade_model_map(model, picture, "cup", NULL, 1, reward) == SACCADE_OK);
  CHECK(reward[4 * 32 + 21] > reward[15 * 32 + 3]);
  const char* const hidden[] = {"cup"};
  CHECK(saccade_model_without(model, hidden, 1, &blind) == SACCADE_OK);
  double without[SACCADE_CELLS];
  CHECK(saccade_model_map(blind, picture, "cup", NULL, 0, without) == SACCADE_OK);
  CHECK(without[4 * 32 + 21] < map[4 * 32 + 21]);
  float* const state = malloc(SACCADE_CHANNELS * SACCADE_CELLS * sizeof *state);
  CHECK(saccade_model_state(blind, picture, "cup", NULL, state) == SACCADE_OK);
  CHECK(state[41 * SACCADE_CELLS + 4 * 32 + 21] == 0 && state[131 * SACCADE_CELLS] == 1);
  free(state);
  saccade_trials_free(first);
  saccade_trials_free(second);
  saccade_model_free(model);
  saccade_model_free(blind);
  saccade_picture_free(picture);
}

static void DrawingStaysInsideTheBuffer(void) {
  enum { kWidth = 64, kHeight = 48, kStride = 3 * kWidth + 5 };
  uint8_t* const rgb = malloc(kStride * kHeight);
  memset(rgb, 200, kStride * kHeight);
  saccade_pixels pixels = {rgb, kWidth, kHeight, kStride};
  const saccade_path path = PathOf(kStairs, 4);
  const double box[4] = {15, 5, 10, 10};
  CHECK(saccade_draw(&pixels, &path, 1, box, NULL) == SACCADE_OK);
  int changed = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kStride; ++x) {
      if (x < 3 * kWidth)
        changed += rgb[y * kStride + x] != 200;
      else
        CHECK(rgb[y * kStride + x] == 200);
    }
  }
  CHECK(changed > 100);
  pixels.stride = 3;
  REFUSED(saccade_draw(&pixels, &path, 1, box, NULL), "stride");
  free(rgb);
}

static void EveryArgumentIsCheckedOnce(void) {
  saccade_trials* trials = NULL;
  saccade_trial trial = TrialOf("a.jpg", 1, kStairs, 4), back;
  const saccade_path path = PathOf(kStairs, 4);
  saccade_path bad = path;
  double scores[5], box[1280], nan_rows[1][3] = {{NAN, 0, 0}};
  int labels[8];
  size_t count;
  char* json;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &trials) == SACCADE_OK);

  REFUSED(saccade_set_threads(-1), "threads");
  REFUSED(saccade_trials_read(NULL, -1, &trials), "file");
  REFUSED(saccade_trials_read("absent.json", -1, NULL), "out");
  REFUSED(saccade_trials_read("absent.json", 7, &trials), "frame");
  REFUSED(saccade_trials_read("absent.json", SACCADE_FRAME_PICTURE, &trials), "frame");
  REFUSED(saccade_trials_read("absent.json", -1, &trials), "absent.json");
  REFUSED(saccade_trials_create(-1, &trials), "frame");
  REFUSED(saccade_trials_create(0, NULL), "out");
  REFUSED(saccade_trials_add(NULL, &trial), "trials");
  REFUSED(saccade_trials_add(trials, NULL), "trial");
  trial.name = NULL;
  REFUSED(saccade_trials_add(trials, &trial), "name");
  trial.name = "a.jpg", trial.task = "";
  REFUSED(saccade_trials_add(trials, &trial), "task");
  trial.task = "cup", trial.box[2] = -1;
  REFUSED(saccade_trials_add(trials, &trial), "box");
  trial.box[2] = 1, trial.path.count = 0;
  REFUSED(saccade_trials_add(trials, &trial), "no fixations");
  trial.path = path, trial.path.y = NULL;
  REFUSED(saccade_trials_add(trials, &trial), "x or y");
  trial.path = path, trial.path.stride = 4;
  REFUSED(saccade_trials_add(trials, &trial), "stride");
  trial.path = PathOf((const double(*)[3])nan_rows, 1);
  REFUSED(saccade_trials_add(trials, &trial), "finite");
  CHECK(saccade_trials_count(trials) == 0 && saccade_trials_count(NULL) == 0);
  CHECK(saccade_trials_frame(NULL) == SACCADE_FRAME_FOUND);
  REFUSED(saccade_trials_get(NULL, 0, &back), "trials");
  REFUSED(saccade_trials_get(trials, 0, &back), "index");
  REFUSED(saccade_trials_get(trials, 0, NULL), "out");
  REFUSED(saccade_trials_convert(NULL, 0, &trials), "trials");
  REFUSED(saccade_trials_convert(trials, 2, &trials), "frame");
  REFUSED(saccade_trials_convert(trials, 0, NULL), "out");
  REFUSED(saccade_trials_write(NULL, In("x.json")), "trials");
  REFUSED(saccade_trials_write(trials, NULL), "file");

  REFUSED(saccade_multimatch(NULL, &path, 300, 400, NULL, scores), "a");
  REFUSED(saccade_multimatch(&path, NULL, 300, 400, NULL, scores), "b");
  REFUSED(saccade_multimatch(&path, &path, 0, 400, NULL, scores), "width");
  REFUSED(saccade_multimatch(&path, &path, 300, NAN, NULL, scores), "height");
  REFUSED(saccade_multimatch(&path, &path, 300, 400, "{", scores), "options");
  REFUSED(saccade_multimatch(&path, &path, 300, 400, "{\"short\": \"x\"}", scores), "short");
  REFUSED(saccade_multimatch(&path, &path, 300, 400, "{\"simplify\": [1]}", scores), "simplify");
  REFUSED(saccade_multimatch(&path, &path, 300, 400, NULL, NULL), "scores");
  bad.x = NULL;
  REFUSED(saccade_multimatch(&bad, &path, 300, 400, NULL, scores), "x or y");
  REFUSED(saccade_multimatch_matrix(NULL, 1, NULL, 0, 3, 4, NULL, NULL, NULL, scores), "a");

  REFUSED(saccade_clusters(NULL, 1, 20, labels, box, &count), "paths");
  REFUSED(saccade_clusters(&path, 0, 20, labels, box, &count), "no fixation");
  REFUSED(saccade_clusters(&path, 1, -1, labels, box, &count), "bandwidth");
  REFUSED(saccade_clusters(&path, 1, 20, NULL, box, &count), "labels");
  REFUSED(saccade_clusters(&path, 1, 20, labels, NULL, &count), "centers");
  REFUSED(saccade_clusters(&path, 1, 20, labels, box, NULL), "center_count");

  REFUSED(saccade_evaluate(NULL, NULL, NULL, 0, NULL, NULL, NULL, &json), "humans");
  REFUSED(saccade_evaluate(trials, NULL, NULL, 1, NULL, NULL, NULL, &json), "names");
  REFUSED(saccade_evaluate(trials, NULL, NULL, 0, NULL, NULL, NULL, NULL), "json");

  saccade_trials_free(NULL);
  saccade_text_free(NULL);
  saccade_trials_free(trials);
}

static void EveryArgumentOfModelsIsCheckedOnce(void) {
  const saccade_path path = PathOf(kStairs, 4);
  saccade_path bad = path;
  bad.x = NULL;
  double box[1280];
  char* json;
  saccade_trials* trials = NULL;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &trials) == SACCADE_OK);
  saccade_beliefs* beliefs;
  saccade_parser* parser;
  saccade_picture* picture = APicture();
  saccade_model* model;
  float* const maps = malloc(SACCADE_CHANNELS * SACCADE_CELLS * sizeof *maps);
  for (int i = 0; i < SACCADE_CHANNELS * SACCADE_CELLS; ++i) maps[i] = 2;
  REFUSED(saccade_beliefs_build("{}", In("s.beliefs"), NULL, NULL), "sharp");
  REFUSED(saccade_beliefs_build("{\"boxes\": \"absent.json\"}", NULL, NULL, NULL), "file");
  REFUSED(saccade_beliefs_open("absent.beliefs", &beliefs), "absent.beliefs");
  REFUSED(saccade_beliefs_open(NULL, &beliefs), "file");
  REFUSED(saccade_beliefs_open("absent.beliefs", NULL), "out");
  CHECK(saccade_beliefs_count(NULL) == 0 && saccade_beliefs_name(NULL, 0) == NULL);
  REFUSED(saccade_parser_open("{\"files\": [\"absent.onnx\"]}", &parser), "absent.onnx");
  REFUSED(saccade_parser_open(NULL, NULL), "out");
  REFUSED(saccade_picture_parse(NULL, "a.jpg", NULL, -1, &picture), "parser");
  REFUSED(saccade_picture_stored(NULL, "a.jpg", &picture), "beliefs");
  REFUSED(saccade_picture_create(NULL, maps, maps, &picture), "name");
  REFUSED(saccade_picture_create("a", NULL, maps, &picture), "sharp");
  REFUSED(saccade_picture_create("a", maps, maps, &picture), "between 0 and 1");
  REFUSED(saccade_picture_create("a", maps, maps, NULL), "out");
  REFUSED(saccade_picture_maps(NULL, 0, maps), "picture");
  REFUSED(saccade_picture_maps(picture, 0, NULL), "out");
  saccade_picture_size(NULL, NULL, NULL);
  REFUSED(saccade_model_open("absent", &model), "absent");
  REFUSED(saccade_model_open(model_folder, NULL), "out");
  CHECK(saccade_model_open(model_folder, &model) == SACCADE_OK);
  REFUSED(saccade_model_card(NULL, &json), "model");
  REFUSED(saccade_model_card(model, NULL), "json");
  const char *const cup[] = {"cup"}, *const unknown[] = {"unicorn"}, *const null[] = {NULL};
  saccade_model* blind;
  REFUSED(saccade_model_without(NULL, cup, 1, &blind), "model");
  REFUSED(saccade_model_without(model, NULL, 1, &blind), "classes");
  REFUSED(saccade_model_without(model, unknown, 1, &blind), "unicorn");
  REFUSED(saccade_model_without(model, cup, 1, NULL), "out");
  saccade_trials* found;
  REFUSED(saccade_model_search(NULL, picture, cup, 1, NULL, &found), "model");
  REFUSED(saccade_model_search(model, NULL, cup, 1, NULL, &found), "picture");
  REFUSED(saccade_model_search(model, picture, NULL, 1, NULL, &found), "targets");
  REFUSED(saccade_model_search(model, picture, null, 1, NULL, &found), "targets");
  REFUSED(saccade_model_search(model, picture, cup, 0, NULL, &found), "targets");
  REFUSED(saccade_model_search(model, picture, unknown, 1, NULL, &found), "unicorn");
  REFUSED(saccade_model_search(model, picture, cup, 1, "{\"samples\": 0}", &found), "samples");
  REFUSED(saccade_model_search(model, picture, cup, 1, "{\"temperature\": 0}", &found), "temper");
  REFUSED(saccade_model_search(model, picture, cup, 1, "{\"max-fixations\": 61}", &found), "max");
  REFUSED(saccade_model_search(model, picture, cup, 1, NULL, NULL), "out");
  REFUSED(saccade_model_predict(NULL, NULL, trials, NULL, NULL, NULL, &found), "model");
  REFUSED(saccade_model_predict(model, NULL, trials, NULL, NULL, NULL, &found), "beliefs");
  REFUSED(saccade_model_map(NULL, picture, "cup", NULL, 0, box), "model");
  REFUSED(saccade_model_map(model, NULL, "cup", NULL, 0, box), "picture");
  REFUSED(saccade_model_map(model, picture, NULL, NULL, 0, box), "target");
  REFUSED(saccade_model_map(model, picture, "cup", &bad, 0, box), "past");
  REFUSED(saccade_model_map(model, picture, "cup", NULL, 0, NULL), "out");
  REFUSED(saccade_model_state(NULL, picture, "cup", NULL, maps), "model");
  REFUSED(saccade_model_state(model, picture, "cup", NULL, NULL), "out");
  REFUSED(saccade_draw(NULL, &path, 1, NULL, NULL), "pixels");
  saccade_pixels none = {NULL, 4, 4, 12};
  REFUSED(saccade_draw(&none, &path, 1, NULL, NULL), "rgb");
  saccade_beliefs_free(NULL);
  saccade_parser_free(NULL);
  saccade_picture_free(NULL);
  saccade_model_free(NULL);
  free(maps);
  saccade_model_free(model);
  saccade_picture_free(picture);
  saccade_trials_free(trials);
}

/* The same from a thread of its own: results equal, messages its own. */
typedef struct {
  saccade_model* model;
  saccade_picture* picture;
  double scores[45];
  double x[7];
  char error[200];
} Work;

static void* DoWork(void* data) {
  Work* const work = data;
  const saccade_path paths[] = {PathOf(kStairs, 4), PathOf(kWide, 4), PathOf(kWide, 3)};
  const char* const targets[] = {"cup"};
  for (int round = 0; round < 5; ++round) {
    saccade_trials *found = NULL, *none = NULL;
    saccade_trial trial;
    saccade_multimatch_matrix(paths, 3, NULL, 0, 300, 400, NULL, NULL, NULL, work->scores);
    if (saccade_model_search(work->model, work->picture, targets, 1, "{\"samples\": 2}", &found) ==
            0 &&
        saccade_trials_get(found, 0, &trial) == 0) {
      for (int i = 0; i < 7; ++i) {
        work->x[i] = *(const double*)((const char*)trial.path.x + (size_t)i * trial.path.stride);
      }
    }
    saccade_trials_free(found);
    char name[40];
    snprintf(name, sizeof name, "absent-%p.json", data);
    saccade_trials_read(name, -1, &none);
    snprintf(work->error, sizeof work->error, "%s", saccade_error());
    if (strstr(work->error, name) == NULL) work->error[0] = '\0';
  }
  return NULL;
}

static void EightThreadsGetWhatOneGets(void) {
  enum { kThreads = 8 };
  Work alone = {0}, work[kThreads] = {{0}};
  CHECK(saccade_model_open(model_folder, &alone.model) == SACCADE_OK);
  alone.picture = APicture();
  DoWork(&alone);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    work[i].model = alone.model;
    work[i].picture = alone.picture;
    CHECK(pthread_create(&threads[i], NULL, DoWork, &work[i]) == 0);
  }
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(memcmp(work[i].scores, alone.scores, sizeof alone.scores) == 0);
    CHECK(memcmp(work[i].x, alone.x, sizeof alone.x) == 0);
    CHECK(work[i].error[0] != '\0');
  }
  saccade_model_free(alone.model);
  saccade_picture_free(alone.picture);
}

static void ClustersAreWhereFixationsAre(void) {
  /* Two heaps, 100 px apart: 3 and 2 fixations. */
  const double rows[5][3] = {{10, 10, 0}, {12, 10, 0}, {110, 10, 0}, {11, 13, 0}, {112, 10, 0}};
  const saccade_path paths[] = {PathOf(rows, 3), PathOf(rows + 3, 2)};
  int labels[5];
  double centers[10];
  size_t count = 0;
  CHECK(saccade_clusters(paths, 2, 21.5, labels, centers, &count) == SACCADE_OK);
  CHECK(count == 2 && centers[0] == 11 && centers[1] == 11 && centers[2] == 111 &&
        centers[3] == 10);
  const int expected[5] = {0, 0, 1, 0, 1};
  CHECK(memcmp(labels, expected, sizeof labels) == 0);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  folder = argv[1];
  model_folder = argv[2];
  CHECK(saccade_api_version() == SACCADE_API_VERSION);
  CHECK(strcmp(saccade_error(), "") == 0);
  MultiMatchIsThatOfTheDefinition();
  TheMatrixHoldsEveryPairAndCanBeCancelled();
  TrialsComeBackAsTheyWent();
  AnEvaluationIsTheTableAsJson();
  ClustersAreWhereFixationsAre();
  DrawingStaysInsideTheBuffer();
  EveryArgumentIsCheckedOnce();
  if (strcmp(model_folder, "-") != 0) {
    AModelSearchesAndShowsWhatItThinks();
    EveryArgumentOfModelsIsCheckedOnce();
    EightThreadsGetWhatOneGets();
  }
  if (failures == 0) puts("everything holds");
  return failures == 0 ? 0 : 1;
}
