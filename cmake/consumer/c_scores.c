#include <saccade.h>
#include <stdio.h>

int main(void) {
  const double x[] = {0, 50, 50}, y[] = {0, 0, 60}, t[] = {100, 200, 300};
  const saccade_path path = {x, y, t, 3, sizeof(double)};
  double scores[SACCADE_MULTIMATCH_SCORES];
  if (saccade_multimatch(&path, &path, 512, 320, NULL, scores) != SACCADE_OK) {
    fprintf(stderr, "%s\n", saccade_error());
    return 1;
  }
  printf("%s %.1f\n", saccade_version(), scores[0]);
  return scores[0] == 1 ? 0 : 1;
}
