// Draws triangles with a z-buffer, then shades each pixel once.
//
// drawing.py compiles it.
#include <math.h>
#include <string.h>

enum { SKIN, EYE, FLAT, MOUTH, TEETH, TONGUE };

static int clampi(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

// Finds the nearest triangle of each pixel.
// p: vertices as pixel x, pixel y (down), depth. skip, twosided: by material.
void bifrons_depth(const float *p, const int *faces, const unsigned char *material,
                   const unsigned char *skip, const unsigned char *twosided, int count,
                   int width, int height, float *depth, int *number) {
  for (int i = 0; i < width * height; i++) depth[i] = 1e30f, number[i] = -1;
  for (int t = 0; t < count; t++) {
    int m = material[t];
    if (skip[m]) continue;
    const float *a = p + 3 * faces[3 * t], *b = p + 3 * faces[3 * t + 1];
    const float *c = p + 3 * faces[3 * t + 2];
    float area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (area == 0 || (area > 0 && !twosided[m])) continue;
    int x0 = clampi((int)ceilf(fminf(a[0], fminf(b[0], c[0])) - .5f), 0, width);
    int x1 = clampi((int)floorf(fmaxf(a[0], fmaxf(b[0], c[0])) - .5f), -1, width - 1);
    int y0 = clampi((int)ceilf(fminf(a[1], fminf(b[1], c[1])) - .5f), 0, height);
    int y1 = clampi((int)floorf(fmaxf(a[1], fmaxf(b[1], c[1])) - .5f), -1, height - 1);
    float r = 1 / area;
    for (int y = y0; y <= y1; y++)
      for (int x = x0; x <= x1; x++) {
        float px = x + .5f, py = y + .5f;
        float u = ((b[0] - px) * (c[1] - py) - (b[1] - py) * (c[0] - px)) * r;
        float v = ((c[0] - px) * (a[1] - py) - (c[1] - py) * (a[0] - px)) * r;
        float w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        float z = u * a[2] + v * b[2] + w * c[2];
        int k = y * width + x;
        if (z < depth[k]) depth[k] = z, number[k] = t;
      }
  }
}

// Area-weighted unit normals of vertices.
void bifrons_normals(const float *v, const int *faces, int vertices, int count, float *n) {
  memset(n, 0, sizeof(float) * 3 * vertices);
  for (int t = 0; t < count; t++) {
    const float *a = v + 3 * faces[3 * t], *b = v + 3 * faces[3 * t + 1];
    const float *c = v + 3 * faces[3 * t + 2];
    float e[3], g[3];
    for (int j = 0; j < 3; j++) e[j] = b[j] - a[j], g[j] = c[j] - a[j];
    float m[3] = {e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) n[3 * faces[3 * t + i] + j] += m[j];
  }
  for (int i = 0; i < vertices; i++) {
    float *m = n + 3 * i, l = sqrtf(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) + 1e-12f;
    for (int j = 0; j < 3; j++) m[j] /= l;
  }
}

static float hash2(int x, int y, int seed) {
  unsigned h = x * 374761393u + y * 668265263u + seed * 2246822519u;
  h = (h ^ (h >> 13)) * 1274126177u;
  return ((h ^ (h >> 16)) & 0xffff) / 65535.f;
}

static float noise2(float x, float y, int seed) {
  int ix = (int)floorf(x), iy = (int)floorf(y);
  float fx = x - ix, fy = y - iy;
  fx = fx * fx * (3 - 2 * fx), fy = fy * fy * (3 - 2 * fy);
  float a = hash2(ix, iy, seed), b = hash2(ix + 1, iy, seed);
  float c = hash2(ix, iy + 1, seed), d = hash2(ix + 1, iy + 1, seed);
  float low = a + (b - a) * fx;
  return low + (c + (d - c) * fx - low) * fy;
}

struct scene {
  int width, height, faces;
  const float *p, *camera, *normals, *attributes;  // 3, 3, 3 and 4 values a vertex
  const int *triangles;
  const unsigned char *material;
  const int *number;
  const float *texture;  // skin: red, green, blue, shine
  int texture_width, texture_height;
  const int *kind;                  // what a material is
  const float *color, *shine;       // by material
  const float *lights;              // direction, colour, shine: 7 values each
  int light_count;
  const float *ambient;             // from above, from below
  const float *up, *eye;            // eye: iris, white
  const float *shadow_map;          // depth towards the first light, or null
  int shadow_size;
  const float *shadow_matrix;       // 3 × 4
  float shadow_bias, shadow;
  int seed;
};

static void sample_texture(const struct scene *s, float u, float v, float *out) {
  float x = fminf(fmaxf(u * (s->texture_width - 1), 0), s->texture_width - 1.01f);
  float y = fminf(fmaxf(v * (s->texture_height - 1), 0), s->texture_height - 1.01f);
  int ix = (int)x, iy = (int)y, row = 4 * s->texture_width;
  float fx = x - ix, fy = y - iy;
  const float *t = s->texture + 4 * (iy * s->texture_width + ix);
  for (int j = 0; j < 4; j++)
    out[j] = (t[j] * (1 - fx) + t[4 + j] * fx) * (1 - fy) + (t[row + j] * (1 - fx) + t[row + 4 + j] * fx) * fy;
}

static void eye_color(const struct scene *s, const float *at, float *out) {
  float d = sqrtf(at[0] * at[0] + at[1] * at[1]);
  const float *iris = s->eye, *white = s->eye + 3;
  for (int j = 0; j < 3; j++) out[j] = white[j];
  if (at[3] <= 0) return;
  if (d < .42f) {
    out[0] = out[1] = out[2] = 12;
  } else if (d < 1.06f) {
    float fibre = .75f + .5f * noise2(atan2f(at[1], at[0]) * 9, d * 2, s->seed);
    float rim = d > .86f ? fmaxf(.35f, 1 - (d - .86f) * 4) : 1;
    for (int j = 0; j < 3; j++) out[j] = iris[j] * fibre * rim;
  } else {
    float edge = fminf(1, (d - 1.06f) * 6);
    for (int j = 0; j < 3; j++) out[j] = white[j] * (.55f + .45f * edge);
    out[0] += 6 * noise2(at[0] * 4, at[1] * 9, 9);
  }
}

static float lit_share(const struct scene *s, const float *c) {
  if (!s->shadow_map || s->shadow <= 0) return 1;
  static const float dx[5] = {0, -1.2f, 1.2f, -1.2f, 1.2f}, dy[5] = {0, -1.2f, -1.2f, 1.2f, 1.2f};
  const float *m = s->shadow_matrix;
  float q[3];
  for (int i = 0; i < 3; i++)
    q[i] = m[4 * i] * c[0] + m[4 * i + 1] * c[1] + m[4 * i + 2] * c[2] + m[4 * i + 3];
  int hit = 0, total = 0;
  for (int i = 0; i < 5; i++) {
    int x = (int)(q[0] + dx[i]), y = (int)(q[1] + dy[i]);
    if (x < 0 || y < 0 || x >= s->shadow_size || y >= s->shadow_size) continue;
    total++;
    hit += s->shadow_map[y * s->shadow_size + x] < q[2] - s->shadow_bias;
  }
  return total ? 1 - s->shadow * hit / total : 1;
}

static void shade_pixel(const struct scene *s, int k, float *out) {
  int t = s->number[k], i[3];
  const float *p[3];
  for (int j = 0; j < 3; j++) i[j] = s->triangles[3 * t + j], p[j] = s->p + 3 * i[j];
  float px = k % s->width + .5f, py = k / s->width + .5f;
  float r = 1 / ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]));
  float b[3];
  b[0] = ((p[1][0] - px) * (p[2][1] - py) - (p[1][1] - py) * (p[2][0] - px)) * r;
  b[1] = ((p[2][0] - px) * (p[0][1] - py) - (p[2][1] - py) * (p[0][0] - px)) * r;
  b[2] = 1 - b[0] - b[1];
  float n[3] = {0}, c[3] = {0}, at[4] = {0}, v[3];
  for (int q = 0; q < 3; q++) {
    for (int j = 0; j < 3; j++) n[j] += b[q] * s->normals[3 * i[q] + j], c[j] += b[q] * s->camera[3 * i[q] + j];
    for (int j = 0; j < 4; j++) at[j] += b[q] * s->attributes[4 * i[q] + j];
  }
  float l = 1 / (sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) + 1e-9f);
  float d = 1 / (sqrtf(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) + 1e-9f);
  for (int j = 0; j < 3; j++) n[j] *= l, v[j] = -c[j] * d;
  if (n[0] * v[0] + n[1] * v[1] + n[2] * v[2] < 0) n[0] = -n[0], n[1] = -n[1], n[2] = -n[2];
  int m = s->material[t], kind = s->kind[m];
  float color[3] = {s->color[3 * m], s->color[3 * m + 1], s->color[3 * m + 2]};
  float shine = s->shine[m], gloss = 24, open = at[2];
  if (kind == SKIN) {
    float texel[4];
    sample_texture(s, at[0], at[1], texel);
    for (int j = 0; j < 3; j++) color[j] = texel[j];
    shine *= texel[3];
    float bump = .10f * (noise2(at[0] * s->texture_width * .5f, at[1] * s->texture_height * .5f, 3) - .5f);
    n[0] += bump, n[1] += bump;
  } else if (kind == EYE) {
    eye_color(s, at, color);
    gloss = 120;
  } else if (kind == TONGUE || kind == MOUTH) {
    float grain = .8f + .4f * noise2(at[0] * 60, at[1] * 60, 5);
    for (int j = 0; j < 3; j++) color[j] *= grain;
    gloss = 40;
  }
  float lit = lit_share(s, c), up = n[0] * s->up[0] + n[1] * s->up[1] + n[2] * s->up[2];
  float diffuse[3], mirror[3] = {0};
  for (int j = 0; j < 3; j++)
    diffuse[j] = open * ((.5f + .5f * up) * s->ambient[j] + (.5f - .5f * up) * s->ambient[3 + j]);
  float wrap = kind == SKIN ? .18f : .1f;
  for (int q = 0; q < s->light_count; q++) {
    const float *light = s->lights + 7 * q;
    float cosine = n[0] * light[0] + n[1] * light[1] + n[2] * light[2];
    if (cosine <= -wrap) continue;
    float gain = (q == 0 ? lit : 1) * (.35f + .65f * open), spread = (cosine + wrap) / (1 + wrap);
    float h[3], hn = 0, hl = 0;
    for (int j = 0; j < 3; j++) h[j] = light[j] + v[j], hl += h[j] * h[j], hn += n[j] * h[j];
    hn /= sqrtf(hl) + 1e-9f;
    float peak = cosine > 0 && hn > .6f ? powf(hn, gloss) * shine * light[6] : 0;
    for (int j = 0; j < 3; j++) diffuse[j] += gain * spread * light[3 + j], mirror[j] += gain * peak * light[3 + j] * 255;
  }
  for (int j = 0; j < 3; j++) out[j] = color[j] * diffuse[j] + mirror[j];
}

// Shades every pixel that shows a triangle; the others stay as they are.
void bifrons_shade(const struct scene *s, float *out) {
  for (int k = 0; k < s->width * s->height; k++)
    if (s->number[k] >= 0) shade_pixel(s, k, out + 3 * k);
}
