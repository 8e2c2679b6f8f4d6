// SPDX-License-Identifier: MIT
#include "archive_writer.hpp"

#include "entry_name.hpp"
#include "output/output_file.hpp"
#include "text/file_text.hpp"
#include "zip_handle.hpp"

#include <sys/stat.h>

#include <stdexcept>
#include <utility>

namespace gateway::fmu {
namespace {

/// 1 January 2000, 0:00, in the format of the archive; libzip's calls with a time of the system
/// would depend on the time zone.
constexpr zip_uint16_t fixed_date = (20U << 9U) | (1U << 5U) | 1U, fixed_time = 0;
constexpr zip_uint32_t deflate_level = 9;

/// Memory that grows while libzip writes an archive to it.
using Source = std::unique_ptr<zip_source_t, decltype(&zip_source_free)>;

[[noreturn]] void fail(const std::string& reason) {
    throw std::runtime_error("the archive cannot be made: " + reason);
}

Source empty_source() {
    zip_error_t error;
    zip_error_init(&error);
    Source source(zip_source_buffer_create(nullptr, 0, 0, &error), zip_source_free);
    if (!source) fail(zip_text(&error));
    return source;
}

ZipHandle open_to(zip_source_t* source) {
    zip_error_t error;
    zip_error_init(&error);
    ZipHandle zip(zip_open_from_source(source, ZIP_TRUNCATE, &error), zip_discard);
    if (!zip) fail(zip_text(&error));
    zip_source_keep(source);  // one reference is the caller's, one the archive's
    return zip;
}

void check(bool is_done, zip_t* zip) {
    if (!is_done) fail(zip_strerror(zip));
}

/// @param bytes must live until the archive is closed
void add_entry(zip_t* zip, const std::string& name, const std::string& bytes, mode_t mode) {
    zip_source_t* source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
    check(source != nullptr, zip);
    const zip_int64_t added = zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (added < 0) zip_source_free(source);
    check(added >= 0, zip);
    const auto index = static_cast<zip_uint64_t>(added);
    const auto attributes = static_cast<zip_uint32_t>(S_IFREG | mode) << 16U;
    check(zip_file_set_dostime(zip, index, fixed_time, fixed_date, 0) == 0, zip);
    check(zip_file_set_external_attributes(zip, index, 0, ZIP_OPSYS_UNIX, attributes) == 0, zip);
    check(zip_set_file_compression(zip, index, ZIP_CM_DEFLATE, deflate_level) == 0, zip);
}

std::string content_of(zip_source_t* source) {
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_source_stat(source, &about) != 0 || zip_source_open(source) != 0)
        fail(zip_text(zip_source_error(source)));
    std::string bytes(about.size, '\0');
    const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
    zip_source_close(source);
    if (read < 0 || static_cast<zip_uint64_t>(read) != about.size) fail("it cannot be read again");
    return bytes;
}

}  // namespace

void ArchiveWriter::add(const std::string& name, std::string bytes, Mode mode) {
    EntryNames names;
    for (const Entry& entry : entries_) names.add(entry.name);
    const std::string complaint = names.add(name);
    if (!complaint.empty()) throw std::invalid_argument(name + ": the name " + complaint);
    entries_.push_back({name, std::move(bytes), mode});
}

void ArchiveWriter::add_file(const std::string& name, const std::filesystem::path& file,
                             Mode mode) {
    add(name, text_of(file), mode);
}

std::string ArchiveWriter::bytes() const {
    const Source source = empty_source();
    ZipHandle zip = open_to(source.get());
    for (const Entry& entry : entries_)
        add_entry(zip.get(), entry.name, entry.bytes, entry.mode == Mode::executable ? 0755 : 0644);
    check(zip_close(zip.get()) == 0, zip.get());
    (void)zip.release();  // zip_close has freed it
    return content_of(source.get());
}

void ArchiveWriter::write(const std::filesystem::path& file) const {
    const std::string all = bytes();
    OutputFile output(file);
    output.stream() << all;
    output.close();
}

}  // namespace gateway::fmu
