#pragma once
// The part of LiteRT's C interface that is used here, as a table of functions found in the library
// at run time, so that the package builds and links without it. The runtime's wheel ships no
// headers; these declarations follow LiteRT's published C interface (litert/c, Apache-2.0), version
// 2.3.0. Handles are opaque; a status of 0 is success.
#include <dlfcn.h>
#include <linux/memfd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct bifrons_litert_environment *bifrons_litert_environment;
typedef struct bifrons_litert_model *bifrons_litert_model;
typedef struct bifrons_litert_options *bifrons_litert_options;
typedef struct bifrons_litert_opaque *bifrons_litert_opaque;
typedef struct bifrons_litert_compiled *bifrons_litert_compiled;
typedef struct bifrons_litert_buffer *bifrons_litert_buffer;
typedef struct bifrons_litert_requirements *bifrons_litert_requirements;
typedef struct bifrons_litert_signature *bifrons_litert_signature;
typedef struct bifrons_litert_tensor *bifrons_litert_tensor;
typedef int bifrons_litert_status;

/// LiteRtLayout and LiteRtRankedTensorType: 68 and 72 bytes; element type 1 is float32.
typedef struct {
  unsigned int rank : 7, has_strides : 1;
  int32_t dimensions[8];
  uint32_t strides[8];
} bifrons_litert_layout;
typedef struct {
  int element_type;
  bifrons_litert_layout layout;
} bifrons_litert_tensor_type;

/// LiteRtEnvOption: a tag and a variant; type 2 is a 64-bit integer.
typedef struct {
  int tag;
  struct {
    int type;
    int64_t integer;
  } value;
} bifrons_litert_environment_option;

// name in the table, result, parameters; each is the symbol "LiteRt" + name.
#define BIFRONS_LITERT_FUNCTIONS(F)                                                               \
  F(CreateEnvironment, bifrons_litert_status,                                                     \
    (int, const bifrons_litert_environment_option *, bifrons_litert_environment *))               \
  F(CreateModelFromBuffer, bifrons_litert_status,                                                 \
    (bifrons_litert_environment, const void *, size_t, bifrons_litert_model *))                   \
  F(CreateOptions, bifrons_litert_status, (bifrons_litert_options *))                             \
  F(SetOptionsHardwareAccelerators, bifrons_litert_status, (bifrons_litert_options, int))         \
  F(CreateOpaqueOptions, bifrons_litert_status,                                                   \
    (const char *, void *, void (*)(void *), bifrons_litert_opaque *))                            \
  F(AddOpaqueOptions, bifrons_litert_status, (bifrons_litert_options, bifrons_litert_opaque))     \
  F(CreateCompiledModel, bifrons_litert_status,                                                   \
    (bifrons_litert_environment, bifrons_litert_model, bifrons_litert_options,                    \
     bifrons_litert_compiled *))                                                                  \
  F(CompiledModelResizeInputTensor, bifrons_litert_status,                                        \
    (bifrons_litert_compiled, size_t, size_t, const int *, size_t))                               \
  F(GetModelSignature, bifrons_litert_status,                                                     \
    (bifrons_litert_model, size_t, bifrons_litert_signature *))                                   \
  F(GetNumSignatureInputs, bifrons_litert_status, (bifrons_litert_signature, size_t *))           \
  F(GetNumSignatureOutputs, bifrons_litert_status, (bifrons_litert_signature, size_t *))          \
  F(GetSignatureInputTensorByIndex, bifrons_litert_status,                                        \
    (bifrons_litert_signature, size_t, bifrons_litert_tensor *))                                  \
  F(GetSignatureOutputTensorByIndex, bifrons_litert_status,                                       \
    (bifrons_litert_signature, size_t, bifrons_litert_tensor *))                                  \
  F(GetRankedTensorType, bifrons_litert_status,                                                   \
    (bifrons_litert_tensor, bifrons_litert_tensor_type *))                                        \
  F(GetCompiledModelInputBufferRequirements, bifrons_litert_status,                               \
    (bifrons_litert_compiled, size_t, size_t, bifrons_litert_requirements *))                     \
  F(GetCompiledModelOutputBufferRequirements, bifrons_litert_status,                              \
    (bifrons_litert_compiled, size_t, size_t, bifrons_litert_requirements *))                     \
  F(CreateManagedTensorBufferFromRequirements, bifrons_litert_status,                             \
    (bifrons_litert_environment, const bifrons_litert_tensor_type *, bifrons_litert_requirements, \
     bifrons_litert_buffer *))                                                                    \
  F(LockTensorBuffer, bifrons_litert_status, (bifrons_litert_buffer, void **, int))               \
  F(UnlockTensorBuffer, bifrons_litert_status, (bifrons_litert_buffer))                           \
  F(RunCompiledModel, bifrons_litert_status,                                                      \
    (bifrons_litert_compiled, size_t, size_t, bifrons_litert_buffer *, size_t,                    \
     bifrons_litert_buffer *))                                                                    \
  F(DestroyTensorBuffer, void, (bifrons_litert_buffer))                                           \
  F(DestroyCompiledModel, void, (bifrons_litert_compiled))                                        \
  F(DestroyOptions, void, (bifrons_litert_options))                                               \
  F(DestroyModel, void, (bifrons_litert_model))                                                   \
  F(DestroyEnvironment, void, (bifrons_litert_environment))

/// The functions of one loaded runtime.
typedef struct {
  void *library;
#define F(name, result, parameters) result(*name) parameters;
  BIFRONS_LITERT_FUNCTIONS(F)
#undef F
} bifrons_litert;

/// Loads a runtime and fills the table.
///
/// On failure the result is false and `reason` says why, in the loader's own words.
static inline bool bifrons_litert_load(
    const char *path, bifrons_litert *table, char *reason, size_t capacity) {
  memset(table, 0, sizeof *table);
  // Never unmapped again: the runtime leaves an exit handler behind that would then point nowhere.
  table->library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!table->library) {
    const char *text = dlerror();
    snprintf(reason, capacity, "%s", text ? text : "dlopen failed");
    return false;
  }
#define F(name, result, parameters)                                        \
  *(void **)&table->name = dlsym(table->library, "LiteRt" #name);          \
  if (!table->name) {                                                      \
    snprintf(reason, capacity, "it has no function LiteRt" #name);         \
    dlclose(table->library);                                               \
    table->library = NULL;                                                 \
    return false;                                                          \
  }
  BIFRONS_LITERT_FUNCTIONS(F)
#undef F
  return true;
}

static inline void bifrons_litert_unload(bifrons_litert *table) {
  if (table->library) dlclose(table->library);
  table->library = NULL;
}

/// Standard error while it is set aside.
typedef struct {
  int saved, held;
} bifrons_held_output;

/// Points standard error at memory.
///
/// The runtime writes "INFO: Created … delegate" there for each model, whatever its log level, and
/// exports no switch for it.
static inline bifrons_held_output bifrons_hold_standard_error(void) {
  extern int memfd_create(const char *, unsigned int);  // guarded by _GNU_SOURCE in sys/mman.h
  bifrons_held_output h = {-1, memfd_create("bifrons-stderr", MFD_CLOEXEC)};
  if (h.held < 0) return h;
  fflush(stderr);
  h.saved = dup(STDERR_FILENO);
  if (h.saved < 0 || dup2(h.held, STDERR_FILENO) < 0) {
    if (h.saved >= 0) close(h.saved);
    close(h.held);
    h.saved = h.held = -1;
  }
  return h;
}

/// Restores standard error and passes on every line that does not start with "INFO: ".
static inline void bifrons_release_standard_error(bifrons_held_output h) {
  if (h.held < 0) return;
  fflush(stderr);
  dup2(h.saved, STDERR_FILENO);
  close(h.saved);
  FILE *lines = fdopen(h.held, "r");
  if (!lines) {
    close(h.held);
    return;
  }
  rewind(lines);
  char line[1024];
  bool starts = true, skip = false;
  while (fgets(line, sizeof line, lines)) {
    if (starts) skip = strncmp(line, "INFO: ", 6) == 0;
    starts = strchr(line, '\n') != NULL;
    if (!skip) fputs(line, stderr);
  }
  fclose(lines);
}
