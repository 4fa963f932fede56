// SPDX-License-Identifier: Apache-2.0
// Points, rotations, and four floats at once.
#ifndef PUPPET_VECTORS_H
#define PUPPET_VECTORS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef float four __attribute__((vector_size(16)));
typedef uint16_t four_short __attribute__((vector_size(8)));
typedef int32_t four_int __attribute__((vector_size(16)));

typedef struct vec3 {
  float x;
  float y;
  float z;
} vec3;

typedef struct rotation {
  vec3 row[3];
} rotation;

static inline vec3 vec3_of(float x, float y, float z) {
  const vec3 v = {x, y, z};
  return v;
}

static inline vec3 vec3_add(vec3 a, vec3 b) {
  return vec3_of(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vec3 vec3_sub(vec3 a, vec3 b) {
  return vec3_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vec3 vec3_scale(vec3 a, float s) {
  return vec3_of(a.x * s, a.y * s, a.z * s);
}

static inline float vec3_dot(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 vec3_cross(vec3 a, vec3 b) {
  return vec3_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline float vec3_length(vec3 a) {
  return sqrtf(vec3_dot(a, a));
}

// Not hypotf: glibc has a new one since 2.35.
static inline float flat_length(float x, float y) {
  return sqrtf(x * x + y * y);
}

// The zero vector stays as it is.
static inline vec3 vec3_unit(vec3 a) {
  const float length = vec3_length(a);
  return length > 1e-12f ? vec3_scale(a, 1 / length) : a;
}

static inline vec3 vec3_between(vec3 a, vec3 b, float share) {
  return vec3_add(a, vec3_scale(vec3_sub(b, a), share));
}

// First roll, then pitch, then yaw, in degrees, signed as in imprint/draft/face.h.
static inline rotation rotation_of(float yaw, float pitch, float roll) {
  const float radians = 0.017453292f;
  const float cy = cosf(yaw * radians), sy = sinf(yaw * radians);
  const float cp = cosf(pitch * radians), sp = sinf(pitch * radians);
  const float cr = cosf(roll * radians), sr = sinf(roll * radians);
  const rotation r = {{{cy * cr + sy * sp * sr, sy * sp * cr - cy * sr, -sy * cp},
                       {cp * sr, cp * cr, sp},
                       {sy * cr - cy * sp * sr, -sy * sr - cy * sp * cr, cy * cp}}};
  return r;
}

static inline vec3 rotated(const rotation *r, vec3 v) {
  return vec3_of(vec3_dot(r->row[0], v), vec3_dot(r->row[1], v), vec3_dot(r->row[2], v));
}

static inline vec3 rotated_back(const rotation *r, vec3 v) {
  return vec3_add(vec3_scale(r->row[0], v.x),
                  vec3_add(vec3_scale(r->row[1], v.y), vec3_scale(r->row[2], v.z)));
}

// NaN becomes `low`.
static inline float clamped(float value, float low, float high) {
  return value > low ? (value < high ? value : high) : low;
}

static inline float smooth_step(float from, float to, float value) {
  const float t = clamped((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

// Rounds down; |value| below 2^31.
static inline int32_t floor_int(float value) {
  const int32_t whole = (int32_t)value;
  return whole - (value < (float)whole);
}

static inline int32_t ceil_int(float value) {
  const int32_t whole = (int32_t)value;
  return whole + (value > (float)whole);
}

#endif
