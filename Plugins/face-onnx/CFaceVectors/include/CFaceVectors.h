// SPDX-License-Identifier: Apache-2.0
// What face-onnx does with numbers: pictures to a network's input, its answer to templates, templates to
// similarities. All functions are pure and may run on any thread.
#ifndef IMPRINT_FACE_VECTORS_H
#define IMPRINT_FACE_VECTORS_H

#include <CEmbedding.h>

IMP_BEGIN_DECLS

typedef enum imp_vectors_colours {
  IMP_COLOURS_RGB = 0,
  IMP_COLOURS_BGR = 1,
  IMP_COLOURS_GREY = 2, // luma of BT.601, one channel
} imp_vectors_colours;

// How a network takes its picture. A number is (pixel - mean) * scale, pixels are 0...255.
typedef struct imp_vectors_input {
  uint32_t pixels; // width * height
  imp_vectors_colours colours;
  uint32_t planar;   // 1: all of one channel after the other; 0: pixel by pixel
  uint32_t is_bytes; // 1: the pixels as they are, bytes; means and scales do not count
  float mean[3];     // red, green, blue; of grey the first
  float scale[3];
} imp_vectors_input;

// Writes the input of a picture: red, green and blue of each pixel. `out` takes `pixels` numbers for each
// channel, floats or bytes.
void imp_vectors_write(const imp_vectors_input *IMP_NONNULL input, const uint8_t *IMP_NONNULL picture,
                       void *IMP_NONNULL out);

typedef enum imp_vectors_metric {
  IMP_METRIC_COSINE = 0,         // of the directions: -1...1
  IMP_METRIC_EUCLIDEAN_UNIT = 1, // minus the distance of the directions: -2...0
  IMP_METRIC_EUCLIDEAN = 2,      // minus the distance: -bound...0
  IMP_METRIC_DOT = 3,            // the dot product: -bound...bound
} imp_vectors_metric;

// A format of templates.
//
//   offset bytes
//   0      8     FNV-1a of the format's name, 64 bits, little-endian
//   8      4     version of the format, little-endian
//   12     4     CRC-32 (that of IEEE 802.3) of the bytes before and after it, little-endian
//   16           the numbers: IEEE 754 binary32, little-endian; or int8, two's complement
typedef struct imp_vectors {
  uint64_t tag;     // imp_vectors_tag of the name
  uint32_t version; // 1...
  uint32_t count;   // of numbers, 2...IMP_VECTORS_MAX
  uint32_t is_int8; // 1: a byte each, with the cosine alone
  imp_vectors_metric metric;
  float bound; // what lies beyond counts as it
  uint32_t reserved;
} imp_vectors;

#define IMP_VECTORS_MAX 4096

uint64_t imp_vectors_tag(const char *IMP_NONNULL name, size_t length);

// The length of each template.
size_t imp_vectors_payload_bytes(const imp_vectors *IMP_NONNULL format);

typedef enum imp_vectors_answer {
  IMP_VECTORS_MADE = 0,
  IMP_VECTORS_ZERO = 1,       // all numbers are 0: there is no direction
  IMP_VECTORS_NOT_FINITE = 2, // one is not finite, or its magnitude is beyond 1e6
} imp_vectors_answer;

// Makes a template of a network's answer, `count` numbers. Both cosine and distance of directions keep the
// direction alone.
imp_vectors_answer imp_vectors_make(const imp_vectors *IMP_NONNULL format, const float *IMP_NONNULL embedding,
                                    uint8_t *IMP_NONNULL payload);

// What bytes are that are said to be a template.
typedef enum imp_vectors_kind {
  IMP_VECTORS_GOOD = 0,
  IMP_VECTORS_FOREIGN = 1,       // another format
  IMP_VECTORS_OTHER_VERSION = 2, // a version that is not read here
  IMP_VECTORS_DAMAGED = 3,       // its check, or numbers that no template has
} imp_vectors_kind;

// Judges imp_vectors_payload_bytes bytes.
imp_vectors_kind imp_vectors_judge(const imp_vectors *IMP_NONNULL format, const uint8_t *IMP_NONNULL payload);

// The length of what is compared: a multiple of 32.
size_t imp_vectors_entry_bytes(const imp_vectors *IMP_NONNULL format);

// Makes what is compared of a good template. The same template gives the same bytes.
void imp_vectors_prepare(const imp_vectors *IMP_NONNULL format, const uint8_t *IMP_NONNULL payload,
                         uint8_t *IMP_NONNULL entry);

// The similarity of a probe with each of `count` entries, which follow each other: higher for more alike, the
// same bits the other way round, and on every processor. NaN for an entry that was
// not prepared, or of another format or version.
void imp_vectors_compare(const imp_vectors *IMP_NONNULL format, const uint8_t *IMP_NONNULL probe,
                         const uint8_t *IMP_NONNULL entries, size_t count, float *IMP_NONNULL similarities);

// The same with an instruction set of one's choice, which the processor must have.
void imp_vectors_compare_by(imp_embedding_kernel kernel, const imp_vectors *IMP_NONNULL format,
                            const uint8_t *IMP_NONNULL probe, const uint8_t *IMP_NONNULL entries, size_t count,
                            float *IMP_NONNULL similarities);

IMP_END_DECLS

#endif
