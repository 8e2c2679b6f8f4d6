// SPDX-License-Identifier: MIT
#include "unpack_file.hpp"

#include "output/output_queue.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace gateway::fmu {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& name, int error) {
    throw std::runtime_error(name + ": cannot be written: " + std::strerror(error));
}

}  // namespace

UnpackedFile::UnpackedFile(const fs::path& file, bool is_executable)
    : name_(file.string()),
      descriptor_(::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                         is_executable ? 0700 : 0600)) {
    if (descriptor_.get() < 0) fail(name_, errno);
}

void UnpackedFile::write(const char* bytes, std::size_t size) {
    const int error = write_all(descriptor_.get(), {bytes, size});
    if (error != 0) fail(name_, error);
}

void make_private_folder(const fs::path& root, const fs::path& folder) {
    fs::path path = root;
    for (const fs::path& part : folder.lexically_relative(root)) {
        if (part.empty() || part == ".") continue;
        path /= part;
        if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) fail(path.string(), errno);
    }
}

void remove_content(const fs::path& folder) noexcept {
    std::error_code ignored;
    fs::directory_iterator entry(folder, ignored);
    while (entry != fs::directory_iterator()) {
        fs::remove_all(entry->path(), ignored);
        entry.increment(ignored);
    }
}

}  // namespace gateway::fmu
