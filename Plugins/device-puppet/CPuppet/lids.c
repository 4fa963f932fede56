// SPDX-License-Identifier: Apache-2.0
#include "mesh.h"

const eye_points eyes[2] = {
    {33,
     133,
     {246, 161, 160, 159, 158, 157, 173},
     {7, 163, 144, 145, 153, 154, 155},
     {247, 30, 29, 27, 28, 56, 190},
     {113, 225, 224, 223, 222, 221, 189},
     {46, 53, 52, 65, 55},
     {70, 63, 105, 66, 107}},
    {263,
     362,
     {466, 388, 387, 386, 385, 384, 398},
     {249, 390, 373, 374, 380, 381, 382},
     {467, 260, 259, 257, 258, 286, 414},
     {342, 445, 444, 443, 442, 441, 413},
     {276, 283, 282, 295, 285},
     {300, 293, 334, 296, 336}},
};

// The upper lid comes down all the way, a little over the lower one, which hardly rises.
static const float upper_share = 1.02f;
static const float lower_share = 0.06f;
// Of the upper lid's way, what lies above takes part in: who blinks when asked draws the brow down too.
static const float crease_share = 0.85f;
static const float brow_share = 0.45f;
static const float eyebrow_share = 0.12f;
// A lid lies on the eyeball: its middle is pushed forward when it comes down.
static const float bulge = 1.5f;
// Lashes and parts of the iris lie along an open lid's edge. What is stretched over the eye is the skin
// nearer to the crease; the lashes' shadow then takes so much of the light.
static const float edge_skin = 0.45f;
static const float lash_skin = 0.7f;
static const float upper_shadow = 0.78f;
static const float lower_shadow = 0.4f;

// Lashes of a closed eye darken so much above its edge.
static const float lash_height = 2.4f;

static void take_skin(vertex *v, const vertex *crease, float share) {
  v->lid_u = share * (crease->u - v->u);
  v->lid_v = share * (crease->v - v->v);
}

static void move_eyebrow(vertex *v, vec3 lid, float share, int eye) {
  v->lid = vec3_scale(lid, share);
  v->eye = eye;
}

void lids_move(const vec3 face[PUPPET_POINTS], vertex *vertices) {
  for (int eye = 0; eye < 2; eye++) {
    const eye_points *e = &eyes[eye];
    for (int i = 0; i < LID_POINTS; i++) {
      const vec3 way = vec3_sub(face[e->lower[i]], face[e->upper[i]]);
      vec3 upper = vec3_scale(way, upper_share);
      upper.z -= bulge * sinf(3.1415927f * (float)(i + 1) / (LID_POINTS + 1));
      const struct {
        uint16_t point;
        vec3 move;
      } moves[4] = {{e->upper[i], upper},
                    {e->lower[i], vec3_scale(way, -lower_share)},
                    {e->crease[i], vec3_scale(upper, crease_share)},
                    {e->brow[i], vec3_scale(upper, brow_share)}};
      for (int k = 0; k < 4; k++) {
        vertices[moves[k].point].lid = moves[k].move;
        vertices[moves[k].point].eye = eye;
      }
      if (i < EYEBROW_POINTS) {
        move_eyebrow(&vertices[e->eyebrow[i]], upper, eyebrow_share, eye);
        move_eyebrow(&vertices[e->forehead[i]], upper, eyebrow_share / 2, eye);
      }
      take_skin(&vertices[e->upper[i]], &vertices[e->crease[i]], edge_skin);
      vertices[e->upper[i]].lash = upper_shadow;
      vertices[e->lower[i]].lash = lower_shadow;
    }
  }
}

void lids_move_lash(const vertex *edge, const vertex *crease, vertex *lash) {
  const vec3 up = vec3_unit(vec3_sub(crease->place, edge->place));
  const float near = vec3_length(vec3_sub(lash->place, edge->place));
  lash->lid = vec3_add(edge->lid, vec3_scale(up, fmaxf(lash_height - near, 0)));
  lash->eye = edge->eye;
  take_skin(lash, crease, (lash_skin - 0.3f) / 0.7f);
}
