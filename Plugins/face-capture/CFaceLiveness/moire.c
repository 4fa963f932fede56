// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CFaceLiveness.h"

// What of a face's pixels does not move as the face does: parts of it are held against the next frame, moved
// back by as much as they moved, and what is left is looked at by frequency. Skin leaves noise alone, which
// is about as strong at neighbouring frequencies. The pixels of a display, sampled by the camera's, leave a
// peak: a movement of a tenth of a millimetre moves that pattern by a good part of its period.

#define SIDE 64 // of a part, pixels
#define BINS (SIDE * SIDE)
#define HALF (SIDE / 2)
#define MOST_ACROSS 3
#define MOST_PARTS (MOST_ACROSS * MOST_ACROSS)
#define FURTHEST 6 // pixels that a part moves by beyond what its box did
// Frequencies in cycles over a part. Below are the face's own shades; above is what a camera makes of its
// colour filters.
#define LOWEST 5
#define HIGHEST 26
// Beside both axes: there lie the blocks of compressed pictures, which stand still while the face moves, and
// the bands of rows that lamps leave.
#define AXIS 1
// The share of the power that is left, at least.
#define LEAST_LEFT 0.1f
// The power that half a level of noise leaves of a part in the light and in the colours, at middle grey: all
// pictures are taken to have that much, so that rounding is no pattern.
#define FLOOR_LIGHT 0.01f
#define FLOOR_COLOUR 0.1f
// Of the movement: a shift by five pixels is told from its neighbours up to here.
#define MOVEMENT 6
#define REACH 4 // of the neighbourhood that a frequency is held against, bins to each side
#define AROUND ((2 * REACH + 1) * (2 * REACH + 1))

typedef struct spectrum {
  float real[BINS], imaginary[BINS];
} spectrum;

// Sums of power.
typedef struct rest {
  float left[BINS];  // when one frame is moved onto the other
  float whole[BINS]; // of both frames: about as much where they have nothing in common
} rest;

typedef struct part {
  int32_t x, y;
  spectrum light, colour;
} part;

struct imp_moire {
  part parts[MOST_PARTS];
  uint32_t count;
  float middle_x, middle_y; // of the face that the parts are of
  uint32_t width, height;
  int is_colour;
  // Of all comparisons since the last measure.
  rest light, colour;
  uint32_t comparisons;
  float compared; // parts
  // Tables.
  float window[SIDE], cosine[HALF], sine[HALF], level[256];
  spectrum now_light, now_colour;
  float logarithms[BINS];
};

imp_moire *imp_moire_make(void) {
  imp_moire *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  const float circle = 6.2831853f;
  for (int i = 0; i < SIDE; i++) {
    // One period, so that what does not change along a row is seen in three frequencies across alone.
    made->window[i] = 0.5f - 0.5f * cosf(circle * (float)i / SIDE);
  }
  for (int i = 0; i < HALF; i++) {
    made->cosine[i] = cosf(circle * (float)i / SIDE);
    made->sine[i] = -sinf(circle * (float)i / SIDE);
  }
  // So that a share of the light counts the same in the dark, as far as there is more than noise.
  for (int i = 0; i < 256; i++)
    made->level[i] = logf((float)i + 12);
  return made;
}

void imp_moire_free(imp_moire *moire) {
  free(moire);
}

// MARK: Spectra

static void transpose(float *values) {
  for (int row = 0; row < SIDE; row++)
    for (int column = row + 1; column < SIDE; column++) {
      const float kept = values[row * SIDE + column];
      values[row * SIDE + column] = values[column * SIDE + row];
      values[column * SIDE + row] = kept;
    }
}

static void swap_rows(float *values, int one, int other) {
  float kept[SIDE];
  memcpy(kept, values + one * SIDE, sizeof kept);
  memcpy(values + one * SIDE, values + other * SIDE, sizeof kept);
  memcpy(values + other * SIDE, kept, sizeof kept);
}

// Along the columns, all at once (Cooley and Tukey 1965).
static void transform_columns(const imp_moire *tables, spectrum *s) {
  for (int row = 0; row < SIDE; row++) {
    int mirrored = 0;
    for (int bit = 1, back = HALF; bit < SIDE; bit <<= 1, back >>= 1)
      mirrored |= row & bit ? back : 0;
    if (mirrored > row) {
      swap_rows(s->real, row, mirrored);
      swap_rows(s->imaginary, row, mirrored);
    }
  }
  for (int half = 1; half < SIDE; half *= 2)
    for (int first = 0; first < SIDE; first += 2 * half)
      for (int k = 0; k < half; k++) {
        const float c = tables->cosine[k * (HALF / half)], i = tables->sine[k * (HALF / half)];
        float *restrict upper = s->real + (first + k) * SIDE, *restrict lower = upper + half * SIDE;
        float *restrict upper_i = s->imaginary + (first + k) * SIDE, *restrict lower_i = upper_i + half * SIDE;
        for (int x = 0; x < SIDE; x++) {
          const float real = c * lower[x] - i * lower_i[x], imaginary = c * lower_i[x] + i * lower[x];
          lower[x] = upper[x] - real;
          lower_i[x] = upper_i[x] - imaginary;
          upper[x] += real;
          upper_i[x] += imaginary;
        }
      }
}

// The spectrum, transposed: row is the frequency across, column the one down.
static void transform(const imp_moire *tables, spectrum *s) {
  transform_columns(tables, s);
  transpose(s->real);
  transpose(s->imaginary);
  transform_columns(tables, s);
}

static void shade(const imp_moire *tables, float *values) {
  float mean = 0;
  for (int i = 0; i < BINS; i++)
    mean += values[i];
  mean /= BINS;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      values[y * SIDE + x] = (values[y * SIDE + x] - mean) * tables->window[y] * tables->window[x];
}

// Logarithms of the light; and of the colours, 120 degrees from one to the next, so that grey is 0 and the
// stripes of a display turn around.
static void take(const imp_moire *tables, const imp_image *image, int32_t left, int32_t top, spectrum *light,
                 spectrum *colour) {
  const float root = 0.8660254f;
  memset(light->imaginary, 0, sizeof light->imaginary);
  for (int y = 0; y < SIDE; y++) {
    const uint8_t *row = image->pixels.data + (size_t)(top + y) * image->row_bytes;
    for (int x = 0; x < SIDE; x++) {
      const int i = y * SIDE + x;
      if (!tables->is_colour) {
        light->real[i] = tables->level[row[left + x]];
        continue;
      }
      const uint8_t *pixel = row + 3 * (size_t)(left + x);
      const float red = tables->level[pixel[0]], green = tables->level[pixel[1]], blue = tables->level[pixel[2]];
      light->real[i] = (red + green + blue) / 3;
      colour->real[i] = red - 0.5f * (green + blue);
      colour->imaginary[i] = root * (green - blue);
    }
  }
  shade(tables, light->real);
  transform(tables, light);
  if (tables->is_colour) {
    shade(tables, colour->real);
    shade(tables, colour->imaginary);
    transform(tables, colour);
  }
}

// MARK: Parts

static int is_inside(const imp_moire *m, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x + SIDE <= (int32_t)m->width && y + SIDE <= (int32_t)m->height;
}

// How many parts lie along so many pixels, half of each over the next.
static int parts_along(float pixels) {
  const int count = (int)((pixels - SIDE) / HALF) + 1;
  return pixels < SIDE ? 0 : count < MOST_ACROSS ? count : MOST_ACROSS;
}

static int32_t place(float from, float pixels, int count, int number) {
  return (int32_t)(from + (count > 1 ? (pixels - SIDE) * (float)number / (float)(count - 1) : 0));
}

int imp_moire_begin(imp_moire *m, const imp_image *image, imp_rect face) {
  m->count = 0;
  // Written so that NaN ends it too.
  if (!(face.width > 0 && face.height > 0 && face.width <= 65536 && face.height <= 65536 && fabsf(face.x) <= 65536 &&
        fabsf(face.y) <= 65536))
    return 0;
  m->is_colour = image->format == IMP_PIXEL_RGB24;
  m->width = image->width;
  m->height = image->height;
  m->middle_x = face.x + face.width / 2;
  m->middle_y = face.y + face.height / 2;
  // Forehead to chin, without hair.
  const float width = 0.6f * face.width, height = 0.72f * face.height;
  const float left = m->middle_x - width / 2, top = m->middle_y - height / 2;
  const int across = parts_along(width), down = parts_along(height);
  for (int row = 0; row < down; row++)
    for (int column = 0; column < across; column++) {
      part *p = &m->parts[m->count];
      p->x = place(left, width, across, column);
      p->y = place(top, height, down, row);
      if (!is_inside(m, p->x, p->y))
        continue;
      take(m, image, p->x, p->y, &p->light, &p->colour);
      m->count++;
    }
  return m->count > 0;
}

static inline float frequency(int bin) {
  return (float)(bin < HALF ? bin : bin - SIDE);
}

static inline int distance(int bin) {
  return bin < HALF ? bin : SIDE - bin;
}

// How far a part moved within its window, by the phases of its low frequencies.
static int shift_between(const spectrum *before, const spectrum *after, float *x, float *y) {
  float xx = 0, xy = 0, yy = 0, bx = 0, by = 0;
  for (int across = 0; across < SIDE; across++)
    for (int down = 0; down < SIDE; down++) {
      const float u = frequency(across), v = frequency(down);
      if (u * u + v * v > MOVEMENT * MOVEMENT || (across == 0 && down == 0))
        continue;
      const int i = across * SIDE + down;
      const float real = after->real[i] * before->real[i] + after->imaginary[i] * before->imaginary[i];
      const float imaginary = after->imaginary[i] * before->real[i] - after->real[i] * before->imaginary[i];
      const float weight = sqrtf(real * real + imaginary * imaginary);
      const float phase = -atan2f(imaginary, real) * (SIDE / 6.2831853f);
      xx += weight * u * u;
      xy += weight * u * v;
      yy += weight * v * v;
      bx += weight * u * phase;
      by += weight * v * phase;
    }
  const float determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-3f * (xx + yy) * (xx + yy) / 4))
    return 0;
  *x = (yy * bx - xy * by) / determinant;
  *y = (xx * by - xy * bx) / determinant;
  return fabsf(*x) <= FURTHEST && fabsf(*y) <= FURTHEST;
}

// Moves the later spectrum back, and adds the power of the difference.
static void add_rest(const spectrum *before, const spectrum *after, const float turn[4][SIDE],
                     rest *sum) {
  for (int across = 0; across < SIDE; across++)
    for (int down = 0; down < SIDE; down++) {
      const int i = across * SIDE + down;
      const float c = turn[0][across] * turn[2][down] - turn[1][across] * turn[3][down];
      const float s = turn[0][across] * turn[3][down] + turn[1][across] * turn[2][down];
      const float real = c * after->real[i] - s * after->imaginary[i] - before->real[i];
      const float imaginary = c * after->imaginary[i] + s * after->real[i] - before->imaginary[i];
      sum->left[i] += real * real + imaginary * imaginary;
      sum->whole[i] += before->real[i] * before->real[i] + before->imaginary[i] * before->imaginary[i] +
          after->real[i] * after->real[i] + after->imaginary[i] * after->imaginary[i];
    }
}

static int compare(imp_moire *m, const imp_image *image, const part *p, int32_t far_x, int32_t far_y) {
  int32_t x = p->x + far_x, y = p->y + far_y;
  float right = 0, down = 0;
  // To the nearest pixel first, so that what is left is less than one.
  for (int round = 0; round < 2; round++) {
    if (!is_inside(m, x, y))
      return 0;
    take(m, image, x, y, &m->now_light, &m->now_colour);
    if (!shift_between(&p->light, &m->now_light, &right, &down))
      return 0;
    const int32_t further_x = (int32_t)lroundf(right), further_y = (int32_t)lroundf(down);
    if (further_x == 0 && further_y == 0)
      break;
    x += further_x;
    y += further_y;
  }
  if (fabsf(right) > 1.5f || fabsf(down) > 1.5f)
    return 0;
  float turn[4][SIDE];
  for (int i = 0; i < SIDE; i++) {
    const float across = 6.2831853f / SIDE * frequency(i) * right, along = 6.2831853f / SIDE * frequency(i) * down;
    turn[0][i] = cosf(across);
    turn[1][i] = sinf(across);
    turn[2][i] = cosf(along);
    turn[3][i] = sinf(along);
  }
  add_rest(&p->light, &m->now_light, turn, &m->light);
  if (m->is_colour)
    add_rest(&p->colour, &m->now_colour, turn, &m->colour);
  return 1;
}

int imp_moire_compare(imp_moire *m, const imp_image *image, imp_rect face) {
  const uint32_t count = m->count;
  m->count = 0;
  if (image->width != m->width || image->height != m->height ||
      m->is_colour != (image->format == IMP_PIXEL_RGB24))
    return 0;
  const float x = face.x + face.width / 2 - m->middle_x, y = face.y + face.height / 2 - m->middle_y;
  if (!(fabsf(x) < 65536 && fabsf(y) < 65536))
    return 0;
  uint32_t compared = 0;
  for (uint32_t i = 0; i < count; i++)
    compared += (uint32_t)compare(m, image, &m->parts[i], (int32_t)lroundf(x), (int32_t)lroundf(y));
  m->comparisons += compared > 0;
  m->compared += (float)compared;
  return compared > 0;
}

// MARK: The peak

// The middle one of them; their order is lost.
static float middle_of(float *values) {
  int first = 0, last = AROUND - 1;
  const int middle = AROUND / 2;
  while (first < last) {
    const float pivot = values[middle];
    int up = first, back = last;
    while (up <= back) {
      while (values[up] < pivot)
        up++;
      while (values[back] > pivot)
        back--;
      if (up <= back) {
        const float kept = values[up];
        values[up++] = values[back];
        values[back--] = kept;
      }
    }
    if (back < middle)
      first = up;
    if (up > middle)
      last = back;
  }
  return values[middle];
}

// The largest logarithm of the power above the middle one around it.
static float highest(imp_moire *m, const rest *sum, int is_light) {
  const float floor = m->compared * (is_light ? FLOOR_LIGHT : FLOOR_COLOUR);
  for (int i = 0; i < BINS; i++)
    m->logarithms[i] = logf(sum->left[i] + floor);
  float most = 0;
  // The spectrum of the light, which is real, is its own mirror image.
  for (int across = 0; across < (is_light ? HALF : SIDE); across++)
    for (int down = 0; down < SIDE; down++) {
      const int u = distance(across), v = distance(down);
      if (u > HIGHEST || v > HIGHEST || u * u + v * v < LOWEST * LOWEST || u <= AXIS || v <= AXIS)
        continue;
      // What moved as the part did is skin, however strong it is.
      if (sum->left[across * SIDE + down] < LEAST_LEFT * sum->whole[across * SIDE + down])
        continue;
      const float here = m->logarithms[across * SIDE + down];
      float around[AROUND];
      int count = 0;
      for (int x = -REACH; x <= REACH; x++)
        for (int y = -REACH; y <= REACH; y++)
          around[count++] = m->logarithms[((across + x + SIDE) % SIDE) * SIDE + (down + y + SIDE) % SIDE];
      const float above = here - middle_of(around);
      most = above > most ? above : most;
    }
  return most;
}

imp_moire_peaks imp_moire_measure(imp_moire *m) {
  imp_moire_peaks peaks = {.comparisons = m->comparisons};
  if (m->comparisons > 0) {
    peaks.light = highest(m, &m->light, 1);
    peaks.colour = m->is_colour ? highest(m, &m->colour, 0) : 0;
  }
  memset(&m->light, 0, sizeof m->light);
  memset(&m->colour, 0, sizeof m->colour);
  m->comparisons = 0;
  m->compared = 0;
  return peaks;
}
