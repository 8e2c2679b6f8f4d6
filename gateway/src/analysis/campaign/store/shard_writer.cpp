// SPDX-License-Identifier: MIT
#include "shard_writer.hpp"

#include "posix/process_end.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int error) {
    throw std::system_error(error, std::generic_category(), file.string());
}

/// Flushes a new name in a folder to the disk. Some file systems do not support that.
void sync_folder(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

/// Whether a part "SHARD.HOST.PID.jsonl" is of this machine, and its process has ended.
bool is_left_behind(const fs::path& part, std::uint64_t shard) {
    const std::string front = std::to_string(shard) + "." + host_name() + ".";
    const std::string name = part.filename().string();
    return name.compare(0, front.size(), front) == 0 && is_gone(name.substr(front.size()));
}

}  // namespace

void remove_left_parts(const Shard& shard) {
    const Parts parts = list_parts(shard.folder);
    const auto found = parts.find(shard.number);
    if (found == parts.end()) return;
    for (const fs::path& part : found->second)
        if (is_left_behind(part, shard.number)) ::unlink(part.c_str());
}

std::string host_name() {
    char name[256] = "";
    ::gethostname(name, sizeof name - 1);
    std::string clean;
    for (const char* letter = name; *letter != 0 && *letter != '.'; ++letter)
        clean += std::isalnum(static_cast<unsigned char>(*letter)) != 0 ? *letter : '-';
    return clean.empty() ? "host" : clean;
}

ShardWriter::ShardWriter(Shard shard, const std::string& provenance)
    : shard_(std::move(shard)), rows_(shard_.is_repeatable) {
    is_published_ = read_done(shard_, rows_);
    if (is_published_) {
        remove_left_parts(shard_);
        return;
    }
    fs::create_directories(shard_.part_folder());
    fs::create_directories(shard_.done().parent_path());
    const Parts parts = list_parts(shard_.folder);
    take_over(parts);
    open_part();
    write(to_header_line(shard_.plan, provenance));
    for (const auto& [run, row] : rows_.rows()) write(to_line(row));
}

ShardWriter::~ShardWriter() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void ShardWriter::take_over(const Parts& parts) {
    const auto found = parts.find(shard_.number);
    if (found == parts.end()) return;
    for (const fs::path& part : found->second) read_part(shard_, part, rows_);
}

/// Opens a new part. A file with its name may exist, from before a restart of the machine or from a
/// container with the same host name.
void ShardWriter::open_part() {
    const std::string base =
        std::to_string(shard_.number) + "." + host_name() + "." + std::to_string(::getpid());
    constexpr int most_names = 10'000;
    for (int i = 0; i < most_names && descriptor_ < 0; ++i) {
        part_ = shard_.part_folder() / (base + (i > 0 ? "." + std::to_string(i) : "") + ".jsonl");
        descriptor_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) fail(part_, errno);
}

void ShardWriter::write(const std::string& line) {
    const char* from = line.data();
    std::size_t left = line.size();
    while (left > 0) {
        const ssize_t written = ::write(descriptor_, from, left);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(part_, errno);
        from += written;
        left -= static_cast<std::size_t>(written);
    }
}

void ShardWriter::add(const Row& row) {
    rows_.add(row);
    write(to_line(row));
}

void ShardWriter::sync_and_close() {
    if (::fsync(descriptor_) != 0) fail(part_, errno);
    const int error = ::close(descriptor_) == 0 ? 0 : errno;
    descriptor_ = -1;
    if (error != 0) fail(part_, error);
}

/// Links the part to the published name. Over NFS a repeated request may report that the name
/// exists although the first request has created it; the link count of the file shows that.
/// @return false if another worker was faster
bool ShardWriter::link_to_done() const {
    if (::link(part_.c_str(), shard_.done().c_str()) == 0) return true;
    const int error = errno;
    struct stat own {};
    if (::stat(part_.c_str(), &own) == 0 && own.st_nlink == 2) return true;
    const bool is_done = ::access(shard_.done().c_str(), F_OK) == 0;
    if (error != EEXIST && !(error == ENOENT && is_done)) fail(shard_.done(), error);
    return false;
}

void ShardWriter::publish() {
    sync_and_close();
    if (link_to_done())
        sync_folder(shard_.done().parent_path());
    else
        read_done(shard_, rows_);
    is_published_ = true;
    ::unlink(part_.c_str());
    remove_left_parts(shard_);
}

}  // namespace gateway::campaign
