#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
// `ioctl` is variadic and the request macros are function-like: Swift imports neither.
static inline int bifrons_ioctl(int fd, unsigned long request, void *argument) {
  return ioctl(fd, request, argument);
}
