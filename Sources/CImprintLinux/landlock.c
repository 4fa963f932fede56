// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CImprintLinux.h"

static const uint64_t reading = IMP_LANDLOCK_READ_FILE | IMP_LANDLOCK_READ_FOLDER;

// What a plugin's libraries and OpenVINO read besides their own files. Without /sys/devices/system OpenVINO
// hangs: docs/proposals/0001-openvino-in-a-sandbox.md.
static const char *const of_the_system[] = {
    "/lib",          "/lib64",        "/usr/lib",   "/usr/lib64",   "/usr/local/lib",
    "/etc/ld.so.cache", "/sys/devices/system", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",
    "/dev/null",     "/dev/urandom",
};

// For name resolution, and for TLS root certificates.
static const char *const of_the_network[] = {
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf",
    "/etc/services",    "/etc/ssl",   "/etc/pki",           "/run/systemd/resolve", "/usr/share/ca-certificates",
};

static int allow_listing(const imp_landlock *wall, int object) {
  struct stat info;
  if (fstat(object, &info) != 0) return -errno;
  return S_ISDIR(info.st_mode) ? imp_landlock_allow(wall, object, IMP_LANDLOCK_READ_FOLDER) : -ENOTDIR;
}

// Anything else declared as a device is not writable.
static int allow_use(const imp_landlock *wall, int object) {
  struct stat info;
  if (fstat(object, &info) != 0) return -errno;
  if (!S_ISCHR(info.st_mode)) return -ENODEV;
  return imp_landlock_allow(wall, object,
                            IMP_LANDLOCK_READ_FILE | IMP_LANDLOCK_WRITE_FILE | IMP_LANDLOCK_DEVICE_CONTROL);
}

int imp_wall_grant(const char *path) {
  const int object = open(path, O_PATH | O_CLOEXEC);
  return object < 0 ? -errno : object;
}

static int allow_paths(const imp_landlock *wall, const char *const *paths, size_t count) {
  int result = 0;
  for (size_t index = 0; index < count && result == 0; index++) {
    result = imp_landlock_allow_path(wall, paths[index], reading);
  }
  return result;
}

// Swift's run-time libraries are in its toolchain; plugins need more of them than this program.
static int allow_folder_of(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const char *name = strrchr(info->dlpi_name, '/');
  if (name == NULL || strncmp(name + 1, "libswift", strlen("libswift")) != 0) return 0;
  return imp_landlock_allow_folder_of(context, info->dlpi_name, reading);
}

static int allow_granted(const imp_landlock *wall, const imp_grants *grants) {
  int result = 0;
  const int *object = grants->objects;
  for (size_t index = 0; index < grants->readable && result == 0; index++) {
    result = imp_landlock_allow(wall, *object++, reading);
  }
  for (size_t index = 0; index < grants->listable && result == 0; index++) {
    result = allow_listing(wall, *object++);
  }
  for (size_t index = 0; index < grants->usable && result == 0; index++) {
    result = allow_use(wall, *object++);
  }
  return result;
}

int imp_wall_files(const imp_grants *grants, int with_network) {
  imp_landlock wall;
  int result = imp_landlock_begin(&wall, with_network);
  if (result != 0) return result;
  result = allow_paths(&wall, of_the_system, sizeof of_the_system / sizeof of_the_system[0]);
  if (result == 0 && with_network) {
    result = allow_paths(&wall, of_the_network, sizeof of_the_network / sizeof of_the_network[0]);
  }
  if (result == 0) result = dl_iterate_phdr(allow_folder_of, &wall);
  if (result == 0) result = allow_granted(&wall, grants);
  return imp_landlock_end(&wall, result);
}

int imp_wall_is_device(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISCHR(status.st_mode);
}

int imp_wall_identity(const char *path, uint64_t *device, uint64_t *inode) {
  struct stat status;
  if (stat(path, &status) != 0) return -errno;
  *device = status.st_dev;
  *inode = status.st_ino;
  return 0;
}
