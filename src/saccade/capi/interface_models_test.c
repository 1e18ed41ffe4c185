#include <math.h>
#include <pthread.h>

#include "interface_test.h"

/* Models, and what they search. */

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

void AModelSearchesAndShowsWhatItThinks(void) {
  saccade_picture* picture = APicture();
  saccade_model *model = NULL, *blind = NULL;
  CHECK(saccade_model_open(model_folder, &model) == SACCADE_OK);
  const char* const targets[] = {"cup"};
  saccade_trials *first = NULL, *second = NULL;
  const char* const options = "{\"samples\": 3, \"seed\": 5}";
  CHECK(saccade_model_search(model, picture, targets, 1, options, NULL, NULL, &first, NULL) ==
        SACCADE_OK);
  CHECK(saccade_model_search(model, picture, targets, 1, options, NULL, NULL, &second, NULL) ==
        SACCADE_OK);
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

static char* Sample(const char* name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", samples_folder, name);
  return path;
}

static saccade_beliefs* AStore(void) {
  char options[9000];
  snprintf(options, sizeof options,
           "{\"sharp\": \"%s/panoptic_sharp.json\", \"blurred\": \"%s/panoptic_blurred.json\"}",
           samples_folder, samples_folder);
  saccade_beliefs* beliefs = NULL;
  CHECK(saccade_beliefs_build(options, In("sample.beliefs"), NULL, NULL) == SACCADE_OK);
  CHECK(saccade_beliefs_open(In("sample.beliefs"), &beliefs) == SACCADE_OK);
  CHECK(saccade_beliefs_count(beliefs) == 1);
  CHECK(strcmp(saccade_beliefs_name(beliefs, 0), "kitchen.jpg") == 0);
  return beliefs;
}

/* The sample photo with its segmentations, and the same picture by a store of them. */
void PhotosAndStoresAreSearchedAlike(void) {
  saccade_model* model = NULL;
  saccade_parser* parser = NULL;
  saccade_picture *photo = NULL, *stored = NULL;
  saccade_trials *in_photo = NULL, *in_image = NULL, *pairs = NULL, *predicted = NULL;
  saccade_trial a, b;
  char* json = NULL;
  int width = 0, height = 0;
  saccade_beliefs* beliefs = AStore();
  CHECK(saccade_model_open(model_folder, &model) == SACCADE_OK);
  CHECK(saccade_parser_open(NULL, &parser) == SACCADE_OK);
  CHECK(saccade_picture_parse(parser, Sample("kitchen.jpg"), NULL, -1, &photo) == SACCADE_OK);
  CHECK(saccade_picture_stored(beliefs, "kitchen.jpg", &stored) == SACCADE_OK);
  saccade_picture_size(photo, &width, &height);
  CHECK(width == 1536 && height == 960);
  const char* const targets[] = {"microwave"};
  const char* const options = "{\"samples\": 2, \"seed\": 4}";
  CHECK(saccade_model_search(model, photo, targets, 1, options, NULL, NULL, &in_photo, &json) == 0);
  CHECK(json != NULL && strstr(json, "\"target_in_fovea_at\"") != NULL);
  saccade_text_free(json);
  CHECK(saccade_model_search(model, stored, targets, 1, options, NULL, NULL, &in_image, &json) ==
        0);
  CHECK(json == NULL);
  CHECK(saccade_trials_frame(in_photo) == SACCADE_FRAME_PICTURE);
  CHECK(saccade_trials_frame(in_image) == SACCADE_FRAME_IMAGE);
  /* The photo is three times as large as the image frame. */
  for (size_t i = 0; i < 2; ++i) {
    CHECK(saccade_trials_get(in_photo, i, &a) == 0 && saccade_trials_get(in_image, i, &b) == 0);
    CHECK(a.path.count == b.path.count && a.found_at == b.found_at);
    for (size_t k = 0; k < a.path.count; ++k) {
      const double x = *(const double*)((const char*)a.path.x + k * a.path.stride);
      CHECK(x == 3 * *(const double*)((const char*)b.path.x + k * b.path.stride));
    }
  }
  /* For pairs: the same draws, and a folder of maps. */
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &pairs) == SACCADE_OK);
  saccade_trial pair = TrialOf("kitchen.jpg", "1", kStairs, 4);
  pair.task = "microwave";
  CHECK(saccade_trials_add(pairs, &pair) == SACCADE_OK);
  char with_maps[5000];
  snprintf(with_maps, sizeof with_maps, "{\"samples\": 2, \"seed\": 4, \"maps\": \"%s\"}",
           In("maps"));
  CHECK(saccade_model_predict(model, beliefs, pairs, with_maps, NULL, NULL, &predicted) == 0);
  CHECK(saccade_trials_count(predicted) == 2);
  CHECK(saccade_trials_get(predicted, 1, &a) == 0 && saccade_trials_get(in_image, 1, &b) == 0);
  CHECK(a.path.x[0] == b.path.x[0] && strcmp(a.subject, "2") == 0);
  REFUSED(saccade_picture_parse(parser, NULL, NULL, -1, &photo), "file");
  REFUSED(saccade_picture_parse(parser, Sample("kitchen.jpg"), NULL, NAN, &photo), "blur");
  /* Where no parser is installed, that is said first. */
  CHECK(saccade_picture_parse(parser, Sample("panoptic_sharp.json"), NULL, -1, &photo) ==
        SACCADE_WRONG_INPUT);
  CHECK(strstr(saccade_error(), "sharp") != NULL || strstr(saccade_error(), "photos") != NULL);
  REFUSED(saccade_picture_stored(beliefs, "absent.jpg", &stored), "absent.jpg");
  REFUSED(saccade_picture_stored(beliefs, NULL, &stored), "name");
  REFUSED(saccade_picture_stored(beliefs, "kitchen.jpg", NULL), "out");
  REFUSED(saccade_model_predict(model, beliefs, NULL, NULL, NULL, NULL, &predicted), "pairs");
  REFUSED(saccade_model_predict(model, beliefs, pairs, "{\"samples\": 0}", NULL, NULL, &predicted),
          "samples");
  REFUSED(saccade_model_predict(model, beliefs, pairs, NULL, NULL, NULL, NULL), "out");
  CHECK(saccade_beliefs_name(beliefs, 1) == NULL);
  saccade_trials_free(in_photo);
  saccade_trials_free(in_image);
  saccade_trials_free(pairs);
  saccade_trials_free(predicted);
  saccade_picture_free(photo);
  saccade_picture_free(stored);
  saccade_parser_free(parser);
  saccade_beliefs_free(beliefs);
  saccade_model_free(model);
}

void EveryArgumentOfModelsIsCheckedOnce(void) {
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
  REFUSED(saccade_model_search(NULL, picture, cup, 1, NULL, NULL, NULL, &found, NULL), "model");
  REFUSED(saccade_model_search(model, NULL, cup, 1, NULL, NULL, NULL, &found, NULL), "picture");
  REFUSED(saccade_model_search(model, picture, NULL, 1, NULL, NULL, NULL, &found, NULL), "targets");
  REFUSED(saccade_model_search(model, picture, null, 1, NULL, NULL, NULL, &found, NULL), "targets");
  REFUSED(saccade_model_search(model, picture, cup, 0, NULL, NULL, NULL, &found, NULL), "targets");
  REFUSED(saccade_model_search(model, picture, unknown, 1, NULL, NULL, NULL, &found, NULL),
          "unicorn");
  REFUSED(
      saccade_model_search(model, picture, cup, 1, "{\"samples\": 0}", NULL, NULL, &found, NULL),
      "samples");
  REFUSED(saccade_model_search(model, picture, cup, 1, "{\"temperature\": 0}", NULL, NULL, &found,
                               NULL),
          "temper");
  REFUSED(saccade_model_search(model, picture, cup, 1, "{\"max-fixations\": 61}", NULL, NULL,
                               &found, NULL),
          "max");
  REFUSED(saccade_model_search(model, picture, cup, 1, NULL, NULL, NULL, NULL, NULL), "out");
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
    if (saccade_model_search(work->model, work->picture, targets, 1, "{\"samples\": 2}", NULL, NULL,
                             &found, NULL) == 0 &&
        saccade_trials_get(found, 0, &trial) == 0) {
      for (int i = 0; i < 7; ++i) {
        work->x[i] = *(const double*)((const char*)trial.path.x + (size_t)i * trial.path.stride);
      }
    }
    saccade_trials_free(found);
    char name[40];
    snprintf(name, sizeof name, "absent-%p.json", data);
    Read(name, NULL, &none);
    snprintf(work->error, sizeof work->error, "%s", saccade_error());
    if (strstr(work->error, name) == NULL) work->error[0] = '\0';
  }
  return NULL;
}

void EightThreadsGetWhatOneGets(void) {
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
