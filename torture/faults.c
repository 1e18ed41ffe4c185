// Faults on demand, by LD_PRELOAD: what a disk, a kernel or a user may do to a program at any of its
// calls. Counts from the start of main().
//
//   SACCADE_FAULT=CALLS:N[+]:WHAT   at the N-th of CALLS (from it on, with +)
//     CALLS   names with commas, from the list below; "state": all that change or hold files
//     WHAT    ENOSPC, EIO, ...: the call fails so; KILL, INT, ...: the process gets that signal
//             before the call; WAITn: it waits n ms
//   SACCADE_DISK=BYTES              regular files take so many bytes in all, then ENOSPC
//   SACCADE_FAULT_REPORT=FILE       gets the name of each call that met its fault; with N = 0, when
//                                   the program ends, how many calls there were
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE, FSYNC, RENAME, OPEN, MKDIR, UNLINK, LINK, CLOSE, FLOCK, READ, STAT, MMAP, MALLOC,
       THREAD, CALLS };
static const char* const kNames[CALLS] = {"write", "fsync", "rename", "open", "mkdir",
                                          "unlink", "link", "close", "flock", "read",
                                          "stat", "mmap", "malloc", "thread"};
enum { LAST_OF_STATE = FLOCK };

static const struct { const char* name; int value; } kErrors[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"ENOMEM", ENOMEM}, {"EMFILE", EMFILE}, {"EACCES", EACCES},
    {"EROFS", EROFS}, {"EDQUOT", EDQUOT}, {"EAGAIN", EAGAIN}, {"EINTR", EINTR}};
static const struct { const char* name; int value; } kSignals[] = {
    {"KILL", SIGKILL}, {"INT", SIGINT}, {"TERM", SIGTERM}, {"HUP", SIGHUP}};

static int g_active = 0;
static int g_wanted[CALLS];
static long g_number = -1;
static int g_stays = 0;
static int g_error = 0, g_signal = 0, g_wait = 0;
static const char* g_report = NULL;
static atomic_long g_count = 0;
static atomic_long g_disk = -1;

static void Report(const char* text) {
  if (g_report == NULL) return;
  const long file = syscall(SYS_openat, AT_FDCWD, g_report, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0) return;
  syscall(SYS_write, file, text, strlen(text));
  syscall(SYS_write, file, "\n", 1);
  syscall(SYS_close, file);
}

static void ReadFault(const char* fault) {
  char text[256];
  if (fault == NULL || strlen(fault) >= sizeof text) return;
  strcpy(text, fault);
  char* save = NULL;
  char* calls = strtok_r(text, ":", &save);
  char* number = strtok_r(NULL, ":", &save);
  const char* what = strtok_r(NULL, ":", &save);
  if (calls == NULL || number == NULL || what == NULL) return;
  for (char* call = strtok_r(calls, ",", &save); call; call = strtok_r(NULL, ",", &save)) {
    for (int i = 0; i < CALLS; ++i) {
      if (strcmp(call, kNames[i]) == 0) g_wanted[i] = 1;
      if (strcmp(call, "state") == 0 && i <= LAST_OF_STATE) g_wanted[i] = 1;
    }
  }
  g_number = atol(number);
  g_stays = strchr(number, '+') != NULL;
  for (size_t i = 0; i < sizeof kErrors / sizeof *kErrors; ++i) {
    if (strcmp(what, kErrors[i].name) == 0) g_error = kErrors[i].value;
  }
  for (size_t i = 0; i < sizeof kSignals / sizeof *kSignals; ++i) {
    if (strcmp(what, kSignals[i].name) == 0) g_signal = kSignals[i].value;
  }
  if (strncmp(what, "WAIT", 4) == 0) g_wait = atoi(what + 4);
}

// Whether this call is to fail, with errno set.
static int Fails(int call) {
  if (!g_active || !g_wanted[call]) return 0;
  const long now = atomic_fetch_add(&g_count, 1) + 1;
  if (g_number == 0 || (g_stays ? now < g_number : now != g_number)) return 0;
  if (now == g_number) Report(kNames[call]);
  if (g_wait > 0) poll(NULL, 0, g_wait);
  if (g_signal != 0) kill(getpid(), g_signal);
  if (g_error == 0) return 0;
  errno = g_error;
  return 1;
}

// How many of `size` bytes the small disk takes; -1 when it is full.
static ssize_t DiskTakes(int file, size_t size) {
  if (!g_active || atomic_load(&g_disk) < 0) return (ssize_t)size;
  struct stat status;
  if (syscall(SYS_fstat, file, &status) != 0 || !S_ISREG(status.st_mode)) return (ssize_t)size;
  const long left = atomic_fetch_sub(&g_disk, (long)size);
  if (left >= (long)size) return (ssize_t)size;
  atomic_store(&g_disk, 0);
  if (left > 0) return left;
  Report("disk");
  errno = ENOSPC;
  return -1;
}

#define REAL(type, name, ...)                     \
  static type (*real)(__VA_ARGS__) = NULL;        \
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, name)

ssize_t write(int file, const void* bytes, size_t size) {
  REAL(ssize_t, "write", int, const void*, size_t);
  // What is told is no result, and the disk that is full is another.
  if (file == STDERR_FILENO) return real(file, bytes, size);
  if (Fails(WRITE)) return -1;
  const ssize_t taken = DiskTakes(file, size);
  return taken < 0 ? -1 : real(file, bytes, (size_t)taken);
}
ssize_t writev(int file, const struct iovec* parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec*, int);
  if (Fails(WRITE)) return -1;
  size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  const ssize_t taken = DiskTakes(file, size);
  if (taken < 0) return -1;
  return taken == (ssize_t)size ? real(file, parts, count)
                                : write(file, parts[0].iov_base, parts[0].iov_len);
}
int fsync(int file) {
  REAL(int, "fsync", int);
  return Fails(FSYNC) ? -1 : real(file);
}
int rename(const char* from, const char* to) {
  REAL(int, "rename", const char*, const char*);
  return Fails(RENAME) ? -1 : real(from, to);
}
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
  REAL(int, "renameat2", int, const char*, int, const char*, unsigned);
  return Fails(RENAME) ? -1 : real(a, from, b, to, flags);
}

#define OPEN_LIKE(name)                                   \
  int name(const char* path, int flags, ...) {            \
    REAL(int, #name, const char*, int, ...);              \
    va_list rest;                                         \
    va_start(rest, flags);                                \
    const mode_t mode = va_arg(rest, mode_t);             \
    va_end(rest);                                         \
    return Fails(OPEN) ? -1 : real(path, flags, mode);    \
  }
OPEN_LIKE(open)
OPEN_LIKE(open64)

#define OPENAT_LIKE(name)                                       \
  int name(int folder, const char* path, int flags, ...) {      \
    REAL(int, #name, int, const char*, int, ...);               \
    va_list rest;                                               \
    va_start(rest, flags);                                      \
    const mode_t mode = va_arg(rest, mode_t);                   \
    va_end(rest);                                               \
    return Fails(OPEN) ? -1 : real(folder, path, flags, mode);  \
  }
OPENAT_LIKE(openat)
OPENAT_LIKE(openat64)

FILE* fopen(const char* path, const char* mode) {
  REAL(FILE*, "fopen", const char*, const char*);
  return Fails(OPEN) ? NULL : real(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  REAL(FILE*, "fopen64", const char*, const char*);
  return Fails(OPEN) ? NULL : real(path, mode);
}
void* opendir(const char* path) {
  REAL(void*, "opendir", const char*);
  return Fails(OPEN) ? NULL : real(path);
}
int mkdir(const char* path, mode_t mode) {
  REAL(int, "mkdir", const char*, mode_t);
  return Fails(MKDIR) ? -1 : real(path, mode);
}
int unlink(const char* path) {
  REAL(int, "unlink", const char*);
  return Fails(UNLINK) ? -1 : real(path);
}
int unlinkat(int folder, const char* path, int flags) {
  REAL(int, "unlinkat", int, const char*, int);
  return Fails(UNLINK) ? -1 : real(folder, path, flags);
}
int remove(const char* path) {
  REAL(int, "remove", const char*);
  return Fails(UNLINK) ? -1 : real(path);
}
int link(const char* from, const char* to) {
  REAL(int, "link", const char*, const char*);
  return Fails(LINK) ? -1 : real(from, to);
}
// A failed close has closed nevertheless, as on Linux.
int close(int file) {
  REAL(int, "close", int);
  const int fails = Fails(CLOSE), error = errno;
  const int result = real(file);
  if (!fails) return result;
  errno = error;
  return -1;
}
int flock(int file, int what) {
  REAL(int, "flock", int, int);
  return Fails(FLOCK) ? -1 : real(file, what);
}
ssize_t read(int file, void* bytes, size_t size) {
  REAL(ssize_t, "read", int, void*, size_t);
  return Fails(READ) ? -1 : real(file, bytes, size);
}
int fstat(int file, struct stat* status) {
  REAL(int, "fstat", int, struct stat*);
  return Fails(STAT) ? -1 : real(file, status);
}
int stat(const char* path, struct stat* status) {
  REAL(int, "stat", const char*, struct stat*);
  return Fails(STAT) ? -1 : real(path, status);
}
int lstat(const char* path, struct stat* status) {
  REAL(int, "lstat", const char*, struct stat*);
  return Fails(STAT) ? -1 : real(path, status);
}
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  REAL(void*, "mmap", void*, size_t, int, int, int, off_t);
  return Fails(MMAP) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  REAL(int, "pthread_create", pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return Fails(THREAD) ? EAGAIN : real(thread, attributes, body, argument);
}

// dlsym() allocates, so these go to the C library by the names that it has for this.
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void* malloc(size_t size) { return Fails(MALLOC) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return Fails(MALLOC) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) { return Fails(MALLOC) ? NULL : __libc_realloc(old, size); }
void* aligned_alloc(size_t alignment, size_t size) {
  return Fails(MALLOC) ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void** place, size_t alignment, size_t size) {
  if (Fails(MALLOC)) return ENOMEM;
  *place = __libc_memalign(alignment, size);
  return *place == NULL ? ENOMEM : 0;
}

static int (*g_main)(int, char**, char**) = NULL;

static void ReportCount(void) {
  g_active = 0;
  char text[32];
  snprintf(text, sizeof text, "%ld", atomic_load(&g_count));
  Report(text);
}

static int Main(int argc, char** argv, char** environment) {
  if (g_number == 0) atexit(ReportCount);
  g_active = 1;
  return g_main(argc, argv, environment);
}

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end) {
  REAL(int, "__libc_start_main", int (*)(int, char**, char**), int, char**, void (*)(void),
       void (*)(void), void (*)(void), void*);
  g_main = main;
  ReadFault(getenv("SACCADE_FAULT"));
  g_report = getenv("SACCADE_FAULT_REPORT");
  const char* disk = getenv("SACCADE_DISK");
  if (disk != NULL) atomic_store(&g_disk, atol(disk));
  return real(Main, argc, argv, init, fini, rtld_fini, stack_end);
}
