// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "CFaceGeometry.h"

imp_point imp_affine_apply(const imp_affine *map, imp_point point) {
  return (imp_point){map->xx * point.x + map->xy * point.y + map->x0,
                     map->yx * point.x + map->yy * point.y + map->y0};
}

imp_affine imp_affine_square(imp_point centre, float side, float angle, uint32_t output) {
  const float scale = side / (float)output;
  const float c = cosf(angle) * scale;
  const float s = sinf(angle) * scale;
  const float half = (float)output / 2;
  return (imp_affine){c, -s, centre.x - (c - s) * half, s, c, centre.y - (s + c) * half};
}

imp_status imp_affine_similarity(const imp_point *from, const imp_point *to, uint32_t count, imp_affine *map) {
  double from_x = 0;
  double from_y = 0;
  double to_x = 0;
  double to_y = 0;
  for (uint32_t i = 0; i < count; i++) {
    from_x += (double)from[i].x / count;
    from_y += (double)from[i].y / count;
    to_x += (double)to[i].x / count;
    to_y += (double)to[i].y / count;
  }
  double along = 0;
  double across = 0;
  double spread = 0;
  for (uint32_t i = 0; i < count; i++) {
    const double x = from[i].x - from_x;
    const double y = from[i].y - from_y;
    const double u = to[i].x - to_x;
    const double v = to[i].y - to_y;
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  }
  const double c = along / spread;
  const double s = across / spread;
  // Written so that a NaN fails it too; a scale of 0 has no inverse.
  if (!(spread > 1e-6 && c * c + s * s > 1e-12 && isfinite(c) && isfinite(s))) {
    return IMP_E_SAMPLE;
  }
  *map = (imp_affine){(float)c, (float)-s, (float)(to_x - c * from_x + s * from_y),
                      (float)s, (float)c,  (float)(to_y - s * from_x - c * from_y)};
  return IMP_OK;
}

imp_status imp_affine_inverse(const imp_affine *map, imp_affine *inverse) {
  const double determinant = (double)map->xx * map->yy - (double)map->xy * map->yx;
  if (!(fabs(determinant) > 1e-12) || !isfinite(determinant)) {
    return IMP_E_SAMPLE;
  }
  const double xx = map->yy / determinant;
  const double xy = -map->xy / determinant;
  const double yx = -map->yx / determinant;
  const double yy = map->xx / determinant;
  *inverse = (imp_affine){(float)xx, (float)xy, (float)(-xx * map->x0 - xy * map->y0),
                          (float)yx, (float)yy, (float)(-yx * map->x0 - yy * map->y0)};
  return IMP_OK;
}
