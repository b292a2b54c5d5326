// pattern-clip: writes JPEG pictures one after the other, for uvcsim to show.
//
//   pattern-clip FILE.mjpeg WIDTH HEIGHT COUNT
//
// Each picture has smooth colour ramps, and its number in the first row of 32 x 32 blocks: eight
// blocks, white for a one and black for a zero, the highest bit first. Chroma is 4:2:2, as webcams
// have it.
#include <stdio.h>
#include <stdlib.h>
#include <turbojpeg.h>

enum { BLOCK = 32, BITS = 8 };

static void draw(unsigned char *rgb, int width, int height, int number) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      unsigned char *p = rgb + 3 * (y * width + x);
      p[0] = 30 + 180 * x / width;
      p[1] = 30 + 180 * y / height;
      p[2] = 200 - 120 * x / width;
      if (y < BLOCK && x < BLOCK * BITS) {
        int is_one = number >> (BITS - 1 - x / BLOCK) & 1;
        p[0] = p[1] = p[2] = is_one ? 255 : 0;
      }
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: pattern-clip FILE.mjpeg WIDTH HEIGHT COUNT\n");
    return 2;
  }
  int width = atoi(argv[2]), height = atoi(argv[3]), count = atoi(argv[4]);
  FILE *file = fopen(argv[1], "wb");
  unsigned char *rgb = malloc(3 * (size_t)width * height);
  tjhandle encoder = tjInitCompress();
  if (!file || !rgb || !encoder) return perror(argv[1]), 1;
  for (int number = 0; number < count; number++) {
    unsigned char *jpeg = NULL;
    unsigned long bytes = 0;
    draw(rgb, width, height, number);
    if (tjCompress2(encoder, rgb, width, 0, height, TJPF_RGB, &jpeg, &bytes, TJSAMP_422, 80, 0) ||
        fwrite(jpeg, 1, bytes, file) != bytes) {
      fprintf(stderr, "pattern-clip: %s\n", tjGetErrorStr2(encoder));
      return 1;
    }
    tjFree(jpeg);
  }
  tjDestroy(encoder);
  free(rgb);
  return fclose(file) != 0;
}
