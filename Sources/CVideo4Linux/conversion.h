#pragma once
#include <errno.h>
#include <libv4l-plugin.h>
#include <libv4lconvert.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/types.h>
// The library asks the device what it offers and, where it offers nothing that programs read as it
// is, keeps settings of its own in shared memory. It is told of one plain format and nothing else,
// so that it converts and does no more.
static inline int bifrons_v4lconvert_ioctl(void *nothing, int fd, unsigned long request, void *arg) {
  struct v4l2_fmtdesc *format = (struct v4l2_fmtdesc *)arg;
  if (request == VIDIOC_ENUM_FMT && format->index == 0) {
    format->pixelformat = V4L2_PIX_FMT_RGB24;
    return 0;
  }
  errno = EINVAL;
  return -1;
}
static inline ssize_t bifrons_v4lconvert_read(void *nothing, int fd, void *buffer, size_t count) {
  return -1;
}
static inline ssize_t bifrons_v4lconvert_write(
    void *nothing, int fd, const void *buffer, size_t count) {
  return -1;
}
static inline struct v4lconvert_data *bifrons_v4lconvert_create(void) {
  static const struct libv4l_dev_ops calls = {
      .ioctl = bifrons_v4lconvert_ioctl,
      .read = bifrons_v4lconvert_read,
      .write = bifrons_v4lconvert_write,
  };
  return v4lconvert_create_with_dev_ops(-1, NULL, &calls);
}
// What a picture in a buffer is; `struct v4l2_format` is a union of much more.
struct bifrons_picture_format {
  unsigned pixel_format, width, height, bytes_per_line, size_image;
};
// Writes `width * height * 3` bytes to `target`; the bytes written, or -1.
static inline int bifrons_v4lconvert_to_rgb24(
    struct v4lconvert_data *data, const struct bifrons_picture_format *picture, void *source,
    unsigned char *target) {
  struct v4l2_format from, to;
  memset(&from, 0, sizeof from);
  from.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  from.fmt.pix.width = picture->width;
  from.fmt.pix.height = picture->height;
  from.fmt.pix.pixelformat = picture->pixel_format;
  from.fmt.pix.bytesperline = picture->bytes_per_line;
  from.fmt.pix.sizeimage = picture->size_image;
  from.fmt.pix.field = V4L2_FIELD_NONE;
  to = from;
  to.fmt.pix.pixelformat = V4L2_PIX_FMT_RGB24;
  to.fmt.pix.bytesperline = picture->width * 3;
  to.fmt.pix.sizeimage = picture->width * picture->height * 3;
  return v4lconvert_convert(
      data, &from, &to, (unsigned char *)source, (int)picture->size_image, target,
      (int)to.fmt.pix.sizeimage);
}
