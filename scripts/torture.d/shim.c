/*
 * Preloaded into the command, counts what it does to files below TORTURE_UNDER: files opened to be written, writes,
 * renames, deletions, new folders, syncs. At call number TORTURE_AT it does what TORTURE_DO says:
 *
 *   kill     the process dies as by kill -9, before the call
 *   eio      this one call fails
 *   enospc   this and every later call that needs room fails
 *
 * The count goes to TORTURE_COUNT, so that a first run tells how many calls there are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *under, *what;
static long at;
static int count_file = -1;
static volatile long calls;

__attribute__((constructor)) static void begin(void) {
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n < 5 || strncmp(exe + n - 5, "/java", 5)) return; /* the shell before it, or what it starts */
    under = getenv("TORTURE_UNDER");
    what = getenv("TORTURE_DO");
    at = getenv("TORTURE_AT") ? atol(getenv("TORTURE_AT")) : 0;
    const char *count = getenv("TORTURE_COUNT");
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    if (count) count_file = real(count, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

static int below(const char *path) {
    char full[8192];
    if (!under || !path) return 0;
    if (path[0] != '/') {
        if (!getcwd(full, 4000)) return 0;
        strcat(full, "/");
        strncat(full, path, 4000);
        path = full;
    }
    return strncmp(path, under, strlen(under)) == 0;
}

static int below_fd(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = under ? readlink(link, path, sizeof path - 1) : -1;
    if (n < 0) return 0;
    path[n] = 0;
    return below(path);
}

/* One call; 1 if it shall fail. */
static int call(int needs_room) {
    long n = __sync_add_and_fetch(&calls, 1);
    if (count_file >= 0) {
        char text[32];
        int length = snprintf(text, sizeof text, "%ld\n", n);
        ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
        if (real(count_file, text, length, 0) < 0) return 0;
    }
    if (!what || at == 0 || n < at) return 0;
    if (!strcmp(what, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(what, "eio") && n == at) { errno = EIO; return 1; }
    if (!strcmp(what, "enospc") && needs_room) { errno = ENOSPC; return 1; }
    return 0;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)
#define MODE(flags, mode) va_list list; va_start(list, flags); mode_t mode = (flags & O_CREAT) ? va_arg(list, mode_t) : 0; va_end(list)
#define WRITES(flags) (((flags) & O_ACCMODE) != O_RDONLY)

int open(const char *path, int flags, ...) { REAL(open); MODE(flags, m); return WRITES(flags) && below(path) && call(flags & O_CREAT) ? -1 : real(path, flags, m); }
int open64(const char *path, int flags, ...) { REAL(open64); MODE(flags, m); return WRITES(flags) && below(path) && call(flags & O_CREAT) ? -1 : real(path, flags, m); }
int openat(int d, const char *path, int flags, ...) { REAL(openat); MODE(flags, m); return WRITES(flags) && below(path) && call(flags & O_CREAT) ? -1 : real(d, path, flags, m); }
int openat64(int d, const char *path, int flags, ...) { REAL(openat64); MODE(flags, m); return WRITES(flags) && below(path) && call(flags & O_CREAT) ? -1 : real(d, path, flags, m); }
ssize_t write(int fd, const void *b, size_t n) { REAL(write); return below_fd(fd) && call(1) ? -1 : real(fd, b, n); }
ssize_t pwrite(int fd, const void *b, size_t n, off_t o) { REAL(pwrite); return below_fd(fd) && call(1) ? -1 : real(fd, b, n, o); }
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t o) { REAL(pwrite64); return below_fd(fd) && call(1) ? -1 : real(fd, b, n, o); }
ssize_t writev(int fd, const struct iovec *v, int n) { REAL(writev); return below_fd(fd) && call(1) ? -1 : real(fd, v, n); }
int fsync(int fd) { REAL(fsync); return below_fd(fd) && call(1) ? -1 : real(fd); }
int fdatasync(int fd) { REAL(fdatasync); return below_fd(fd) && call(1) ? -1 : real(fd); }
int rename(const char *a, const char *b) { REAL(rename); return below(b) && call(0) ? -1 : real(a, b); }
int renameat(int x, const char *a, int y, const char *b) { REAL(renameat); return below(b) && call(0) ? -1 : real(x, a, y, b); }
int unlink(const char *p) { REAL(unlink); return below(p) && call(0) ? -1 : real(p); }
int unlinkat(int d, const char *p, int f) { REAL(unlinkat); return below(p) && call(0) ? -1 : real(d, p, f); }
int rmdir(const char *p) { REAL(rmdir); return below(p) && call(0) ? -1 : real(p); }
int mkdir(const char *p, mode_t m) { REAL(mkdir); return below(p) && call(1) ? -1 : real(p, m); }
int ftruncate64(int fd, off64_t n) { REAL(ftruncate64); return below_fd(fd) && call(0) ? -1 : real(fd, n); }
int link(const char *a, const char *b) { REAL(link); return below(b) && call(1) ? -1 : real(a, b); }
