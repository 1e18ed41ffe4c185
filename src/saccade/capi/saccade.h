/* saccade in C: predicts where people look while they search, and scores scanpaths.
 *
 * Every function that can fail returns a code; saccade_error() then says in one line what was wrong
 * and what to do. Nothing is thrown, printed or ended by these functions. Results appear in the
 * last arguments and are untouched when the call fails. What a function gives by `**out` belongs to
 * the caller, who frees it with the function of its kind; freeing NULL does nothing. Other pointers
 * live as long as the handle that gave them stays as it is.
 *
 * Handles may be used by several threads at once, except while one of them changes or frees it. The
 * same input gives the same result with any number of threads.
 *
 * Coordinates are pixels, x to the right and y down; durations are milliseconds. A grid of belief
 * maps has 20 rows of 32 cells, row by row: SACCADE_CELLS values a map.
 *
 * `options` are JSON objects, such as "{\"samples\": 3, \"seed\": 7}", with the names of the
 * command line; NULL or "" takes the defaults, an unknown name is an error. Text is UTF-8. */
#ifndef SACCADE_H
#define SACCADE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when functions are added; saccade_api_version() gives that of the library that runs. 2
 * (before the first release): subjects are texts, trials know their session and screen, all formats
 * are read. */
#define SACCADE_API_VERSION 2

#if defined(__GNUC__)
#define SACCADE_EXPORT __attribute__((visibility("default")))
#else
#define SACCADE_EXPORT
#endif

#define SACCADE_CHANNELS 134 /* belief maps: 80 things, then 54 stuff classes of COCO panoptic */
#define SACCADE_ROWS 20
#define SACCADE_COLUMNS 32
#define SACCADE_CELLS 640
#define SACCADE_MULTIMATCH_SCORES 5 /* shape, direction, length, position, duration */

/* The codes with which the program ends, too. */
enum {
  SACCADE_OK = 0,
  SACCADE_FAILED = 1,       /* disk, memory, a bug */
  SACCADE_WRONG_INPUT = 2,  /* a file, a value or the call */
  SACCADE_INTERRUPTED = 130 /* a progress callback wanted it */
};

/* What coordinates mean. */
enum {
  SACCADE_FRAME_FOUND = -1,  /* read: found from the coordinates */
  SACCADE_FRAME_DISPLAY = 0, /* COCO-Search18's screen, 1680x1050 */
  SACCADE_FRAME_IMAGE = 1,   /* 512x320, in which scores are taken and models search */
  SACCADE_FRAME_PICTURE = 2, /* a picture's own pixels */
  SACCADE_FRAME_SCREEN = 3   /* any other screen's; each trial says which */
};

/* Was the target in the picture? FREE: nothing was searched. */
enum { SACCADE_ABSENT = 0, SACCADE_PRESENT = 1, SACCADE_FREE = 2 };

typedef struct saccade_trials saccade_trials;   /* searches: of people, or predicted */
typedef struct saccade_beliefs saccade_beliefs; /* a belief store: the maps of many pictures */
typedef struct saccade_parser saccade_parser;   /* sees objects in pictures */
typedef struct saccade_picture saccade_picture; /* what a model searches */
typedef struct saccade_model saccade_model;     /* a searcher */

/* Fixations in three arrays. `stride` is the distance in bytes from one value to the next in each
 * of them: sizeof(double), or more for columns of a table. t may be NULL: durations are 0. */
typedef struct {
  const double* x;
  const double* y;
  const double* t;
  size_t count;
  size_t stride;
} saccade_path;

/* With every value 0 but name, task and path it is a search that was answered wrong, with no target
 * there. */
typedef struct {
  const char* name; /* file name of the picture */
  const char* task; /* what is searched; NULL or "" in free viewing */
  const char*
      subject; /* who: "7", "VP03"; in predictions the number of the sample; NULL or "": unknown */
  const char*
      session;       /* which time, of who saw a picture more than once; NULL or "": the only one */
  const char* split; /* "train", "valid", "test"; NULL or "": none */
  int condition;     /* SACCADE_ABSENT, _PRESENT, _FREE */
  int correct;       /* whether the answer was right; below 0: not known */
  int found_at; /* predictions in pictures: fixation, from 0, that shows the target; -1: none */
  int has_box;
  double box[4];      /* the target: left, top, width, height */
  double reaction_ms; /* until the answer; 0: not known */
  double screen[2];   /* width and height; of trials in SACCADE_FRAME_SCREEN only */
  int has_picture;
  double picture[4]; /* where on that screen the picture was; without: it filled the screen */
  saccade_path path;
} saccade_trial;

/* 8-bit RGB, `stride` bytes from row to row. */
typedef struct {
  uint8_t* rgb;
  int width;
  int height;
  size_t stride;
} saccade_pixels;

/* Hears how far a call is, some ten times a second, from any thread but by one at a time. Anything
 * but 0 ends the call with SACCADE_INTERRUPTED. */
typedef int (*saccade_progress)(const char* title, size_t done, size_t total, void* data);

SACCADE_EXPORT int saccade_api_version(void);
SACCADE_EXPORT const char* saccade_version(void); /* "0.1.0" */
/* Of the calling thread's last call that failed; "" when none did. */
SACCADE_EXPORT const char* saccade_error(void);
/* Warnings of the calling thread's last call, a line each; "" when there was none. */
SACCADE_EXPORT const char* saccade_warnings(void);
/* For all calls; 0: one a core. The only state that calls share. */
SACCADE_EXPORT int saccade_set_threads(int threads);
SACCADE_EXPORT void saccade_text_free(char* text);

/* Trials. */

/* Files of one of the formats of `saccade dataset import`, or folders of them. One file of
 * COCO-Search18's JSON keeps its frame (or is taken to be in that of the option "frame": "display",
 * "image"); all else comes in SACCADE_FRAME_SCREEN. Options: "format" (else found), "lenient",
 * "scale-boxes"; where the files do not say it themselves "columns", "screen", "screen-mm",
 * "distance-mm", "picture", "coordinates", "origin", "time", "task", "condition". What is left out
 * is a warning. */
SACCADE_EXPORT int saccade_trials_read(const char* const* files, size_t count, const char* options,
                                       saccade_trials** out);
/* What reading found out by itself, a line each; "" when all was said in the file. */
SACCADE_EXPORT const char* saccade_trials_understood(const saccade_trials* trials);
SACCADE_EXPORT int saccade_trials_create(int frame, saccade_trials** out);
SACCADE_EXPORT int saccade_trials_add(saccade_trials* trials, const saccade_trial* trial);
SACCADE_EXPORT size_t saccade_trials_count(const saccade_trials* trials); /* NULL has 0 */
SACCADE_EXPORT int saccade_trials_frame(const saccade_trials* trials);    /* of NULL: FOUND */
SACCADE_EXPORT int saccade_trials_get(const saccade_trials* trials, size_t index,
                                      saccade_trial* out);
/* The same trials in the display's, the image's or a screen's frame. Those in pictures have none of
 * them. */
SACCADE_EXPORT int saccade_trials_convert(const saccade_trials* trials, int frame,
                                          saccade_trials** out);
/* `format`: one that `saccade dataset convert --to` writes; NULL: COCO-Search18's JSON, in their
 * frame. */
SACCADE_EXPORT int saccade_trials_write(const saccade_trials* trials, const char* file,
                                        const char* format);
SACCADE_EXPORT void saccade_trials_free(saccade_trials* trials);

/* Scores. */

/* Of `a` against `b` on a screen of that size: SACCADE_MULTIMATCH_SCORES values, NaN when there is
 * no score. Options: "short" ("pad", "skip"), "simplify" ([degrees, ms, pixels]). */
SACCADE_EXPORT int saccade_multimatch(const saccade_path* a, const saccade_path* b, double width,
                                      double height, const char* options, double* scores);
/* Every one of `a` against every one of `b`: a_count * b_count times those values. `b` NULL: `a`
 * again. */
SACCADE_EXPORT int saccade_multimatch_matrix(const saccade_path* a, size_t a_count,
                                             const saccade_path* b, size_t b_count, double width,
                                             double height, const char* options,
                                             saccade_progress progress, void* data, double* scores);
/* The same of a score with one value, NaN where there is none: "scanmatch", "scanmatch_duration",
 * "edit_distance"; "sequence_score" and "fixation_edit_distance" in the regions of all these
 * scanpaths together. Option: "bandwidth" of the regions, in pixels at 512x320 (21.5; 0:
 * estimated). */
SACCADE_EXPORT int saccade_score_matrix(const char* score, const saccade_path* a, size_t a_count,
                                        const saccade_path* b, size_t b_count, double width,
                                        double height, const char* options,
                                        saccade_progress progress, void* data, double* scores);
/* All those scores pair by pair, as `saccade compare --json` writes them. Options: "frame"
 * ("image", "display"), "metric", "all-pairs", "short", "simplify". */
SACCADE_EXPORT int saccade_compare(const saccade_trials* first, const saccade_trials* second,
                                   const char* options, saccade_progress progress, void* data,
                                   char** json);
/* The regions between which scanpaths in the image frame look, by mean shift. `bandwidth` in
 * pixels; 0: estimated (docs/metrics/sequence_score.md). `labels`: one a fixation, path after path.
 * `centers`: room for x and y of as many regions as there are fixations. */
SACCADE_EXPORT int saccade_clusters(const saccade_path* paths, size_t count, double bandwidth,
                                    int* labels, double* centers, size_t* center_count);
/* What `saccade evaluate --json` writes. `names` and `predictions`: a row each. Options are those
 * of the command: "model" (["human", "random", "centre", "saliency"]), "images", "maps"
 * (["ROW=FOLDER"], of saccade_model_predict) with "train" (file of training trials), "labels",
 * "protocol", "condition", "start", "cut", "steps", "short", "resolution", "samples", "bootstrap",
 * "seed", "by-subject". */
SACCADE_EXPORT int saccade_evaluate(const saccade_trials* humans, const char* const* names,
                                    const saccade_trials* const* predictions, size_t count,
                                    const char* options, saccade_progress progress, void* data,
                                    char** json);

/* Beliefs. */

/* Writes a store from "sharp" and "blurred" (COCO panoptic files), "boxes" (COCO instances, or with
 * "detections"), "dcbs", or "images" (a folder) with "parser" (files) and "blur"; these and all
 * others are the options of `saccade beliefs build`, where "parser" is called --model. */
SACCADE_EXPORT int saccade_beliefs_build(const char* options, const char* file,
                                         saccade_progress progress, void* data);
SACCADE_EXPORT int saccade_beliefs_open(const char* file, saccade_beliefs** out);
SACCADE_EXPORT size_t saccade_beliefs_count(const saccade_beliefs* beliefs);
SACCADE_EXPORT const char* saccade_beliefs_name(const saccade_beliefs* beliefs, size_t index);
SACCADE_EXPORT void saccade_beliefs_free(saccade_beliefs* beliefs);

/* Pictures. */

/* Options: "files", "input-size". Without files: a photo's own segmentations where they lie beside
 * it, else what `make models` installed, opened when the first photo needs it. */
SACCADE_EXPORT int saccade_parser_open(const char* options, saccade_parser** out);
SACCADE_EXPORT void saccade_parser_free(saccade_parser* parser);
/* A photo, by file or, when that is NULL, by its pixels. `blur`: sigma of the periphery's view at
 * 512x320 where the parser makes it; below 0: 2. */
SACCADE_EXPORT int saccade_picture_parse(const saccade_parser* parser, const char* file,
                                         const saccade_pixels* pixels, double blur,
                                         saccade_picture** out);
/* A picture of a store; its frame is the image's. */
SACCADE_EXPORT int saccade_picture_stored(const saccade_beliefs* beliefs, const char* name,
                                          saccade_picture** out);
/* From maps of one's own: SACCADE_CHANNELS * SACCADE_CELLS values from 0 to 1 each. */
SACCADE_EXPORT int saccade_picture_create(const char* name, const float* sharp,
                                          const float* blurred, saccade_picture** out);
/* The maps, as much again. */
SACCADE_EXPORT int saccade_picture_maps(const saccade_picture* picture, int blurred, float* out);
SACCADE_EXPORT void saccade_picture_size(const saccade_picture* picture, int* width, int* height);
SACCADE_EXPORT void saccade_picture_free(saccade_picture* picture);

/* Models. */

/* A folder, the name of an installed model, or NULL: the one that comes with saccade. */
SACCADE_EXPORT int saccade_model_open(const char* name, saccade_model** out);
/* model.json: kind, targets, scores. */
SACCADE_EXPORT int saccade_model_card(const saccade_model* model, char** json);
/* The same model blind to some classes: their names, or "target", "other-things", "stuff",
 * "saliency", "history". */
SACCADE_EXPORT int saccade_model_without(const saccade_model* model, const char* const* classes,
                                         size_t count, saccade_model** out);
/* Scanpaths in one picture, in its own pixels; of a stored one in the image frame. `json`: NULL, or
 * gets what `saccade predict --image --out` writes; NULL of a stored picture. Options: "samples",
 * "max-fixations", "greedy", "until-target", "temperature", "seed". */
SACCADE_EXPORT int saccade_model_search(const saccade_model* model, const saccade_picture* picture,
                                        const char* const* targets, size_t count,
                                        const char* options, saccade_progress progress, void* data,
                                        saccade_trials** out, char** json);
/* Scanpaths for the (task, picture) pairs of trials, in the image frame; the same options, and
 * "maps": a folder to which maps of next fixations are written, as `saccade predict --maps`. */
SACCADE_EXPORT int saccade_model_predict(const saccade_model* model, const saccade_beliefs* beliefs,
                                         const saccade_trials* pairs, const char* options,
                                         saccade_progress progress, void* data,
                                         saccade_trials** out);
/* After `past`, in the picture's pixels (NULL: the start alone, in the centre): where the next
 * fixation will be (SACCADE_CELLS probabilities, without inhibition of return), or with `reward`
 * the learned reward of looking there. */
SACCADE_EXPORT int saccade_model_map(const saccade_model* model, const saccade_picture* picture,
                                     const char* target, const saccade_path* past, int reward,
                                     double* out);
/* What the searcher then believes: SACCADE_CHANNELS * SACCADE_CELLS values. */
SACCADE_EXPORT int saccade_model_state(const saccade_model* model, const saccade_picture* picture,
                                       const char* target, const saccade_path* past, float* out);
SACCADE_EXPORT void saccade_model_free(saccade_model* model);

/* Draws paths in a picture's pixels over `pixels`, in place. `target`: NULL or left, top, width,
 * height. Options: "numbers", "size". */
SACCADE_EXPORT int saccade_draw(saccade_pixels* pixels, const saccade_path* paths, size_t count,
                                const double* target, const char* options);

#ifdef __cplusplus
}
#endif
#endif
