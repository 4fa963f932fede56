// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "CFaceLiveness.h"

#define MOST_POINTS 512
#define LEAST_POINTS 24
#define TERMS 6 // 1, x, y, x^2, xy, y^2

// The rotation of a pose: first roll, then pitch, then yaw, about the image's axes.
static void rotation_of(imp_head_angles pose, double m[3][3]) {
  const double degree = 0.017453292519943295;
  const double cy = cos(pose.yaw * degree), sy = sin(pose.yaw * degree);
  const double cp = cos(pose.pitch * degree), sp = sin(pose.pitch * degree);
  const double cr = cos(pose.roll * degree), sr = sin(pose.roll * degree);
  const double yaw[3][3] = {{cy, 0, -sy}, {0, 1, 0}, {sy, 0, cy}};
  const double pitch[3][3] = {{1, 0, 0}, {0, cp, sp}, {0, -sp, cp}};
  const double roll[3][3] = {{cr, -sr, 0}, {sr, cr, 0}, {0, 0, 1}};
  double half[3][3];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      half[r][c] = yaw[r][0] * pitch[0][c] + yaw[r][1] * pitch[1][c] + yaw[r][2] * pitch[2][c];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      m[r][c] = half[r][0] * roll[0][c] + half[r][1] * roll[1][c] + half[r][2] * roll[2][c];
}

// Where the front's points go in the picture when the head turns from its pose to
// another: x and y alone, as the movement of the whole is taken away later.
static void predict(const imp_point3 *front, uint32_t count, imp_head_angles from, imp_head_angles to,
                    double placed[][2]) {
  double back[3][3], forth[3][3], turn[2][3];
  rotation_of(from, back);
  rotation_of(to, forth);
  for (int r = 0; r < 2; r++)
    for (int c = 0; c < 3; c++)
      turn[r][c] = forth[r][0] * back[c][0] + forth[r][1] * back[c][1] + forth[r][2] * back[c][2];
  for (uint32_t i = 0; i < count; i++)
    for (int r = 0; r < 2; r++)
      placed[i][r] = turn[r][0] * front[i].x + turn[r][1] * front[i].y + turn[r][2] * front[i].z;
}

// An orthonormal basis of all warps of second degree over the used points (Gram and
// Schmidt, twice). 0 where the points do not determine it.
static int basis_of(const imp_point3 *front, const uint8_t *used, uint32_t count, double basis[][TERMS]) {
  double x = 0, y = 0, spread = 0;
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++)
    if (used[i]) {
      x += front[i].x;
      y += front[i].y;
      n++;
    }
  x /= n;
  y /= n;
  for (uint32_t i = 0; i < count; i++)
    if (used[i])
      spread += (front[i].x - x) * (front[i].x - x) + (front[i].y - y) * (front[i].y - y);
  spread = sqrt(spread / n);
  if (!(spread > 1e-3 && spread < 1e9))
    return 0;
  for (uint32_t i = 0; i < count; i++) {
    const double u = (front[i].x - x) / spread, v = (front[i].y - y) / spread;
    const double terms[TERMS] = {1, u, v, u * u, u * v, v * v};
    memcpy(basis[i], terms, sizeof terms);
  }
  for (int term = 0; term < TERMS; term++) {
    for (int again = 0; again < 2; again++)
      for (int earlier = 0; earlier < term; earlier++) {
        double along = 0;
        for (uint32_t i = 0; i < count; i++)
          if (used[i])
            along += basis[i][term] * basis[i][earlier];
        for (uint32_t i = 0; i < count; i++)
          basis[i][term] -= along * basis[i][earlier];
      }
    double length = 0;
    for (uint32_t i = 0; i < count; i++)
      if (used[i])
        length += basis[i][term] * basis[i][term];
    length = sqrt(length);
    if (!(length > 1e-6))
      return 0;
    for (uint32_t i = 0; i < count; i++)
      basis[i][term] /= length;
  }
  return 1;
}

static void take_away(double basis[][TERMS], const uint8_t *used, uint32_t count, double moved[][2]) {
  for (int axis = 0; axis < 2; axis++)
    for (int term = 0; term < TERMS; term++) {
      double along = 0;
      for (uint32_t i = 0; i < count; i++)
        if (used[i])
          along += moved[i][axis] * basis[i][term];
      for (uint32_t i = 0; i < count; i++)
        moved[i][axis] -= along * basis[i][term];
    }
}

// Leaves out what was followed wrongly: more than three times as far from the
// prediction, fitted, as the middle one of all.
static uint32_t leave_out(double seen[][2], double predicted[][2], double gain, uint8_t *used, uint32_t count) {
  double sorted[MOST_POINTS], distance[MOST_POINTS];
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    // hypot is of glibc 2.35.
    const double x = seen[i][0] - gain * predicted[i][0], y = seen[i][1] - gain * predicted[i][1];
    distance[i] = sqrt(x * x + y * y);
    if (!used[i])
      continue;
    uint32_t at = n++;
    for (; at > 0 && sorted[at - 1] > distance[i]; at--)
      sorted[at] = sorted[at - 1];
    sorted[at] = distance[i];
  }
  const double most = 3 * sorted[n / 2];
  uint32_t left = 0;
  for (uint32_t i = 0; i < count; i++) {
    used[i] = used[i] && distance[i] <= most;
    left += used[i];
  }
  return left;
}

imp_status imp_relief_measure(const imp_point3 *front, const imp_point *first, const imp_point *second, uint32_t count,
                              imp_head_angles front_pose, imp_head_angles first_pose, imp_head_angles second_pose,
                              imp_relief *relief) {
  if (count < LEAST_POINTS || count > MOST_POINTS)
    return IMP_E_SAMPLE;
  double at_first[MOST_POINTS][2], predicted[MOST_POINTS][2], seen[MOST_POINTS][2], basis[MOST_POINTS][TERMS];
  uint8_t used[MOST_POINTS];
  memset(used, 1, count);
  uint32_t left = count;
  for (int round = 0; round < 3; round++) {
    if (left < LEAST_POINTS || !basis_of(front, used, count, basis))
      return IMP_E_SAMPLE;
    predict(front, count, front_pose, first_pose, at_first);
    predict(front, count, front_pose, second_pose, predicted);
    for (uint32_t i = 0; i < count; i++) {
      predicted[i][0] -= at_first[i][0];
      predicted[i][1] -= at_first[i][1];
      seen[i][0] = (double)second[i].x - first[i].x;
      seen[i][1] = (double)second[i].y - first[i].y;
    }
    take_away(basis, used, count, predicted);
    take_away(basis, used, count, seen);
    double both = 0, expected = 0, found = 0;
    for (uint32_t i = 0; i < count; i++)
      if (used[i])
        for (int axis = 0; axis < 2; axis++) {
          both += seen[i][axis] * predicted[i][axis];
          expected += predicted[i][axis] * predicted[i][axis];
          found += seen[i][axis] * seen[i][axis];
        }
    // Half a pixel a point is what noise does: no turn.
    if (!(expected > 0.25 * left) || !(found < 1e12))
      return IMP_E_SAMPLE;
    *relief = (imp_relief){(float)(both / expected), found > 0 ? (float)(both / sqrt(expected * found)) : 0, left};
    left = leave_out(seen, predicted, both / expected, used, count);
  }
  return IMP_OK;
}
