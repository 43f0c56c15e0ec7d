/* A disk that forgets and fails, preloaded into the real server (LD_PRELOAD).
 *
 * The server reads and writes its real files. Beside them this library keeps what a disk would
 * still hold after the power went:
 *
 *   SHADOW/data/ID       the bytes of a file as of its last successful fsync
 *   SHADOW/entry/NAME    the ID behind a name, as of the last fsync of the directory
 *   SHADOW/current/NAME  the ID behind a name now
 *
 * After the kill the test builds the data directory anew from these (disk.rs). -shm files are left
 * out: they live in memory and are made anew. A failed fsync forgets what was to be written, as
 * Linux does: the next fsync succeeds and the bytes are gone ("fsyncgate").
 *
 * The words of the control file (64-bit, shared memory) are read at each call; see enum word.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum word {
    WRITES,     /* calls that write, counted */
    SYNCS,      /* calls that sync, counted */
    READS,      /* calls that read, counted */
    KIND,       /* what goes wrong, see enum kind */
    FIRST,      /* with which call of its sort it begins, from 1 */
    LAST,       /* with which call it ends */
    ONLY,       /* 0 every file, 1 the write-ahead log, 2 the database */
    NORMAL,     /* 1: what synchronous=NORMAL leaves out is left out */
    SYNC_MICRO, /* how long a sync takes */
    FIRED,      /* how often something went wrong */
    HANGING,    /* how many syncs are under way */
    WORDS
};
enum kind {
    NOTHING,
    FULL,       /* writes find no room */
    WRITE_FAILS,
    SHORT,      /* the first write is cut in half, then there is no room */
    SYNC_FAILS,
    DIE_WRITING,
    DIE_SYNCING,
    READ_FAILS,
};

#define FDS 4096
#define CHUNK 65536

struct range { off_t from, to; };
struct node {
    struct node *next;
    ino_t inode;
    char id[24];
    char name[256];
    int is_shared_memory, is_log;
    struct range *ranges;
    size_t count, room;
};
struct handle { struct node *node; int is_directory; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char directory[4096], shadow[4096];
static struct node *nodes;
static struct handle handles[FDS];
static int64_t idle[WORDS];
static volatile int64_t *control = idle;
static long ids;

#define REAL(result, name, ...)                                              \
    static result (*real_##name)(__VA_ARGS__);                               \
    static void find_##name(void) {                                          \
        if (!real_##name) *(void **)&real_##name = dlsym(RTLD_NEXT, #name);  \
    }
REAL(int, open, const char *, int, ...)
REAL(int, open64, const char *, int, ...)
REAL(int, openat, int, const char *, int, ...)
REAL(int, openat64, int, const char *, int, ...)
REAL(int, close, int)
REAL(ssize_t, read, int, void *, size_t)
REAL(ssize_t, pread, int, void *, size_t, off_t)
REAL(ssize_t, pread64, int, void *, size_t, off_t)
REAL(ssize_t, write, int, const void *, size_t)
REAL(ssize_t, writev, int, const struct iovec *, int)
REAL(ssize_t, pwrite, int, const void *, size_t, off_t)
REAL(ssize_t, pwrite64, int, const void *, size_t, off_t)
REAL(int, ftruncate, int, off_t)
REAL(int, ftruncate64, int, off_t)
REAL(int, fsync, int)
REAL(int, fdatasync, int)
REAL(int, unlink, const char *)
REAL(int, unlinkat, int, const char *, int)
REAL(int, rename, const char *, const char *)
REAL(int, link, const char *, const char *)
REAL(int, linkat, int, const char *, int, const char *, int)

static void broken(const char *what) {
    fprintf(stderr, "disk.c: %s: %s\n", what, strerror(errno));
    abort();
}

static void find_all(void) {
    find_open(); find_open64(); find_openat(); find_openat64(); find_close(); find_read();
    find_pread(); find_pread64(); find_write(); find_writev(); find_pwrite(); find_pwrite64();
    find_ftruncate(); find_ftruncate64(); find_fsync(); find_fdatasync(); find_unlink();
    find_unlinkat(); find_rename(); find_link(); find_linkat();
}

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* The name of a file directly in the data directory, or nothing. */
static const char *name_in_directory(const char *path) {
    size_t length = strlen(directory);
    if (!length || strncmp(path, directory, length) != 0 || path[length] != '/') return NULL;
    const char *name = path + length + 1;
    return *name && !strchr(name, '/') ? name : NULL;
}

static int open_shadow(const char *folder, const char *name, int flags) {
    char path[8192];
    snprintf(path, sizeof path, "%s/%s/%s", shadow, folder, name);
    int fd = real_open64(path, flags | O_CLOEXEC, 0600);
    if (fd < 0) broken(path);
    return fd;
}

static void note_entry(const char *folder, const char *name, const char *id) {
    /* Beside its place and then renamed: the kill may come at any moment. */
    char draft[8192], path[8192];
    snprintf(draft, sizeof draft, "%s/draft", shadow);
    snprintf(path, sizeof path, "%s/%s/%s", shadow, folder, name);
    int fd = real_open64(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || real_write(fd, id, strlen(id)) < 0) broken(draft);
    real_close(fd);
    if (real_rename(draft, path)) broken(path);
}

static void forget_entry(const char *folder, const char *name) {
    char path[8192];
    snprintf(path, sizeof path, "%s/%s/%s", shadow, folder, name);
    real_unlink(path);
}

static struct node *find_node(ino_t inode) {
    for (struct node *node = nodes; node; node = node->next)
        if (node->inode == inode) return node;
    return NULL;
}

/* A file that was just made or found: an inode number may be one that was used before. */
static struct node *add_node(ino_t inode, const char *name) {
    struct node *old = find_node(inode);
    if (old) old->inode = 0;
    struct node *node = calloc(1, sizeof *node);
    node->inode = inode;
    snprintf(node->id, sizeof node->id, "%ld", ++ids);
    snprintf(node->name, sizeof node->name, "%s", name);
    node->is_shared_memory = ends_with(name, "-shm");
    node->is_log = ends_with(name, "-wal");
    node->next = nodes;
    nodes = node;
    if (!node->is_shared_memory) {
        real_close(open_shadow("data", node->id, O_WRONLY | O_CREAT | O_TRUNC));
        note_entry("current", name, node->id);
    }
    return node;
}

static void mark(struct node *node, off_t from, off_t to) {
    if (from >= to) return;
    if (node->count && node->ranges[node->count - 1].to == from) {
        node->ranges[node->count - 1].to = to;
        return;
    }
    if (node->count == node->room) {
        node->room = node->room ? node->room * 2 : 64;
        node->ranges = realloc(node->ranges, node->room * sizeof *node->ranges);
    }
    node->ranges[node->count++] = (struct range){from, to};
}

/* What was written goes to the shadow; half of it when the power goes meanwhile. */
static void keep(struct node *node, int fd, int is_dying) {
    static char buffer[CHUNK];
    int out = open_shadow("data", node->id, O_WRONLY);
    size_t count = is_dying ? node->count / 2 : node->count;
    for (size_t i = 0; i < count; i++) {
        off_t at = node->ranges[i].from;
        while (at < node->ranges[i].to) {
            size_t want = node->ranges[i].to - at < CHUNK ? node->ranges[i].to - at : CHUNK;
            ssize_t got = real_pread64(fd, buffer, want, at);
            if (got < 0) broken("read back");
            if (got == 0) break;
            if (real_pwrite64(out, buffer, got, at) != got) broken("keep");
            at += got;
        }
    }
    struct stat status;
    if (!is_dying && (fstat(fd, &status) || real_ftruncate64(out, status.st_size))) broken("size");
    real_close(out);
    if (is_dying) kill(getpid(), SIGKILL);
    node->count = 0;
}

/* The directory's entries become durable. */
static void keep_entries(void) {
    char path[8192];
    snprintf(path, sizeof path, "%s/entry", shadow);
    DIR *folder = opendir(path);
    if (!folder) broken(path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char now[8192];
        snprintf(now, sizeof now, "%s/current/%s", shadow, entry->d_name);
        if (entry->d_name[0] != '.' && access(now, F_OK)) forget_entry("entry", entry->d_name);
    }
    closedir(folder);
    snprintf(path, sizeof path, "%s/current", shadow);
    folder = opendir(path);
    if (!folder) broken(path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char id[24] = {0};
        if (entry->d_name[0] == '.' && strchr("./", entry->d_name[1])) continue;
        int fd = open_shadow("current", entry->d_name, O_RDONLY);
        if (real_read(fd, id, sizeof id - 1) < 0) broken(path);
        real_close(fd);
        note_entry("entry", entry->d_name, id);
    }
    closedir(folder);
}

__attribute__((constructor)) static void begin(void) {
    find_all();
    const char *data = getenv("DISK_DATA"), *kept = getenv("DISK_SHADOW");
    const char *words = getenv("DISK_CONTROL");
    if (!data || !kept || !words) return;
    int fd = real_open64(words, O_RDWR | O_CLOEXEC);
    if (fd < 0) broken(words);
    void *shared = mmap(NULL, sizeof idle, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED) broken(words);
    real_close(fd);
    control = shared;
    snprintf(shadow, sizeof shadow, "%s", kept);
    DIR *folder = opendir(data);
    if (!folder) broken(data);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[8192];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", data, entry->d_name);
        if (stat(path, &status) || !S_ISREG(status.st_mode)) continue;
        struct node *node = add_node(status.st_ino, entry->d_name);
        if (node->is_shared_memory) continue;
        mark(node, 0, status.st_size);
        int file = real_open64(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) broken(path);
        keep(node, file, 0);
        real_close(file);
    }
    closedir(folder);
    keep_entries();
    snprintf(directory, sizeof directory, "%s", data);
}

static struct node *tracked(int fd) {
    return fd >= 0 && fd < FDS ? handles[fd].node : NULL;
}

static int is_chosen(const struct node *node) {
    switch (control[ONLY]) {
    case 1: return node->is_log;
    case 2: return ends_with(node->name, ".db");
    default: return 1;
    }
}

/* Counts a call and says whether something goes wrong with it. */
static int64_t wrong(const struct node *node, enum word counter) {
    if (!is_chosen(node)) return NOTHING;
    int64_t at = __atomic_add_fetch(&control[counter], 1, __ATOMIC_SEQ_CST);
    int64_t kind = control[KIND];
    enum word sort = kind == SYNC_FAILS || kind == DIE_SYNCING ? SYNCS
                     : kind == READ_FAILS                      ? READS
                                                               : WRITES;
    if (kind == NOTHING || sort != counter || at < control[FIRST] || at > control[LAST])
        return NOTHING;
    control[FIRED]++;
    return kind;
}

static int fail(int error) {
    errno = error;
    return -1;
}

/* synchronous=NORMAL syncs the log too, before a checkpoint writes into the database. */
static void checkpoint_begins(const struct node *node) {
    if (!control[NORMAL] || node->is_log || !ends_with(node->name, ".db")) return;
    for (int fd = 0; fd < FDS; fd++)
        if (handles[fd].node && handles[fd].node->is_log && handles[fd].node->count)
            keep(handles[fd].node, fd, 0);
}

/* A write of `size` bytes at `at` by `put`, which writes at most so many of them. */
static ssize_t write_at(int fd, const void *bytes, size_t size, off_t at, int is_placed) {
    struct node *node = handles[fd].node;
    pthread_mutex_lock(&lock);
    int64_t kind = wrong(node, WRITES);
    ssize_t done = -1;
    if (kind == SHORT && control[FIRED] == 1) size = size / 2;
    else if (kind == SHORT || kind == FULL) { done = fail(ENOSPC); goto end; }
    else if (kind == WRITE_FAILS) { done = fail(EIO); goto end; }
    else if (kind == DIE_WRITING) size = size / 2;
    checkpoint_begins(node);
    done = is_placed ? real_pwrite64(fd, bytes, size, at) : real_write(fd, bytes, size);
    if (kind == DIE_WRITING) kill(getpid(), SIGKILL);
    if (done > 0 && !node->is_shared_memory) mark(node, at, at + done);
end:
    pthread_mutex_unlock(&lock);
    return done;
}

static ssize_t write_on(int fd, const void *bytes, size_t size) {
    return write_at(fd, bytes, size, lseek64(fd, 0, SEEK_CUR), 0);
}

static int cut(int fd, off_t size) {
    struct node *node = handles[fd].node;
    pthread_mutex_lock(&lock);
    int64_t kind = wrong(node, WRITES);
    int done = -1;
    struct stat status;
    if (kind == FULL || kind == SHORT) done = fail(ENOSPC);
    else if (kind == WRITE_FAILS) done = fail(EIO);
    else {
        if (kind == DIE_WRITING) kill(getpid(), SIGKILL);
        if (fstat(fd, &status)) broken("size");
        done = real_ftruncate64(fd, size);
        off_t from = size < status.st_size ? size : status.st_size;
        off_t to = size < status.st_size ? status.st_size : size;
        if (!done && !node->is_shared_memory) mark(node, from, to);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

/* A sync that is under way becomes as quick as the word says meanwhile. */
static void take_time(void) {
    __atomic_add_fetch(&control[HANGING], 1, __ATOMIC_SEQ_CST);
    for (int64_t left, taken = 0; (left = control[SYNC_MICRO] - taken) > 0;) {
        int64_t step = left < 1000 ? left : 1000;
        usleep(step);
        taken += step;
    }
    __atomic_sub_fetch(&control[HANGING], 1, __ATOMIC_SEQ_CST);
}

static int sync_file(int fd) {
    struct node *node = handles[fd].node;
    take_time();
    pthread_mutex_lock(&lock);
    int done = 0;
    int64_t kind = node ? wrong(node, SYNCS) : NOTHING;
    if (kind == SYNC_FAILS) {
        node->count = 0;
        done = fail(EIO);
    } else if (!node) keep_entries();
    else if (!node->is_shared_memory && !(control[NORMAL] && node->is_log && kind == NOTHING))
        keep(node, fd, kind == DIE_SYNCING);
    pthread_mutex_unlock(&lock);
    return done;
}

static int opened(int fd, const char *name, int is_new) {
    struct stat status;
    if (fstat(fd, &status)) broken(name);
    pthread_mutex_lock(&lock);
    struct node *node = is_new ? NULL : find_node(status.st_ino);
    if (!node) node = add_node(status.st_ino, name);
    if (fd >= FDS) broken("too many files");
    handles[fd] = (struct handle){node, 0};
    pthread_mutex_unlock(&lock);
    return fd;
}

static int open_file(const char *path, int flags, mode_t mode) {
    const char *name = name_in_directory(path);
    if (!name) {
        int fd = real_open64(path, flags, mode);
        if (fd >= 0 && fd < FDS && *directory && strcmp(path, directory) == 0)
            handles[fd].is_directory = 1;
        return fd;
    }
    int is_new = (flags & O_CREAT) && access(path, F_OK) != 0;
    int is_cut = !is_new && (flags & O_TRUNC);
    /* keep() reads through the handle that is synced. */
    if ((flags & O_ACCMODE) == O_WRONLY) flags = (flags & ~O_ACCMODE) | O_RDWR;
    int fd = real_open64(path, flags & ~O_TRUNC, mode);
    if (fd < 0) return fd;
    opened(fd, name, is_new);
    if (is_cut && cut(fd, 0)) {
        int error = errno;
        close(fd);
        return fail(error);
    }
    return fd;
}

#define MODE_OF(flags)                       \
    mode_t mode = 0;                         \
    if ((flags) & (O_CREAT | O_TMPFILE)) {   \
        va_list rest;                        \
        va_start(rest, flags);               \
        mode = va_arg(rest, mode_t);         \
        va_end(rest);                        \
    }

int open(const char *path, int flags, ...) { MODE_OF(flags) find_all(); return open_file(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) find_all(); return open_file(path, flags, mode); }
int openat(int at, const char *path, int flags, ...) {
    MODE_OF(flags)
    find_all();
    return *path == '/' ? open_file(path, flags, mode) : real_openat64(at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
    MODE_OF(flags)
    find_all();
    return *path == '/' ? open_file(path, flags, mode) : real_openat64(at, path, flags, mode);
}

int close(int fd) {
    find_close();
    if (fd >= 0 && fd < FDS) {
        pthread_mutex_lock(&lock);
        handles[fd] = (struct handle){NULL, 0};
        pthread_mutex_unlock(&lock);
    }
    return real_close(fd);
}

static int is_unreadable(int fd) {
    struct node *node = tracked(fd);
    return node && !node->is_shared_memory && wrong(node, READS) == READ_FAILS;
}
ssize_t read(int fd, void *bytes, size_t size) {
    find_read();
    return is_unreadable(fd) ? fail(EIO) : real_read(fd, bytes, size);
}
ssize_t pread(int fd, void *bytes, size_t size, off_t at) {
    find_pread();
    return is_unreadable(fd) ? fail(EIO) : real_pread(fd, bytes, size, at);
}
ssize_t pread64(int fd, void *bytes, size_t size, off_t at) {
    find_pread64();
    return is_unreadable(fd) ? fail(EIO) : real_pread64(fd, bytes, size, at);
}
ssize_t write(int fd, const void *bytes, size_t size) {
    find_write();
    return tracked(fd) ? write_on(fd, bytes, size) : real_write(fd, bytes, size);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
    find_writev();
    /* A short write is allowed: the caller goes on with the rest. */
    return tracked(fd) && count > 0 ? write_on(fd, parts[0].iov_base, parts[0].iov_len)
                                    : real_writev(fd, parts, count);
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
    find_pwrite();
    return tracked(fd) ? write_at(fd, bytes, size, at, 1) : real_pwrite(fd, bytes, size, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t at) {
    find_pwrite64();
    return tracked(fd) ? write_at(fd, bytes, size, at, 1) : real_pwrite64(fd, bytes, size, at);
}
int ftruncate(int fd, off_t size) { find_ftruncate(); return tracked(fd) ? cut(fd, size) : real_ftruncate(fd, size); }
int ftruncate64(int fd, off_t size) { find_ftruncate64(); return tracked(fd) ? cut(fd, size) : real_ftruncate64(fd, size); }

static int is_ours(int fd) {
    return fd >= 0 && fd < FDS && (handles[fd].node || handles[fd].is_directory);
}
int fsync(int fd) { find_fsync(); return is_ours(fd) ? sync_file(fd) : real_fsync(fd); }
int fdatasync(int fd) { find_fdatasync(); return is_ours(fd) ? sync_file(fd) : real_fdatasync(fd); }

static void removed(const char *path) {
    const char *name = name_in_directory(path);
    if (!name) return;
    pthread_mutex_lock(&lock);
    forget_entry("current", name);
    pthread_mutex_unlock(&lock);
}
int unlink(const char *path) {
    find_unlink();
    int done = real_unlink(path);
    if (!done) removed(path);
    return done;
}
int unlinkat(int at, const char *path, int flags) {
    find_unlinkat();
    int done = real_unlinkat(at, path, flags);
    if (!done) removed(path);
    return done;
}

/* A file got another name, or one more. */
static void named(const char *from, const char *to) {
    const char *name = name_in_directory(to);
    struct stat status;
    if (!name || stat(to, &status)) return;
    pthread_mutex_lock(&lock);
    struct node *node = find_node(status.st_ino);
    if (node) note_entry("current", name, node->id);
    else add_node(status.st_ino, name);
    pthread_mutex_unlock(&lock);
    if (from) removed(from);
}
int rename(const char *from, const char *to) {
    find_all();
    int done = real_rename(from, to);
    if (!done) named(from, to);
    return done;
}
int link(const char *from, const char *to) {
    find_all();
    int done = real_link(from, to);
    if (!done) named(NULL, to);
    return done;
}
int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
    find_all();
    int done = real_linkat(from_at, from, to_at, to, flags);
    if (!done) named(NULL, to);
    return done;
}
