/* Loaded before the C library, makes a folder's file system one that cannot lock, or has no shared memory.
 * NO_LOCKS is a part of the paths that are concerned, NO_LOCKS_ERROR the error number; with NO_LOCKS_SHM, only the
 * locks of SQLite's shared memory fail; with NO_LOCKS_MAP, only mapping them does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int concerned(int fd) {
  char link[64], path[4096];
  const char *part = getenv("NO_LOCKS");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = part ? readlink(link, path, sizeof path - 1) : -1;
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, part) && (!getenv("NO_LOCKS_SHM") || strstr(path, "-shm"));
}

static int failed(void) {
  errno = atoi(getenv("NO_LOCKS_ERROR"));
  return -1;
}

#define LOCK(name)                                                                         \
  int name(int fd, int command, ...) {                                                     \
    va_list rest;                                                                          \
    va_start(rest, command);                                                               \
    void *argument = va_arg(rest, void *);                                                 \
    va_end(rest);                                                                          \
    int locks = command == F_SETLK || command == F_SETLKW;                                 \
    if (locks && !getenv("NO_LOCKS_MAP") && concerned(fd)) return failed();                \
    int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, #name);          \
    return real(fd, command, argument);                                                    \
  }

LOCK(fcntl)
LOCK(fcntl64)

#define MAP(name)                                                                          \
  void *name(void *at, size_t size, int protection, int flags, int fd, off_t offset) {     \
    int shared = fd >= 0 && (flags & MAP_SHARED);                                          \
    if (shared && getenv("NO_LOCKS_MAP") && concerned(fd)) {                               \
      failed();                                                                            \
      return MAP_FAILED;                                                                   \
    }                                                                                      \
    void *(*real)(void *, size_t, int, int, int, off_t) =                                  \
        (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, #name);          \
    return real(at, size, protection, flags, fd, offset);                                  \
  }

MAP(mmap)
MAP(mmap64)
