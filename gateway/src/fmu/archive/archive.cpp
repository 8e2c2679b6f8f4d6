// SPDX-License-Identifier: MIT
#include "archive.hpp"

#include "end_record.hpp"
#include "entry_name.hpp"
#include "unpack_file.hpp"
#include "zip_handle.hpp"

#include <ddc/interface/visible.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

namespace gateway::fmu {
namespace {

using ddc::interface::visible;
using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;
using EntryFile = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

constexpr std::size_t piece_bytes = 65536;

/// Opens a regular file; does not wait for the writer of a FIFO.
File open_regular(const std::string& name) {
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) throw std::runtime_error(name + ": " + std::strerror(errno));
    struct stat about {};
    const bool is_regular = ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
    File file(is_regular ? ::fdopen(descriptor, "rb") : nullptr, std::fclose);
    if (!file) {
        ::close(descriptor);
        throw std::runtime_error(name + ": is not a regular file");
    }
    return file;
}

/// The bits of an entry's mode, and 0 if the archive is from a system without modes.
mode_t mode_of(zip_t* zip, zip_uint64_t index) {
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0) return 0;
    return static_cast<mode_t>(attributes >> 16U);
}

/// Why an entry is refused, by what the archive states about it.
std::string kind_complaint(const zip_stat_t& about, mode_t mode, bool is_folder) {
    if ((about.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && about.encryption_method != ZIP_EM_NONE)
        return "is encrypted";
    if ((about.valid & ZIP_STAT_COMP_METHOD) == 0 ||
        (about.comp_method != ZIP_CM_STORE && about.comp_method != ZIP_CM_DEFLATE))
        return "is compressed by a method other than deflate";
    const mode_t type = mode & S_IFMT;
    if (type == S_IFLNK) return "is a link";
    if (type != 0 && type != S_IFREG && type != S_IFDIR) return "is not a regular file";
    if (is_folder && about.size != 0) return "is a folder with content";
    return "";
}

}  // namespace

struct Archive::State {
    std::string name;
    ArchiveLimits limits;
    ZipHandle zip{nullptr, zip_discard};
    std::vector<ArchiveEntry> entries{};
    std::map<std::string, zip_uint64_t> index{};  ///< of files

    [[noreturn]] void fail(const std::string& reason) const {
        throw std::runtime_error(name + ": " + reason);
    }
    [[noreturn]] void fail(const std::string& entry, const std::string& reason) const {
        fail(visible(entry) + ": " + reason);
    }
    void open();
    void check_entries();
    ArchiveEntry checked_entry(zip_uint64_t index, EntryNames& names) const;
    EntryFile open_entry(const std::string& entry) const;
    template <class Take>
    std::uint64_t read_entry(const std::string& entry, std::uint64_t most_bytes, Take&& take) const;
    void unpack_entries(const std::filesystem::path& folder) const;
};

void Archive::State::open() {
    File file = open_regular(name);
    const std::string complaint = end_record_complaint(file.get());
    if (!complaint.empty()) fail(complaint);
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_filep_create(file.get(), 0, -1, &error);
    if (source == nullptr) fail(zip_text(&error));
    (void)file.release();  // it is the source's
    zip = ZipHandle(zip_open_from_source(source, ZIP_RDONLY, &error), zip_discard);
    if (!zip) {
        zip_source_free(source);
        fail("cannot be read as an archive: " + zip_text(&error));
    }
}

void Archive::State::check_entries() {
    const zip_int64_t count = zip_get_num_entries(zip.get(), 0);
    if (count < 0 || static_cast<std::uint64_t>(count) > limits.entries)
        fail("has more than " + std::to_string(limits.entries) + " entries");
    EntryNames names;
    std::uint64_t bytes = 0;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
        entries.push_back(checked_entry(i, names));
        const ArchiveEntry& entry = entries.back();
        if (entry.stated_bytes > limits.bytes - bytes)
            fail(entry.name, "with it, the archive unpacks to more than " +
                                 std::to_string(limits.bytes) + " bytes");
        bytes += entry.stated_bytes;
        if (entry.name.back() != '/') index.emplace(entry.name, i);
    }
}

ArchiveEntry Archive::State::checked_entry(zip_uint64_t i, EntryNames& names) const {
    zip_stat_t about;
    zip_stat_init(&about);
    const char* raw_name = zip_get_name(zip.get(), i, ZIP_FL_ENC_RAW);
    if (raw_name == nullptr || zip_stat_index(zip.get(), i, 0, &about) != 0)
        fail("cannot be read as an archive: " + std::string(zip_strerror(zip.get())));
    ArchiveEntry entry{raw_name};
    const std::string complaint = names.add(entry.name);
    if (!complaint.empty()) fail(entry.name, "the name " + complaint);
    const mode_t mode = mode_of(zip.get(), i);
    const std::string kind = kind_complaint(about, mode, entry.name.back() == '/');
    if (!kind.empty()) fail(entry.name, kind);
    entry.stated_bytes = about.size;
    entry.is_executable = (mode & S_IXUSR) != 0;
    return entry;
}

EntryFile Archive::State::open_entry(const std::string& entry) const {
    const auto found = index.find(entry);
    if (found == index.end()) fail(entry, "the archive has no such file");
    EntryFile file(zip_fopen_index(zip.get(), found->second, 0), zip_fclose);
    if (!file) fail(entry, zip_strerror(zip.get()));
    return file;
}

/// Calls take(bytes, size) for each piece. @return the size of all
template <class Take>
std::uint64_t Archive::State::read_entry(const std::string& entry, std::uint64_t most_bytes,
                                         Take&& take) const {
    const EntryFile file = open_entry(entry);
    std::string piece(piece_bytes, '\0');
    std::uint64_t bytes = 0;
    while (true) {
        const zip_int64_t read = zip_fread(file.get(), piece.data(), piece.size());
        if (read < 0) fail(entry, "is damaged: " + std::string(zip_file_strerror(file.get())));
        if (read == 0) return bytes;
        bytes += static_cast<std::uint64_t>(read);
        if (bytes > most_bytes)
            fail(entry, "unpacks to more than " + std::to_string(most_bytes) + " bytes");
        take(piece.data(), static_cast<std::size_t>(read));
    }
}

void Archive::State::unpack_entries(const std::filesystem::path& folder) const {
    std::uint64_t left = limits.bytes;
    for (const ArchiveEntry& entry : entries) {
        const std::filesystem::path target = folder / entry.name;
        if (entry.name.back() == '/') {
            make_private_folder(folder, target);
            continue;
        }
        make_private_folder(folder, target.parent_path());
        UnpackedFile file(target, entry.is_executable);
        left -= read_entry(entry.name, left,
                           [&](const char* bytes, std::size_t size) { file.write(bytes, size); });
    }
}

Archive::Archive(const std::filesystem::path& file, const ArchiveLimits& limits)
    : state_(std::make_unique<State>()) {
    state_->name = file.string();
    state_->limits = limits;
    state_->open();
    state_->check_entries();
}

Archive::~Archive() = default;
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;

const std::string& Archive::name() const {
    return state_->name;
}

const std::vector<ArchiveEntry>& Archive::entries() const {
    return state_->entries;
}

bool Archive::has(const std::string& entry) const {
    return state_->index.count(entry) != 0;
}

std::string Archive::read(const std::string& entry, std::size_t most_bytes) const {
    std::string all;
    state_->read_entry(entry, most_bytes,
                       [&](const char* bytes, std::size_t size) { all.append(bytes, size); });
    return all;
}

void Archive::unpack(const std::filesystem::path& folder) const {
    if (!std::filesystem::is_empty(folder)) state_->fail(folder.string() + " is not empty");
    try {
        state_->unpack_entries(folder);
    } catch (...) {
        remove_content(folder);
        throw;
    }
}

}  // namespace gateway::fmu
