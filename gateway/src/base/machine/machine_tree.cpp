// SPDX-License-Identifier: MIT
#include "machine_tree.hpp"

#include "posix/descriptor.hpp"
#include "text/text.hpp"

#include <plant/number_text.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace gateway {
namespace {

constexpr std::size_t longest_line = 1024;
constexpr std::size_t most_names = 4096;

/// Reads until the end of the file or `most` bytes. @return false after an error
bool read_up_to(int file, std::size_t most, std::string& text) {
    text.resize(most);
    std::size_t size = 0;
    while (size < most) {
        const ssize_t count = ::read(file, text.data() + size, most - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
    }
    text.resize(size);
    return true;
}

}  // namespace

bool is_ascii_text(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char letter) {
        return letter == '\t' || (letter >= ' ' && letter <= '~');
    });
}

/// The file may be a FIFO or a device in a tree of unknown origin, so opening does not wait.
std::optional<std::string> MachineTree::text(const std::string& name, std::size_t most) const {
    const Descriptor file(
        ::open((root_ / name).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    std::string text;
    if (!read_up_to(file.get(), most, text)) return std::nullopt;
    return text;
}

std::optional<std::string> MachineTree::line(const std::string& name) const {
    const auto whole = text(name, longest_line + 1);
    if (!whole) return std::nullopt;
    const std::string_view first = trimmed(std::string_view(*whole).substr(0, whole->find('\n')));
    if (first.empty() || first.size() > longest_line || !is_ascii_text(first)) return std::nullopt;
    return std::string(first);
}

std::optional<std::int64_t> MachineTree::number(const std::string& name) const {
    const auto digits = line(name);
    std::int64_t value = 0;
    if (!digits || !plant::read_data_number(*digits, {-9e15, 9e15}, value).empty())
        return std::nullopt;
    return value;
}

std::vector<std::string> MachineTree::names_in(const std::string& folder) const {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(root_ / folder, error), end;
         !error && entry != end && names.size() < most_names; entry.increment(error))
        names.push_back(entry->path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

bool MachineTree::has(const std::string& name) const {
    std::error_code error;
    return std::filesystem::exists(root_ / name, error);
}

bool MachineTree::may_write(const std::string& name) const {
    return ::access((root_ / name).c_str(), W_OK) == 0;
}

std::filesystem::path MachineTree::followed(const std::string& name) const {
    std::error_code error;
    return std::filesystem::canonical(root_ / name, error);
}

}  // namespace gateway
