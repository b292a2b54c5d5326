#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
// `ioctl` is variadic and the request macros are function-like: Swift imports neither.
static inline int bifrons_ioctl(int fd, unsigned long request, void *argument) {
  return ioctl(fd, request, argument);
}
// `open` is variadic too.
static inline int bifrons_open_device(const char *path) {
  return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
}
static const unsigned long bifrons_vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long bifrons_vidioc_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long bifrons_vidioc_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long bifrons_vidioc_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long bifrons_vidioc_s_fmt = VIDIOC_S_FMT;
static const unsigned long bifrons_vidioc_s_parm = VIDIOC_S_PARM;
static const unsigned long bifrons_vidioc_reqbufs = VIDIOC_REQBUFS;
static const unsigned long bifrons_vidioc_querybuf = VIDIOC_QUERYBUF;
static const unsigned long bifrons_vidioc_qbuf = VIDIOC_QBUF;
static const unsigned long bifrons_vidioc_dqbuf = VIDIOC_DQBUF;
static const unsigned long bifrons_vidioc_streamon = VIDIOC_STREAMON;
static const unsigned long bifrons_vidioc_streamoff = VIDIOC_STREAMOFF;
static const unsigned long bifrons_vidioc_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long bifrons_vidioc_s_ctrl = VIDIOC_S_CTRL;
static const unsigned long bifrons_vidioc_querymenu = VIDIOC_QUERYMENU;
static const unsigned long bifrons_vidioc_g_ctrl = VIDIOC_G_CTRL;
