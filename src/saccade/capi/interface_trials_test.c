#include <math.h>

#include "interface_test.h"

/* Searches, in and out. */

void TrialsComeBackAsTheyWent(void) {
  saccade_trials *made = NULL, *read = NULL, *display = NULL;
  saccade_trial back;
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &made) == SACCADE_OK);
  saccade_trial trial = TrialOf("a.jpg", "VP03", kStairs, 4);
  CHECK(saccade_trials_add(made, &trial) == SACCADE_OK);
  CHECK(saccade_trials_write(made, In("trials.json"), NULL) == SACCADE_OK);
  CHECK(Read(In("trials.json"), "{\"frame\": \"image\"}", &read) == SACCADE_OK);
  CHECK(strstr(saccade_trials_understood(read), "frame: image") != NULL);
  CHECK(saccade_trials_count(read) == 1 && saccade_trials_frame(read) == SACCADE_FRAME_IMAGE);
  CHECK(saccade_trials_get(read, 0, &back) == SACCADE_OK);
  CHECK(strcmp(back.name, "a.jpg") == 0 && strcmp(back.task, "cup") == 0);
  CHECK(strcmp(back.subject, "VP03") == 0 && strcmp(back.session, "") == 0);
  CHECK(back.condition == SACCADE_PRESENT && back.correct == 1 && back.reaction_ms == 0);
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

static void Write(const char* file, const char* text) {
  FILE* const out = fopen(file, "w");
  CHECK(out != NULL && fputs(text, out) >= 0);
  if (out != NULL) fclose(out);
}

/* An eye tracker's table, whose columns nobody could guess, of a screen 1000x800. */
void ForeignFilesAreReadAndWritten(void) {
  saccade_trials *read = NULL, *image = NULL, *again = NULL;
  saccade_trial trial;
  Write(In("gaze.csv"),
        "a;b;ms;vp;bild;was\n500;400;200;eva;k.png;mug\n600;400;300;eva;k.png;mug\n"
        "500;400;250;jo;k.png;mug\n");
  const char* const options =
      "{\"columns\": \"x=a,y=b,duration=ms,subject=vp,image=bild,task=was\", "
      "\"screen\": \"1000x800\", \"time\": \"ms\"}";
  CHECK(Read(In("gaze.csv"), options, &read) == SACCADE_OK);
  CHECK(saccade_trials_frame(read) == SACCADE_FRAME_SCREEN && saccade_trials_count(read) == 2);
  CHECK(saccade_trials_get(read, 0, &trial) == SACCADE_OK);
  CHECK(strcmp(trial.subject, "eva") == 0 && strcmp(trial.task, "mug") == 0);
  CHECK(trial.screen[0] == 1000 && trial.screen[1] == 800 && trial.path.count == 2);
  CHECK(strstr(saccade_trials_understood(read), "format: csv") != NULL);
  /* 1000x800 is fitted into 512x320: 400x320 in the middle. (600, 400) is 200 + 56 + 40, 160. */
  CHECK(saccade_trials_convert(read, SACCADE_FRAME_IMAGE, &image) == SACCADE_OK);
  CHECK(saccade_trials_get(image, 0, &trial) == SACCADE_OK);
  CHECK(trial.path.x[0] == 256 && trial.path.y[0] == 160);
  CHECK(fabs(*(const double*)((const char*)trial.path.x + trial.path.stride) - 296) < 1e-9);
  /* Out as a table, and in again. */
  CHECK(saccade_trials_write(read, In("again.csv"), "csv") == SACCADE_OK);
  CHECK(Read(In("again.csv"), NULL, &again) == SACCADE_OK);
  CHECK(saccade_trials_get(again, 1, &trial) == SACCADE_OK);
  CHECK(strcmp(trial.subject, "jo") == 0 && trial.screen[0] == 1000 && trial.path.x[0] == 500);
  saccade_trials_free(again);
  REFUSED(saccade_trials_write(read, In("x.asc"), "eyelink-asc"), "only read");
  REFUSED(saccade_trials_write(read, In("x.csv"), "xls"), "xls");
  REFUSED(Read(In("gaze.csv"), "{\"columns\": \"xx=a\"}", &again), "xx");
  REFUSED(Read(In("gaze.csv"), "{\"frame\": \"image\", \"screen\": \"9x9\"}", &again), "frame");
  REFUSED(Read(In("gaze.csv"), "{\"screen\": \"big\"}", &again), "--screen");
  REFUSED(Read(In("gaze.csv"), "{\"time\": \"h\"}", &again), "time");
  saccade_trials_free(read);
  saccade_trials_free(image);
}

void EveryArgumentOfTrialsIsCheckedOnce(void) {
  saccade_trials* trials = NULL;
  saccade_trial trial = TrialOf("a.jpg", "1", kStairs, 4), back;
  const saccade_path path = PathOf(kStairs, 4);
  const double nan_rows[1][3] = {{NAN, 0, 0}};
  CHECK(saccade_trials_create(SACCADE_FRAME_IMAGE, &trials) == SACCADE_OK);

  REFUSED(saccade_trials_read(NULL, 1, NULL, &trials), "files");
  REFUSED(saccade_trials_read(NULL, 0, NULL, &trials), "files");
  REFUSED(Read(NULL, NULL, &trials), "files");
  REFUSED(Read("absent.json", NULL, NULL), "out");
  REFUSED(Read("absent.json", "{\"frame\": \"picture\"}", &trials), "frame");
  REFUSED(Read("absent.json", NULL, &trials), "absent.json");
  REFUSED(Read("absent.json", "{\"fram\": 1}", &trials), "frame?");
  CHECK(strcmp(saccade_trials_understood(NULL), "") == 0);
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
  trial.box[2] = 1, trial.condition = 3;
  REFUSED(saccade_trials_add(trials, &trial), "condition");
  trial.condition = SACCADE_PRESENT, trial.reaction_ms = -1;
  REFUSED(saccade_trials_add(trials, &trial), "reaction");
  trial.reaction_ms = 0, trial.path.count = 0;
  REFUSED(saccade_trials_add(trials, &trial), "no fixations");
  trial.path = path, trial.path.y = NULL;
  REFUSED(saccade_trials_add(trials, &trial), "x or y");
  trial.path = path, trial.path.stride = 4;
  REFUSED(saccade_trials_add(trials, &trial), "stride");
  trial.path = PathOf(nan_rows, 1);
  REFUSED(saccade_trials_add(trials, &trial), "finite");
  const double long_rows[1][3] = {{0, 0, 1e9}}, far_rows[1][3] = {{1e9, 0, 0}};
  trial.path = PathOf(long_rows, 1);
  REFUSED(saccade_trials_add(trials, &trial), "T[0]");
  trial.path = PathOf(far_rows, 1);
  REFUSED(saccade_trials_add(trials, &trial), "fixation 0");
  CHECK(saccade_trials_count(trials) == 0 && saccade_trials_count(NULL) == 0);
  CHECK(saccade_trials_frame(NULL) == SACCADE_FRAME_FOUND);
  REFUSED(saccade_trials_get(NULL, 0, &back), "trials");
  REFUSED(saccade_trials_get(trials, 0, &back), "index");
  REFUSED(saccade_trials_get(trials, 0, NULL), "out");
  REFUSED(saccade_trials_convert(NULL, 0, &trials), "trials");
  REFUSED(saccade_trials_convert(trials, SACCADE_FRAME_PICTURE, &trials), "frame");
  REFUSED(saccade_trials_convert(trials, 0, NULL), "out");
  REFUSED(saccade_trials_write(NULL, In("x.json"), NULL), "trials");
  REFUSED(saccade_trials_write(trials, NULL, NULL), "file");
  saccade_trials* pictures = NULL;
  CHECK(saccade_trials_create(SACCADE_FRAME_PICTURE, &pictures) == SACCADE_OK);
  REFUSED(saccade_trials_write(pictures, In("x.json"), NULL), "pixels of pictures");
  saccade_trials_free(pictures);
  saccade_trials* screens = NULL;
  CHECK(saccade_trials_create(SACCADE_FRAME_SCREEN, &screens) == SACCADE_OK);
  trial = TrialOf("a.jpg", NULL, kStairs, 4);
  REFUSED(saccade_trials_add(screens, &trial), "screen");
  trial.screen[0] = trial.screen[1] = 100, trial.has_picture = 1;
  REFUSED(saccade_trials_add(screens, &trial), "picture");
  trial.picture[2] = trial.picture[3] = 50;
  CHECK(saccade_trials_add(screens, &trial) == SACCADE_OK);
  CHECK(saccade_trials_get(screens, 0, &back) == SACCADE_OK && back.picture[2] == 50);
  CHECK(strcmp(back.subject, "") == 0);
  saccade_trials_free(screens);
  saccade_trials_free(NULL);
  saccade_trials_free(trials);
}
