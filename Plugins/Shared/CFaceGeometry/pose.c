// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "CFaceGeometry.h"

// The eigenvector of the largest eigenvalue of a symmetric 4x4 matrix, by
// Jacobi's rotations. Ten sweeps are far beyond convergence at this size.
static void largest_eigenvector(double matrix[4][4], double vector[4]) {
  double basis[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  for (int sweep = 0; sweep < 10; sweep++) {
    for (int p = 0; p < 3; p++) {
      for (int q = p + 1; q < 4; q++) {
        if (fabs(matrix[p][q]) < 1e-300) {
          continue;
        }
        const double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
        const double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
        const double c = 1 / sqrt(t * t + 1);
        const double s = t * c;
        for (int k = 0; k < 4; k++) {
          const double kp = matrix[k][p];
          const double kq = matrix[k][q];
          matrix[k][p] = c * kp - s * kq;
          matrix[k][q] = s * kp + c * kq;
        }
        for (int k = 0; k < 4; k++) {
          const double pk = matrix[p][k];
          const double qk = matrix[q][k];
          matrix[p][k] = c * pk - s * qk;
          matrix[q][k] = s * pk + c * qk;
          const double bp = basis[k][p];
          const double bq = basis[k][q];
          basis[k][p] = c * bp - s * bq;
          basis[k][q] = s * bp + c * bq;
        }
      }
    }
  }
  int best = 0;
  for (int i = 1; i < 4; i++) {
    best = matrix[i][i] > matrix[best][best] ? i : best;
  }
  for (int i = 0; i < 4; i++) {
    vector[i] = basis[i][best];
  }
}

static void mean_of(const imp_point3 *points, uint32_t count, double mean[3]) {
  mean[0] = mean[1] = mean[2] = 0;
  for (uint32_t i = 0; i < count; i++) {
    mean[0] += (double)points[i].x / count;
    mean[1] += (double)points[i].y / count;
    mean[2] += (double)points[i].z / count;
  }
}

imp_status imp_face_pose(const imp_point3 *points, const imp_point3 *reference, uint32_t count,
                         imp_head_pose *pose) {
  double to[3];
  double from[3];
  mean_of(points, count, to);
  mean_of(reference, count, from);
  double s[3][3] = {{0}};
  for (uint32_t i = 0; i < count; i++) {
    const double a[3] = {reference[i].x - from[0], reference[i].y - from[1], reference[i].z - from[2]};
    const double b[3] = {points[i].x - to[0], points[i].y - to[1], points[i].z - to[2]};
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        s[r][c] += a[r] * b[c];
      }
    }
  }
  double largest = 0;
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) {
      if (!isfinite(s[r][c])) {
        return IMP_E_SAMPLE;
      }
      largest = fmax(largest, fabs(s[r][c]));
    }
  }
  if (largest < 1e-9) {
    return IMP_E_SAMPLE;
  }
  // Horn's matrix: its dominant eigenvector is the quaternion of the rotation.
  double horn[4][4] = {
      {s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]},
      {s[1][2] - s[2][1], s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]},
      {s[2][0] - s[0][2], s[0][1] + s[1][0], s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]},
      {s[0][1] - s[1][0], s[2][0] + s[0][2], s[1][2] + s[2][1], s[2][2] - s[0][0] - s[1][1]}};
  double q[4];
  largest_eigenvector(horn, q);

  // The rows of the rotation that the angles need. The head looks along -z, so
  // its gaze is minus the third column; x to the image's right is the subject's
  // left, and y points down.
  const double x_z = 2 * (q[1] * q[3] + q[0] * q[2]);
  const double y_x = 2 * (q[1] * q[2] + q[0] * q[3]);
  const double y_y = q[0] * q[0] - q[1] * q[1] + q[2] * q[2] - q[3] * q[3];
  const double y_z = 2 * (q[2] * q[3] - q[0] * q[1]);
  const double z_z = q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
  const double degrees = 57.29577951308232;
  pose->yaw = (float)(degrees * atan2(-x_z, z_z));
  pose->pitch = (float)(degrees * asin(fmax(-1, fmin(1, y_z))));
  pose->roll = (float)(degrees * atan2(y_x, y_y));
  return IMP_OK;
}
