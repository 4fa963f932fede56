// SPDX-License-Identifier: Apache-2.0
// A face as a tracker reports it. Draft: may change until version 1.0.
#ifndef IMPRINT_DRAFT_FACE_H
#define IMPRINT_DRAFT_FACE_H

#include "../base.h"

IMP_BEGIN_DECLS

// The landmark models.
#define IMP_LANDMARKS_NONE 0
#define IMP_LANDMARKS_MESH468 1 // the 468 vertices of the canonical face mesh

// Components of sample quality, each 0...100 (higher is better), or negative where
// it was not measured. All but MARGIN are named after components of ISO/IEC
// 29794-5; MARGIN is ours. How each is measured is up to the tracker, and
// documented there: values of two trackers are not comparable.
#define IMP_QUALITY_UNIFIED 0                   // overall score
#define IMP_QUALITY_SHARPNESS 1                 // no blur
#define IMP_QUALITY_ILLUMINATION_UNIFORMITY 2   // both halves of the face equally lit
#define IMP_QUALITY_UNDER_EXPOSURE_PREVENTION 3 // not too dark
#define IMP_QUALITY_OVER_EXPOSURE_PREVENTION 4  // not burnt out
#define IMP_QUALITY_DYNAMIC_RANGE 5             // contrast in the face
#define IMP_QUALITY_INTER_EYE_DISTANCE 6        // enough pixels between the eyes
#define IMP_QUALITY_HEAD_YAW 7                  // not turned left or right
#define IMP_QUALITY_HEAD_PITCH 8                // not turned up or down
#define IMP_QUALITY_HEAD_ROLL 9                 // not tilted
#define IMP_QUALITY_EYES_OPEN 10                // both
#define IMP_QUALITY_MARGIN 11                   // the head is entirely within the image
#define IMP_QUALITY_SINGLE_FACE 12              // no other face in the image
#define IMP_QUALITY_COMPONENT_COUNT 16

// One face in one image. Left and right are the subject's own: in an image that
// is not mirrored, the subject's left is the image's right.
// The pose rotates an upright head that looks into the camera: first roll, then
// pitch, then yaw, about the image's axes. Signs and order are ours; those of
// ISO/IEC 19794-5 differ.
typedef struct imp_face {
  uint32_t size;       // sizeof(imp_face)
  uint32_t track_id;   // from 1; stays the same for one face from frame to frame
  imp_rect box;        // of the face; may extend beyond the image
  imp_point left_eye;  // centre
  imp_point right_eye; // centre
  float detection;     // 0...1: the detector's confidence
  float presence;      // 0...1: confidence that the landmarks lie on a face
  float yaw;           // degrees; positive: to the subject's left, the nose to the image's right
  float pitch;         // degrees; positive: looking up, the nose towards the image's top
  float roll;          // degrees; positive: to the left shoulder, clockwise in the image
  float left_eye_openness;  // lid distance / eye width; negative: not measured
  float right_eye_openness; // about 0.27 for open eyes, below 0.15 for closed ones
  uint32_t landmark_model;  // IMP_LANDMARKS_...
  uint32_t landmark_first;  // index into the landmarks passed with it
  uint32_t landmark_count;
  float quality[IMP_QUALITY_COMPONENT_COUNT]; // by IMP_QUALITY_...; unnamed ones are negative
} imp_face;

// Faces of one image, largest first, with their landmarks in one flat array. The
// caller owns both arrays, and has set the size of each face in it (face_capacity
// of them to be filled, face_count to be read); a callee that fills them
// sets the counts. If either is too short it fills neither, sets both counts to
// what is needed and returns IMP_RETRY_SHORT_BUFFER.
typedef struct imp_face_list {
  uint32_t size; // sizeof(imp_face_list)
  uint32_t face_capacity;
  uint32_t face_count;
  uint32_t landmark_capacity;
  uint32_t landmark_count;
  uint32_t reserved; // 0
  imp_face *IMP_NULLABLE faces;
  imp_point3 *IMP_NULLABLE landmarks;
} imp_face_list;

IMP_END_DECLS

#endif
