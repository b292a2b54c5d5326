// uvcsim: a USB webcam in user space, for tests against the kernel's own uvcvideo driver.
//
// It plugs a UVC 1.0 camera into the kernel's virtual USB host controller (vhci_hcd, USB/IP) over a
// socket pair, so that the real driver binds to it: a capture node, a metadata node, by-id links,
// hotplug events, controls.
//
//   modprobe vhci-hcd uvcvideo
//   uvcsim PORT "Product name" SERIAL CLIP.mjpeg WIDTH HEIGHT RATE [mjpeg|grey|depth]
//
// CLIP is a file of JPEG pictures one after the other. The camera also has raw pictures, of a ramp,
// unless it is an `mjpeg` one; with `grey` it has grey ones only, as infrared cameras do, with `depth`
// distances in millimetres. Commands, one a line on standard input:
//   trunc N       the next N pictures end in the middle
//   err N         the next N pictures are marked as damaged
//   drop N        the next N pictures are not sent
//   stall         no more pictures
//   resume        pictures again
//   dark 0|1      a dark scene: half the rate where automatic exposure may do that
//   enospc N      the next N starts fail for want of bandwidth
//   commitfail N  the next N commits of a format are refused
//   hold N        each picture of the clip is shown N times, chosen by the clock: two cameras with
//                 clips of one length show the same moment
//   count FILE    writes how many pictures were sent in whole since the stream began
//   unplug [N]    the end, after N milliseconds
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// --- USB/IP as vhci_hcd speaks it (Documentation/usb/usbip_protocol.rst); all fields big-endian

enum { CMD_SUBMIT = 1, CMD_UNLINK = 2, RET_SUBMIT = 3, RET_UNLINK = 4 };
enum { HEADER_BYTES = 48, MAX_PACKETS = 128, PACKET_BYTES = 3072, MAX_WAITING = 64 };

struct header {
  uint32_t command, sequence, device, is_input, endpoint;
  union {
    struct {
      uint32_t flags;
      int32_t length, start_frame, packets, interval;
      uint8_t setup[8];
    } submit;
    struct {
      int32_t status, length, start_frame, packets, errors;
      uint8_t padding[8];
    } reply;
    uint32_t unlink_sequence;
  } u;
};

struct iso_packet {
  uint32_t offset, length, actual_length, status;
};

// A request for picture data that the driver has handed in and that waits to be filled.
struct request {
  uint32_t sequence;
  int packets;
  struct iso_packet packet[MAX_PACKETS];
};

// --- the camera

// The formats by their numbers in the descriptors.
enum { FORMAT_MJPEG = 1, FORMAT_YUY2 = 2, MAX_PICTURES = 4096 };
enum { ENTITY_CAMERA = 1, ENTITY_PROCESSING = 2 };

static int link_socket;
static int width, height, rate;
static int is_grey, is_depth, is_mjpeg_only;
static const char *product, *serial;

static uint8_t *clip;
static size_t picture_start[MAX_PICTURES], picture_bytes[MAX_PICTURES];
static int picture_count;

static struct request waiting[MAX_WAITING];
static int waiting_count;

static int64_t unplug_at;

static int is_streaming, format = FORMAT_MJPEG;
static uint32_t frame_interval;  // in 100 ns, as UVC counts
static const uint8_t *send_from;
static size_t send_left;
static int send_is_damaged, picture_number, sent_count, hold;
static uint8_t frame_bit;  // toggles from picture to picture

static int to_truncate, to_damage, to_drop, is_stalled, is_dark, enospc_left, commit_fails_left;

// Controls, as they come from the factory.
static uint8_t exposure_mode = 8, exposure_priority = 1, power_line_frequency = 1;
static uint32_t exposure_time = 166;
static int16_t brightness = 0;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static uint32_t raw_bytes(void) { return (uint32_t)(width * height * (is_grey ? 1 : 2)); }

static void write_all(const void *data, size_t count) {
  const uint8_t *bytes = data;
  while (count) {
    ssize_t done = write(link_socket, bytes, count);
    if (done <= 0) exit(0);
    bytes += done;
    count -= done;
  }
}

static void read_all(void *data, size_t count) {
  uint8_t *bytes = data;
  while (count) {
    ssize_t done = read(link_socket, bytes, count);
    if (done <= 0) exit(0);
    bytes += done;
    count -= done;
  }
}

static void reply(uint32_t sequence, int status, const void *data, int count, int is_input) {
  struct header h = {.command = htobe32(RET_SUBMIT), .sequence = htobe32(sequence)};
  h.u.reply.status = htobe32(status);
  h.u.reply.length = htobe32(count);
  write_all(&h, HEADER_BYTES);
  if (is_input && count > 0) write_all(data, count);
}

// --- descriptors (USB 2.0 chapter 9, UVC 1.0 chapter 3)

static uint8_t configuration[512];
static int configuration_bytes;

static void put(int count, ...) {
  va_list values;
  va_start(values, count);
  while (count--) configuration[configuration_bytes++] = va_arg(values, int);
  va_end(values);
}

static void put_little_endian(uint32_t value, int bytes) {
  while (bytes--) {
    configuration[configuration_bytes++] = value;
    value >>= 8;
  }
}

// One frame size with two intervals: the rate and half of it.
static void put_frame(int subtype) {
  put(5, 26 + 8, 0x24, subtype, 1, 0);
  put_little_endian(width, 2);
  put_little_endian(height, 2);
  put_little_endian(raw_bytes() * 8, 4);
  put_little_endian(raw_bytes() * 8 * rate, 4);
  put_little_endian(raw_bytes(), 4);
  put_little_endian(10000000 / rate, 4);
  put(1, 2);
  put_little_endian(10000000 / rate, 4);
  put_little_endian(20000000 / rate, 4);
}

// The rest of a format's GUID after its four letters: the media types' usual one, and that of Intel's
// depth cameras, which uvcvideo knows as Z16.
static const uint8_t media_guid[12] = {0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113};
static const uint8_t depth_guid[12] = {0x90, 0x2d, 0x58, 0x4a, 0x92, 0x0b, 0x77, 0x3f, 0x1f, 0x2c,
                                       0x55, 0x6b};

static void put_raw_format(int index, const char *code, const uint8_t guid[12], int bits) {
  put(5, 27, 0x24, 4, index, 1);
  put(4, code[0], code[1], code[2], code[3]);
  for (int i = 0; i < 12; i++) put(1, guid[i]);
  put(6, bits, 1, 0, 0, 0, 0);
  put_frame(5);
  put(6, 6, 0x24, 13, 1, 1, 4);                                    // colours: sRGB, BT.709, SMPTE 170M
}

static void build_configuration(void) {
  put(9, 9, 2, 0, 0, 2, 1, 0, 0x80, 250);                          // configuration
  put(8, 8, 11, 0, 2, 14, 3, 0, 2);                                // interface association
  put(9, 9, 4, 0, 0, 0, 14, 1, 0, 2);                              // video control interface
  put(13, 13, 0x24, 1, 0, 1, 51, 0, 0, 0x6c, 0xdc, 2, 1, 1);       // its header
  // Camera terminal: exposure mode, exposure priority, exposure time.
  put(18, 18, 0x24, 2, ENTITY_CAMERA, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x0e, 0, 0);
  // Processing unit: brightness, power line frequency.
  put(11, 11, 0x24, 5, ENTITY_PROCESSING, 1, 0, 0, 2, 1, 4, 0);
  put(9, 9, 0x24, 3, 3, 1, 1, 0, 2, 0);                            // output terminal
  put(9, 9, 4, 1, 0, 0, 14, 2, 0, 0);                              // video streaming interface
  int header = configuration_bytes;
  if (is_grey || is_depth) {
    put(14, 14, 0x24, 1, 1, 0, 0, 0x81, 0, 3, 0, 0, 0, 1, 0);      // its header, one format
    if (is_grey) put_raw_format(1, "Y800", media_guid, 8);
    else put_raw_format(1, "INVZ", depth_guid, 16);
  } else {
    if (is_mjpeg_only) put(14, 14, 0x24, 1, 1, 0, 0, 0x81, 0, 3, 0, 0, 0, 1, 0);
    else put(15, 15, 0x24, 1, 2, 0, 0, 0x81, 0, 3, 0, 0, 0, 1, 0, 0);  // its header, two formats
    put(11, 11, 0x24, 6, 1, 1, 0, 1, 0, 0, 0, 0);                  // format 1: MJPEG
    put_frame(7);
    put(6, 6, 0x24, 13, 1, 1, 4);
    if (!is_mjpeg_only) put_raw_format(2, "YUY2", media_guid, 16);
  }
  int bytes = configuration_bytes - header;
  configuration[header + 4] = bytes & 255;
  configuration[header + 5] = bytes >> 8;
  put(9, 9, 4, 1, 1, 1, 14, 2, 0, 0);                              // setting 1, which streams
  put(7, 7, 5, 0x81, 5, 0, 0x14, 1);                               // isochronous, 3 x 1024 bytes
  configuration[2] = configuration_bytes & 255;
  configuration[3] = configuration_bytes >> 8;
}

static int string_descriptor(int index, uint8_t *out) {
  out[1] = 3;
  if (index == 0) {
    out[0] = 4, out[2] = 9, out[3] = 4;  // English
    return 4;
  }
  const char *text = index == 1 ? "Bifrons test rig" : index == 2 ? product : serial;
  int count = 2;
  for (; *text; text++) out[count++] = *text, out[count++] = 0;
  out[0] = count;
  return count;
}

static int get_descriptor(int value, uint8_t *out) {
  static const uint8_t device[18] = {18, 1, 0, 2, 0xef, 2, 1, 64, 9, 0x12, 1, 0, 0, 1, 1, 2, 3, 1};
  static const uint8_t qualifier[10] = {10, 6, 0, 2, 0xef, 2, 1, 64, 1, 0};
  switch (value >> 8) {
    case 1: memcpy(out, device, sizeof device); return sizeof device;
    case 2: memcpy(out, configuration, configuration_bytes); return configuration_bytes;
    case 3: return string_descriptor(value & 255, out);
    case 6: memcpy(out, qualifier, sizeof qualifier); return sizeof qualifier;
    default: return -EPIPE;
  }
}

// --- requests to the video class (UVC 1.0 chapter 4)

enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF };

static int stream_control(int request, int selector, uint8_t *data, int length, uint8_t *out) {
  enum { PROBE = 1, COMMIT = 2, PROBE_BYTES = 26 };
  if (selector != PROBE && selector != COMMIT) return -EPIPE;
  if (request == SET_CUR) {
    if (selector == COMMIT && commit_fails_left > 0) {
      commit_fails_left--;
      return -EPIPE;
    }
    format = is_grey || is_depth || data[2] == FORMAT_YUY2 ? FORMAT_YUY2 : FORMAT_MJPEG;
    memcpy(&frame_interval, data + 4, 4);
    if (!frame_interval) frame_interval = 10000000 / rate;
    return length;
  }
  if (request == GET_LEN) return out[0] = PROBE_BYTES, 2;
  if (request == GET_INFO) return out[0] = 3, 1;
  uint32_t size = raw_bytes(), payload = PACKET_BYTES;
  out[0] = 1;
  out[2] = is_grey || is_depth ? 1 : format;
  out[3] = 1;
  memcpy(out + 4, &frame_interval, 4);
  memcpy(out + 18, &size, 4);
  memcpy(out + 22, &payload, 4);
  return PROBE_BYTES;
}

struct control {
  int entity, selector, bytes;
  uint32_t lowest, highest, step, factory;
  void *value;
};

static const struct control controls[] = {
    {ENTITY_CAMERA, 2, 1, 1, 8, 9, 8, &exposure_mode},
    {ENTITY_CAMERA, 3, 1, 0, 1, 1, 0, &exposure_priority},
    {ENTITY_CAMERA, 4, 4, 1, 5000, 1, 166, &exposure_time},
    {ENTITY_PROCESSING, 2, 2, (uint16_t)-64, 64, 1, 0, &brightness},
    {ENTITY_PROCESSING, 5, 1, 0, 2, 1, 1, &power_line_frequency},
};

static int entity_control(int request, int entity, int selector, uint8_t *data, int length,
                          uint8_t *out) {
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
    const struct control *c = &controls[i];
    if (c->entity != entity || c->selector != selector) continue;
    switch (request) {
      case SET_CUR: memcpy(c->value, data, length < c->bytes ? length : c->bytes); return length;
      case GET_CUR: memcpy(out, c->value, c->bytes); return c->bytes;
      case GET_MIN: memcpy(out, &c->lowest, c->bytes); return c->bytes;
      case GET_MAX: memcpy(out, &c->highest, c->bytes); return c->bytes;
      case GET_RES: memcpy(out, &c->step, c->bytes); return c->bytes;
      case GET_DEF: memcpy(out, &c->factory, c->bytes); return c->bytes;
      case GET_LEN: out[0] = c->bytes; return 2;
      case GET_INFO: out[0] = 3; return 1;  // may be read and written
      default: return -EPIPE;
    }
  }
  return -EPIPE;
}

// Answers a request on endpoint 0: the bytes of the answer, or -errno. `data` is in and out.
static int control_request(const uint8_t *setup, uint8_t *data, int length) {
  int type = setup[0], request = setup[1];
  int value = setup[2] | setup[3] << 8, index = setup[4] | setup[5] << 8;
  uint8_t out[512] = {0};
  int count;
  if (type == 0x80 && request == 6) {  // GET_DESCRIPTOR
    count = get_descriptor(value, out);
  } else if (type == 0x80 && request == 0) {  // GET_STATUS
    count = 2;
  } else if (type == 0x01 && request == 11) {  // SET_INTERFACE
    if (index == 1) {
      if (value && enospc_left > 0) {
        enospc_left--;
        return -ENOSPC;
      }
      is_streaming = value;
      send_left = 0;
      if (value) sent_count = 0;
    }
    return 0;
  } else if ((type & 0x7f) == 0x21) {
    count = (index & 255) == 1 ? stream_control(request, value >> 8, data, length, out)
                               : entity_control(request, index >> 8, value >> 8, data, length, out);
    if (!(request & 0x80)) return count;
  } else {
    // SET_CONFIGURATION, CLEAR_FEATURE and SET_FEATURE: nothing to do.
    return request == 9 || request == 1 || request == 3 ? 0 : -EPIPE;
  }
  if (count < 0) return count;
  if (count > length) count = length;
  memcpy(data, out, count);
  return count;
}

// --- pictures

// Fills waiting requests with what is left of the picture.
static void send_picture(void) {
  enum { PAYLOAD_HEADER = 2, END_OF_FRAME = 2, DAMAGED = 0x40, END_OF_HEADER = 0x80 };
  static uint8_t out[MAX_PACKETS * PACKET_BYTES];
  while (waiting_count && send_from && send_left) {
    struct request r = waiting[0];
    memmove(waiting, waiting + 1, --waiting_count * sizeof r);
    int total = 0;
    for (int i = 0; i < r.packets; i++) {
      int room = be32toh(r.packet[i].length), actual = 0;
      if (room > PACKET_BYTES) room = PACKET_BYTES;
      if (send_left) {
        size_t part = (size_t)room - PAYLOAD_HEADER;
        if (send_left < part) part = send_left;
        out[total] = PAYLOAD_HEADER;
        out[total + 1] = END_OF_HEADER | frame_bit | (part == send_left ? END_OF_FRAME : 0) |
                         (send_is_damaged ? DAMAGED : 0);
        memcpy(out + total + PAYLOAD_HEADER, send_from, part);
        send_from += part;
        send_left -= part;
        if (!send_left) sent_count++;
        actual = part + PAYLOAD_HEADER;
      }
      total += actual;
      r.packet[i].status = 0;
      r.packet[i].actual_length = htobe32(actual);
    }
    struct header h = {.command = htobe32(RET_SUBMIT), .sequence = htobe32(r.sequence)};
    h.u.reply.length = htobe32(total);
    h.u.reply.packets = htobe32(r.packets);
    write_all(&h, HEADER_BYTES);
    write_all(out, total);
    write_all(r.packet, r.packets * sizeof *r.packet);
  }
}

// A raw picture: brightness runs to the right and moves with time; distance runs from one metre to
// the right, a millimetre a pixel.
static const uint8_t *raw_picture(void) {
  static uint8_t *pixels;
  if (!pixels && !(pixels = malloc(raw_bytes()))) exit(1);
  if (is_depth) {
    for (int i = 0; i < width * height; i++) {
      int distance = 1000 + i % width;
      pixels[2 * i] = distance & 255;
      pixels[2 * i + 1] = distance >> 8;
    }
    return pixels;
  }
  int step = is_grey ? 1 : 2;
  for (uint32_t i = 0; i < raw_bytes(); i += step) {
    pixels[i] = i / step + picture_number * 4;
    if (!is_grey) pixels[i + 1] = 128;
  }
  return pixels;
}

// Begins the next picture, unless the last one is still on its way.
static void next_picture(void) {
  if (!is_streaming || is_stalled || send_left) return;
  picture_number++;
  if (to_drop > 0) {
    to_drop--;
    return;
  }
  frame_bit ^= 1;
  send_is_damaged = to_damage > 0 ? to_damage-- : 0;
  if (format == FORMAT_MJPEG) {
    int i = (hold ? now() / 100 / frame_interval / hold : picture_number) % picture_count;
    send_from = clip + picture_start[i];
    send_left = picture_bytes[i];
  } else {
    send_from = raw_picture();
    send_left = raw_bytes();
  }
  if (to_truncate > 0) {
    to_truncate--;
    send_left /= 2;
  }
}

static int read_clip(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return perror(path), 0;
  fseek(file, 0, SEEK_END);
  size_t count = ftell(file), start = 0;
  rewind(file);
  if (!(clip = malloc(count)) || fread(clip, 1, count, file) != count) return 0;
  fclose(file);
  for (size_t i = 0; i + 1 < count && picture_count < MAX_PICTURES; i++) {
    if (clip[i] != 0xff) continue;
    if (clip[i + 1] == 0xd8) start = i;
    if (clip[i + 1] == 0xd9) {
      picture_start[picture_count] = start;
      picture_bytes[picture_count++] = i + 2 - start;
    }
  }
  if (!picture_count) fprintf(stderr, "uvcsim: no JPEG in %s\n", path);
  return picture_count;
}

// --- the loop

// Whole at once: whoever waits for the file never finds half of it.
static void write_count(const char *path) {
  char part[160];
  snprintf(part, sizeof part, "%s.part", path);
  FILE *file = fopen(part, "w");
  if (!file) return perror(part);
  fprintf(file, "%d\n", sent_count);
  fclose(file);
  if (rename(part, path)) perror(path);
}

static void obey(char *commands) {
  for (char *line = strtok(commands, "\n"); line; line = strtok(NULL, "\n")) {
    char word[32];
    char path[128] = "";
    int number = 1;
    int found = sscanf(line, "%31s %d", word, &number), has_number = found == 2;
    if (found < 1) continue;
    if (sscanf(line, "count %127s", path) == 1) write_count(path);
    else if (!strcmp(word, "hold")) hold = number;
    else if (!strcmp(word, "trunc")) to_truncate = number;
    else if (!strcmp(word, "err")) to_damage = number;
    else if (!strcmp(word, "drop")) to_drop = number;
    else if (!strcmp(word, "stall")) is_stalled = 1;
    else if (!strcmp(word, "resume")) is_stalled = 0;
    else if (!strcmp(word, "dark")) is_dark = number;
    else if (!strcmp(word, "enospc")) enospc_left = number;
    else if (!strcmp(word, "commitfail")) commit_fails_left = number;
    else if (!strcmp(word, "unplug")) unplug_at = now() + (has_number ? number : 0) * 1000000LL;
    else fprintf(stderr, "uvcsim: unknown command %s\n", word);
  }
}

static void unlink_request(uint32_t sequence, uint32_t victim) {
  struct header h = {.command = htobe32(RET_UNLINK), .sequence = htobe32(sequence)};
  for (int i = 0; i < waiting_count; i++) {
    if (waiting[i].sequence != victim) continue;
    memmove(waiting + i, waiting + i + 1, (--waiting_count - i) * sizeof *waiting);
    h.u.reply.status = htobe32(-ECONNRESET);
    break;
  }
  write_all(&h, HEADER_BYTES);
}

static void serve_request(void) {
  struct header h;
  read_all(&h, HEADER_BYTES);
  uint32_t sequence = be32toh(h.sequence);
  if (be32toh(h.command) == CMD_UNLINK) {
    unlink_request(sequence, be32toh(h.u.unlink_sequence));
    return;
  }
  int length = be32toh(h.u.submit.length), packets = be32toh(h.u.submit.packets);
  if (be32toh(h.endpoint)) {
    if (waiting_count == MAX_WAITING || packets < 1 || packets > MAX_PACKETS) {
      reply(sequence, -EPIPE, NULL, 0, 1);
      return;
    }
    struct request *r = &waiting[waiting_count++];
    r->sequence = sequence;
    r->packets = packets;
    read_all(r->packet, packets * sizeof *r->packet);
    send_picture();
    return;
  }
  uint8_t data[4096] = {0};
  int is_input = be32toh(h.is_input);
  if (!is_input && length > 0 && length <= (int)sizeof data) read_all(data, length);
  int count = control_request(h.u.submit.setup, data, length);
  reply(sequence, count < 0 ? count : 0, data, count < 0 ? 0 : count, is_input);
}

static int plug_in(int port) {
  enum { HIGH_SPEED = 3 };
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 0;
  link_socket = pair[1];
  char text[64];
  int count = snprintf(text, sizeof text, "%d %d %d %d", port, pair[0], 0x10002 + port, HIGH_SPEED);
  int file = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
  // The kernel takes a while to let go of the camera that was in the socket before.
  int tries = 100;
  while (file >= 0 && write(file, text, count) != count) {
    if (!--tries) return perror("uvcsim: vhci_hcd"), 0;
    usleep(100000);
  }
  if (file < 0) return perror("uvcsim: vhci_hcd"), 0;
  close(file);
  close(pair[0]);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 8 && argc != 9) {
    fprintf(stderr, "usage: uvcsim PORT NAME SERIAL CLIP.mjpeg WIDTH HEIGHT RATE [mjpeg|grey|depth]\n");
    return 2;
  }
  product = argv[2];
  serial = argv[3];
  width = atoi(argv[5]);
  height = atoi(argv[6]);
  rate = atoi(argv[7]);
  is_grey = argc == 9 && !strcmp(argv[8], "grey");
  is_mjpeg_only = argc == 9 && !strcmp(argv[8], "mjpeg");
  is_depth = argc == 9 && !strcmp(argv[8], "depth");
  if (is_grey || is_depth) format = FORMAT_YUY2;
  if (width < 16 || height < 16 || rate < 1 || !read_clip(argv[4])) return 1;
  frame_interval = 10000000 / rate;
  // A camera is hardware: it does not become slower when the program on the machine is busy.
  setpriority(PRIO_PROCESS, 0, -15);
  build_configuration();
  if (!plug_in(atoi(argv[1]))) return 1;
  int64_t due = now();
  int input = STDIN_FILENO;
  for (;;) {
    int64_t time = now();
    if (unplug_at && time >= unplug_at) return 0;
    if (time >= due) {
      next_picture();
      send_picture();
      int64_t interval = (int64_t)frame_interval * 100 * (is_dark && exposure_priority ? 2 : 1);
      due += interval;
      if (due < time) due = time + interval;
    }
    struct pollfd ready[2] = {{link_socket, POLLIN, 0}, {input, POLLIN, 0}};
    if (poll(ready, input < 0 ? 1 : 2, (due - time) / 1000000 + 1) < 0) continue;
    if (input >= 0 && ready[1].revents) {
      static char commands[256];
      ssize_t count = read(input, commands, sizeof commands - 1);
      if (count <= 0) {
        input = -1;
      } else {
        commands[count] = 0;
        obey(commands);
      }
    }
    if (ready[0].revents) serve_request();
  }
}
