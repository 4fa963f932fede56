// SPDX-License-Identifier: Apache-2.0
// The shape of a head, and what of the canvas lies on it.
#ifndef PUPPET_MODEL_H
#define PUPPET_MODEL_H

#include "canvas.h"

// Drawn in this order, each from the back to the front.
#define LAYER_BODY 0  // neck and shoulders
#define LAYER_BACK 1  // the back of the head, which no photograph shows
#define LAYER_EYE 2   // eyeballs, over which lids close
#define LAYER_FRONT 3 // face, hair, ears

// In millimetres from the middle between the eyes; the head looks along -z.
typedef struct vertex {
  vec3 place;
  vec3 normal; // unit, outwards
  vec3 lid;    // what it moves by when the eye is closed
  float lid_u; // and what of the canvas then lies on it
  float lid_v;
  float lash; // share of its light that lashes take then
  float turn; // 1: turns with the head ... 0: stays with the shoulders
  float u;    // on the canvas
  float v;
  int32_t eye; // whose lid it is: 0 right, 1 left, -1 none
} vertex;

// The point of the nose between the eyes.
#define NOSE_BRIDGE 168

#define NO_NEIGHBOUR (-1)

typedef struct mesh_triangle {
  uint16_t corner[3]; // clockwise, seen from the front
  uint16_t layer;
  int32_t neighbour[3]; // across the edge from a corner to the next
} mesh_triangle;

struct puppet_model {
  puppet_texture photo;
  puppet_photo size;
  canvas canvas;
  vertex *vertices;
  uint32_t vertex_count;
  mesh_triangle *triangles;
  uint32_t triangle_count;
};

// Around what a head turns: the joint of skull and neck.
extern const vec3 head_pivot;

// Where a point is once the head is turned, in millimetres from where the middle between the eyes was
// with a straight head.
static inline vec3 turned_place(vec3 place, const rotation *turn) {
  return vec3_add(rotated(turn, vec3_sub(place, head_pivot)), head_pivot);
}

#endif
