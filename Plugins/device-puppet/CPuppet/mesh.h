// SPDX-License-Identifier: Apache-2.0
// How the mesh of a head is built: each part adds its vertices, what is seen from the front is
// triangulated, and eyeballs and the back of the head come last.
#ifndef PUPPET_MESH_H
#define PUPPET_MESH_H

#include "model.h"

typedef struct mesh_builder {
  puppet_model *model;
  const photo_frame *frame;
  vec3 face[PUPPET_POINTS];  // straightened
  vec3 photo[PUPPET_POINTS]; // as in the photograph, millimetres
  float chin;                // height of the chin
} mesh_builder;

// PUPPET_E_MEMORY.
int mesh_build(mesh_builder *b);

// `x` and `y`: where it lies in the photograph. NULL where the mesh is full.
vertex *mesh_add_vertex(mesh_builder *b, vec3 place, float turn, float x, float y);
void mesh_add_triangle(puppet_model *m, uint32_t a, uint32_t b, uint32_t c, uint16_t layer);

// The share of the head's turn that the neck has at a height.
float mesh_turn_at(const mesh_builder *b, float y);

// MARK: Face

// The face's own points, and those that its lids need.
void face_add(mesh_builder *b);

// A place of the face in the photograph, or the nearest towards the nose that belongs to the person.
vec3 face_seen_place(const mesh_builder *b, vec3 photo);

// MARK: Eyes

// How the lids' vertices move, once all 468 of the face are there.
void lids_move(const vec3 face[PUPPET_POINTS], vertex *vertices);

// Of a vertex between the edge of an upper lid and its crease, which moves with the edge.
void lids_move_lash(const vertex *edge, const vertex *crease, vertex *lash);

// The vertices of one eye, from the outer to the inner corner. The right one is the first.
#define LID_POINTS 7
#define EYEBROW_POINTS 5
typedef struct eye_points {
  uint16_t outer; // corner
  uint16_t inner;
  uint16_t upper[LID_POINTS]; // edge of the upper lid, from outer to inner corner
  uint16_t lower[LID_POINTS];
  uint16_t crease[LID_POINTS];       // where the upper lid folds
  uint16_t brow[LID_POINTS];         // below the eyebrow
  uint16_t eyebrow[EYEBROW_POINTS];  // its lower edge
  uint16_t forehead[EYEBROW_POINTS]; // its upper edge
} eye_points;
extern const eye_points eyes[2];

// Splits the edges of the eyes' openings that the triangulation does not have. Returns how many.
int eyes_split_edges(mesh_builder *b, const uint32_t *triangles, uint32_t count);

// Whether a place of the straightened face lies in the opening of an eye.
int eyes_hold(const puppet_model *m, float x, float y);

void eyes_add_balls(mesh_builder *b);

// MARK: Outline

typedef struct outline {
  vec3 from[OVAL_POINTS];     // of the face
  vec3 photo[OVAL_POINTS];    // the same in the photograph
  vec3 towards[OVAL_POINTS];  // direction, straightened
  vec3 on_photo[OVAL_POINTS]; // direction in the photograph
  float start[OVAL_POINTS];   // distance of the face's edge from the middle of the skull
  float end[OVAL_POINTS];     // of the outline
  float limit[OVAL_POINTS];   // where the head's part of the canvas ends
  float skull[OVAL_POINTS];   // of the outline without the ears
  float seen[OVAL_POINTS];    // of what the photograph shows of the face's edge
  int is_hidden[OVAL_POINTS]; // nothing is seen beyond the face's edge
  vec3 middle;                // of the skull, in the photograph
} outline;

// Where the person ends around the head.
void outline_find(mesh_builder *b, outline *o);

// From the face's edge to the outline.
void outline_add_sides(mesh_builder *b, const outline *o);

// From the outline backwards.
void outline_add_back(mesh_builder *b, const outline *o);

// Whether a place of the straightened head is the outline's, or nearer to it than a triangle needs.
int outline_holds(const outline *o, float x, float y);

#endif
