/* The interface as a C program uses it: interface_test FOLDER MODEL SAMPLES
 * FOLDER is for files; MODEL is the folder of an IRL model, SAMPLES that of the sample photo. Ends
 * with 0 when everything holds. */
#include "interface_test.h"

#include <math.h>

int failures = 0;
const char* model_folder;
const char* samples_folder;
static const char* folder;

char* In(const char* name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

saccade_path PathOf(const double (*rows)[3], size_t count) {
  saccade_path path = {&rows[0][0], &rows[0][1], &rows[0][2], count, sizeof rows[0]};
  return path;
}

saccade_trial TrialOf(const char* name, const char* subject, const double (*rows)[3],
                      size_t count) {
  saccade_trial trial = {.name = name,
                         .task = "cup",
                         .subject = subject,
                         .split = "valid",
                         .condition = SACCADE_PRESENT,
                         .correct = 1,
                         .found_at = -1,
                         .has_box = 1,
                         .box = {15, 5, 10, 10},
                         .path = PathOf(rows, count)};
  return trial;
}

int Read(const char* file, const char* options, saccade_trials** out) {
  return saccade_trials_read(&file, 1, options, out);
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

static void PairsHaveAllScoresOfTheCommandLine(void) {
  saccade_trials *first = NULL, *second = NULL;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &first) == SACCADE_OK);
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &second) == SACCADE_OK);
  const saccade_trial stairs = TrialOf("a.jpg", "1", kStairs, 4);
  const saccade_trial wide = TrialOf("a.jpg", "2", kWide, 4);
  CHECK(saccade_trials_add(first, &stairs) == 0 && saccade_trials_add(second, &wide) == 0);
  char* json = NULL;
  CHECK(saccade_compare(first, second, "{\"metric\": [\"edit_distance\"]}", NULL, NULL, &json) ==
        0);
  CHECK(json != NULL && strstr(json, "\"edit_distance\": 0") != NULL);
  saccade_text_free(json);
  REFUSED(saccade_compare(first, second, "{\"metric\": [\"x\"]}", NULL, NULL, &json),
          "options:metric");
  REFUSED(saccade_compare(NULL, second, NULL, NULL, NULL, &json), "first");
  REFUSED(saccade_compare(first, NULL, NULL, NULL, NULL, &json), "second");
  REFUSED(saccade_compare(first, second, NULL, NULL, NULL, NULL), "json");
  saccade_trials_free(first);
  saccade_trials_free(second);

  /* On a screen of 160x100 pixels a bin has 10: (0,0) (10,0) (10,10) (20,10) are bins 0, 1, 17, 18,
   * and of the wide path 0, 2, 18, 19: edits are 1 out and 1 in. */
  const saccade_path paths[] = {PathOf(kStairs, 4), PathOf(kWide, 4)};
  double scores[4];
  CHECK(saccade_score_matrix("edit_distance", paths, 2, NULL, 0, 160, 100, NULL, NULL, NULL,
                             scores) == 0);
  CHECK(scores[0] == 0 && scores[3] == 0 && scores[1] == 3 && scores[2] == 3);
  CHECK(saccade_score_matrix("scanmatch", paths, 1, paths, 1, 160, 100, NULL, NULL, NULL, scores) ==
        0);
  CHECK(scores[0] == 1);
  /* At 512x320 all 8 places fall into regions that are found together. */
  CHECK(saccade_score_matrix("sequence_score", paths, 2, NULL, 0, 512, 320, "{\"bandwidth\": 100}",
                             NULL, NULL, scores) == 0);
  CHECK(scores[0] == 1 && scores[1] == 1);
  REFUSED(saccade_score_matrix("x", paths, 2, NULL, 0, 9, 9, NULL, NULL, NULL, scores), "score");
  REFUSED(saccade_score_matrix(NULL, paths, 2, NULL, 0, 9, 9, NULL, NULL, NULL, scores), "score");
  REFUSED(saccade_score_matrix("scanmatch", NULL, 2, NULL, 0, 9, 9, NULL, NULL, NULL, scores), "a");
  REFUSED(saccade_score_matrix("scanmatch", paths, 2, NULL, 0, -1, 9, NULL, NULL, NULL, scores),
          "width");
  REFUSED(saccade_score_matrix("scanmatch", paths, 2, NULL, 0, 9, 9, NULL, NULL, NULL, NULL),
          "scores");
  REFUSED(saccade_score_matrix("scanmatch", paths, 2, NULL, 0, 9, 9, "{\"bandwidth\": 1}", NULL,
                               NULL, scores),
          "bandwidth");
}

/* Two people and a prediction, on one picture. */
static char* Evaluation(const char* options, int* code) {
  saccade_trials *humans = NULL, *predicted = NULL;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &humans) == SACCADE_OK);
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &predicted) == SACCADE_OK);
  const saccade_trial trials[] = {TrialOf("a.jpg", "1", kStairs, 4),
                                  TrialOf("a.jpg", "2", kWide, 4)};
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
  CHECK(json != NULL && strstr(json, "\"protocol\": \"paper\"") != NULL);
  CHECK(json != NULL && strstr(json, "\"name\": \"mine\"") != NULL);
  saccade_text_free(json);
  REFUSED(CodeOf("{\"protocoll\": \"paper\"}"), "protocol?");
  REFUSED(CodeOf("{\"protocol\": \"papr\"}"), "papr");
  REFUSED(CodeOf("{\"samples\": 1.5}"), "samples");
  REFUSED(CodeOf("{\"cut\": \"some\"}"), "cut");
  REFUSED(CodeOf("{\"condition\": \"some\"}"), "condition");
  REFUSED(CodeOf("{\"start\": \"some\"}"), "start");
  REFUSED(CodeOf("{\"resolution\": \"some\"}"), "resolution");
  REFUSED(CodeOf("{\"maps\": [\"mine=absent\"]}"), "--train");
  REFUSED(CodeOf("{\"labels\": \"absent\"}"), "absent");
  REFUSED(CodeOf("[1]"), "object");
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

static void EveryArgumentOfScoresIsCheckedOnce(void) {
  saccade_trials* trials = NULL;
  const saccade_path path = PathOf(kStairs, 4);
  saccade_path bad = path;
  double scores[5], box[8];
  int labels[8];
  size_t count;
  char* json;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &trials) == SACCADE_OK);

  REFUSED(saccade_set_threads(-1), "threads");
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

  saccade_text_free(NULL);
  saccade_trials_free(trials);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  folder = argv[1];
  model_folder = argv[2];
  samples_folder = argv[3];
  CHECK(saccade_api_version() == SACCADE_API_VERSION);
  CHECK(strcmp(saccade_error(), "") == 0);
  MultiMatchIsThatOfTheDefinition();
  TheMatrixHoldsEveryPairAndCanBeCancelled();
  TrialsComeBackAsTheyWent();
  ForeignFilesAreReadAndWritten();
  PairsHaveAllScoresOfTheCommandLine();
  AnEvaluationIsTheTableAsJson();
  ClustersAreWhereFixationsAre();
  DrawingStaysInsideTheBuffer();
  EveryArgumentOfTrialsIsCheckedOnce();
  EveryArgumentOfScoresIsCheckedOnce();
  AModelSearchesAndShowsWhatItThinks();
  PhotosAndStoresAreSearchedAlike();
  EveryArgumentOfModelsIsCheckedOnce();
  EightThreadsGetWhatOneGets();
  if (failures == 0) puts("everything holds");
  return failures == 0 ? 0 : 1;
}
