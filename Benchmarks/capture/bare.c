// SPDX-License-Identifier: Apache-2.0
// The least that a program does which looks for a face in each frame of a camera: JPEG, the tracker's three
// networks, its C code for their inputs. No plugin, no engine, no Swift; one thread.
//
//     bare-capture <OpenVINO folder> <models folder> <recording.mjpeg> <frames a second> <plays>
//
// Frames are taken when they are due; of 0 a second, at once. As many networks run as in the tracker: both
// detectors on each frame, and the mesh on the surest face. Prints frames, frames with a face, and
// nanoseconds of processor a frame; the first ten frames warm up and are not counted.
#define _POSIX_C_SOURCE 200809L // clock_nanosleep, O_CLOEXEC
#include <CFaceGeometry.h>
#include <COpenVINOBridge.h>

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <turbojpeg.h>
#include <unistd.h>

enum { warm_up = 10, values_per_anchor = 16 };

// A grid of anchors: so many pixels apart, so many at each place.
typedef struct {
  uint32_t stride, each;
} layer;

typedef struct {
  imp_ov_session *session;
  uint32_t side;
  layer layers[2];
} detector;

typedef struct {
  float logit, width, height;
  imp_point centre, right_eye, left_eye;
} detection;

static char words[IMP_OV_WORDS];

static void check(int failed, const char *what) {
  if (failed) {
    fprintf(stderr, "bare-capture: %s failed: %s\n", what, words);
    exit(1);
  }
}

static imp_bytes map_file(const char *path) {
  struct stat status;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  check(file < 0 || fstat(file, &status) != 0, path);
  void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  check(bytes == MAP_FAILED, path);
  return (imp_bytes){bytes, (size_t)status.st_size};
}

static imp_ov_session *session(imp_ov_runtime *runtime, const char *models, const char *name, uint32_t side,
                               imp_ov_tensor first, imp_ov_tensor second) {
  char graph[4096], weights[4096];
  snprintf(graph, sizeof graph, "%s/%s.xml", models, name);
  snprintf(weights, sizeof weights, "%s/%s.bin", models, name);
  const imp_ov_network network = {
      .name = name,
      .graph = map_file(graph),
      .weights = map_file(weights),
      .output_count = 2,
      .input = {.element = IMP_OV_F32, .rank = 4, .dims = {1, side, side, 3}},
      .outputs = {first, second},
  };
  imp_ov_session *made = NULL;
  check(imp_ov_session_create(runtime, &network, 1, &made, words) != IMP_OK, name);
  return made;
}

static imp_ov_session *detector_session(imp_ov_runtime *runtime, const char *models, const char *name,
                                        uint32_t side, int64_t anchors) {
  return session(runtime, models, name, side,
                 (imp_ov_tensor){.element = IMP_OV_F32, .rank = 3, .dims = {1, anchors, values_per_anchor}},
                 (imp_ov_tensor){.element = IMP_OV_F32, .rank = 3, .dims = {1, anchors, 1}});
}

// The surest detection of a frame, where it is surer than the one that is known.
static void detect(const detector *by, const imp_image *image, detection *best) {
  imp_letterbox box;
  check(imp_face_letterbox(image, by->side, imp_ov_session_input(by->session), &box) != IMP_OK, "scaling");
  check(imp_ov_session_infer(by->session, words) != IMP_OK, "computing");
  const float *values = imp_ov_session_output(by->session, 0);
  const float *logits = imp_ov_session_output(by->session, 1);
  const float side = (float)by->side;
  for (int l = 0; l < 2 && by->layers[l].stride != 0; l++) {
    const uint32_t count = by->side / by->layers[l].stride;
    for (uint32_t cell = 0; cell < count * count; cell++)
      for (uint32_t i = 0; i < by->layers[l].each; i++, values += values_per_anchor, logits++) {
        if (*logits <= best->logit)
          continue;
        const float x = ((float)(cell % count) + 0.5f) / (float)count * side;
        const float y = ((float)(cell / count) + 0.5f) / (float)count * side;
#define PLACE(i)                                                                                             \
  (imp_point) { (values[i] + x - box.left) / box.scale_x, (values[i + 1] + y - box.top) / box.scale_y }
        *best = (detection){*logits, values[2] / box.scale_x, values[3] / box.scale_y, PLACE(0), PLACE(4),
                            PLACE(6)};
      }
  }
}

// Whether the mesh sits on the face.
static int find_mesh(imp_ov_session *mesh, const imp_image *image, const detection *face) {
  const float angle =
      atan2f(face->left_eye.y - face->right_eye.y, face->left_eye.x - face->right_eye.x);
  const imp_affine to_image = imp_affine_square(face->centre, 1.5f * fmaxf(face->width, face->height), angle, 192);
  imp_face_crop(image, &to_image, 192, imp_ov_session_input(mesh));
  check(imp_ov_session_infer(mesh, words) != IMP_OK, "computing");
  return imp_ov_session_output(mesh, 1)[0] >= 0;
}

static long long now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Where the next JPEG file ends that begins here; in what we record, no file holds another.
static size_t end_of_picture(imp_bytes recording, size_t at) {
  for (at += 2; at + 1 < recording.length; at++)
    if (recording.data[at] == 0xFF && recording.data[at + 1] == 0xD9)
      return at + 2;
  return recording.length;
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: bare-capture <OpenVINO folder> <models> <recording> <frames a second> <plays>\n");
    return 64;
  }
  const char *models = arguments[2];
  const imp_bytes recording = map_file(arguments[3]);
  const double rate = atof(arguments[4]);
  imp_ov_runtime *runtime = NULL;
  check(imp_ov_runtime_create(arguments[1], NULL, &runtime, words) != IMP_OK, "opening OpenVINO");
  const detector near = {detector_session(runtime, models, "blazeface-short", 128, 896), 128, {{8, 2}, {16, 6}}};
  const detector far = {detector_session(runtime, models, "blazeface-full", 192, 2304), 192, {{4, 1}}};
  imp_ov_session *mesh =
      session(runtime, models, "facemesh-468", 192,
              (imp_ov_tensor){.element = IMP_OV_F32, .rank = 4, .dims = {1, 1, 1, 1404}},
              (imp_ov_tensor){.element = IMP_OV_F32, .rank = 4, .dims = {1, 1, 1, 1}});
  tjhandle decoder = tjInitDecompress();
  unsigned char *pixels = NULL;
  size_t room = 0;
  long frames = 0, faces = 0;
  long long spent = 0, start = now(CLOCK_MONOTONIC);
  for (int play = atoi(arguments[5]); play > 0; play--)
    for (size_t at = 0, end; at < recording.length; at = end, frames++) {
      end = end_of_picture(recording, at);
      if (rate > 0) {
        const long long due = start + (long long)((double)frames * 1e9 / rate);
        const struct timespec until = {due / 1000000000LL, due % 1000000000LL};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
      }
      if (frames == warm_up)
        spent = now(CLOCK_PROCESS_CPUTIME_ID);
      int width = 0, height = 0, sampling = 0, colours = 0;
      check(tjDecompressHeader3(decoder, recording.data + at, end - at, &width, &height, &sampling, &colours),
            "reading a frame");
      const size_t needed = (size_t)width * (size_t)height * 3;
      if (needed > room) {
        free(pixels);
        pixels = malloc(room = needed);
        check(!pixels, "memory");
      }
      check(tjDecompress2(decoder, recording.data + at, end - at, pixels, width, 0, height, TJPF_RGB, 0),
            "reading a frame");
      const imp_image image = {.size = sizeof image,
                               .format = IMP_PIXEL_RGB24,
                               .width = (uint32_t)width,
                               .height = (uint32_t)height,
                               .row_bytes = 3 * (uint32_t)width,
                               .pixels = {pixels, needed}};
      detection best = {0}; // the logit of one half
      detect(&near, &image, &best);
      detect(&far, &image, &best);
      faces += best.logit > 0 && find_mesh(mesh, &image, &best);
    }
  check(frames <= warm_up, "finding enough frames");
  printf("%ld %ld %lld\n", frames, faces,
         (now(CLOCK_PROCESS_CPUTIME_ID) - spent) / (frames - warm_up));
  return 0;
}
