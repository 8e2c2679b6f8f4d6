// SPDX-License-Identifier: MIT
// A folder as a network file system may show it, for LD_PRELOAD: files that others have put into
// the folder SLOW_FOLDER are not visible yet, but their names cannot be used.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <string>

namespace {

template <class Function>
Function* next(const char* name, Function*) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Results of other workers; a worker's partial file has its number in its name.
bool is_hidden(const std::string& path) {
    const char* const folder = std::getenv("SLOW_FOLDER");
    if (folder == nullptr || path.rfind(std::string(folder) + "/", 0) != 0) return false;
    if (path.size() < 6 || path.substr(path.size() - 6) != ".jsonl") return false;
    return path.find("." + std::to_string(::getpid()) + ".") == std::string::npos;
}

int absent() {
    errno = ENOENT;
    return -1;
}

}  // namespace

extern "C" {

FILE* fopen64(const char* path, const char* mode) {
    static auto* const real = next("fopen64", &fopen64);
    if (is_hidden(path)) return absent(), nullptr;
    return real(path, mode);
}

FILE* fopen(const char* path, const char* mode) {
    static auto* const real = next("fopen", &fopen);
    if (is_hidden(path)) return absent(), nullptr;
    return real(path, mode);
}

int access(const char* path, int mode) noexcept {
    static auto* const real = next("access", &access);
    return is_hidden(path) ? absent() : real(path, mode);
}

int stat(const char* path, struct stat* found) noexcept {
    static int (*const real)(const char*, struct stat*) =
        reinterpret_cast<int (*)(const char*, struct stat*)>(::dlsym(RTLD_NEXT, "stat"));
    return is_hidden(path) ? absent() : real(path, found);
}

/// Lists only files with the worker's number.
dirent* readdir(DIR* folder) {
    static auto* const real = next("readdir", &readdir);
    for (;;) {
        dirent* const entry = real(folder);
        if (entry == nullptr) return nullptr;
        const std::string name = entry->d_name;
        const char* const slow = std::getenv("SLOW_FOLDER");
        if (slow == nullptr || !is_hidden(std::string(slow) + "/" + name)) return entry;
    }
}

}  // extern "C"
