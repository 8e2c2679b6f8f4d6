// SPDX-License-Identifier: MIT
// Opens, dumps, examines, claims and writes a table with arbitrary bytes.
#include <ddc/claim.hpp>
#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

const std::string& table_name() {
    static const std::string name = "fuzz." + std::to_string(::getpid());
    return name;
}
std::string object_path() {
    return "/dev/shm/ddc." + table_name();
}

ddc::TableOptions make_options(ddc::TableOptions::Access access) {
    ddc::TableOptions options;
    options.name = table_name();
    options.access = access;
    options.capacity = 12;
    options.open_timeout = std::chrono::milliseconds(0);
    options.lock_timeout = std::chrono::milliseconds(1);
    return options;
}

/// A valid table with an entry of each type.
Bytes make_sound_image() {
    {
        ddc::Table table = ddc::Table::create(make_options(ddc::TableOptions::Access::read_write));
        static_cast<void>(table.write(1, true));
        static_cast<void>(table.write(2, std::int32_t{-2}));
        static_cast<void>(table.write(3, 3.5));
        static_cast<void>(table.write(4, std::string("four")));
    }
    const int fd = ::open(object_path().c_str(), O_RDONLY);
    struct stat info {};
    if (::fstat(fd, &info) != 0) std::abort();
    Bytes image(static_cast<std::size_t>(info.st_size));
    if (::read(fd, image.data(), image.size()) != info.st_size) std::abort();
    ::close(fd);
    ::unlink(object_path().c_str());
    return image;
}

/// If its first bit is set, the input is the image itself; else it is patches of a valid one: two
/// bytes of offset, one of length, and that many bytes.
Bytes make_image(const std::uint8_t* data, std::size_t size) {
    static const Bytes sound = make_sound_image();
    if (size > 0 && (data[0] & 1) != 0) return Bytes(data + 1, data + size);
    Bytes image = sound;
    for (std::size_t at = 1; at + 3 < size;) {
        const std::size_t offset = (data[at] | data[at + 1] << 8) % image.size();
        const std::size_t length =
            std::min({std::size_t{data[at + 2]}, size - at - 3, image.size() - offset});
        std::memcpy(image.data() + offset, data + at + 3, length);
        at += 3 + std::max<std::size_t>(length, 1);
    }
    return image;
}

void store(const Bytes& image) {
    const int fd = ::open(object_path().c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0) std::abort();
    const ssize_t written = ::write(fd, image.data(), image.size());
    if (written != static_cast<ssize_t>(image.size())) std::abort();
    ::close(fd);
}

void expect(bool holds) {
    if (!holds) std::abort();
}

void dump(const ddc::Table& table) {
    ddc::Group group;
    for (ddc::Id id = 0; id < std::min<ddc::Id>(table.capacity(), 64); ++id) {
        const ddc::Entry entry = table.entry(id);
        expect(entry.type <= ddc::Type::string);
        std::string text;
        if (table.read(id, text) == ddc::Status::ok) expect(text.size() <= ddc::max_string_length);
        group.add(id, id % 2 == 0 ? ddc::Type::string : ddc::Type::real64);
    }
    static_cast<void>(table.read(group));
    expect(!table.explain(ddc::Status::timed_out).empty());
}

/// After a successful write, the entry reads back.
void write(ddc::Table& table) {
    for (ddc::Id id = 0; id < std::min<ddc::Id>(table.capacity(), 8); ++id) {
        double value = 0;
        if (table.write(id, 0.5) != ddc::Status::ok) continue;
        expect(table.read(id, value) == ddc::Status::ok && value == 0.5);
    }
    static_cast<void>(table.write_no_data(0, table.capacity()));
}

/// After a successful claim, the same claim fails.
void claim(ddc::Table& table) {
    try {
        const ddc::Claim all = table.claim(0, table.capacity() - 1, "all");
        bool is_refused = false;
        try {
            const ddc::Claim one = table.claim(0, 0, "one");
        } catch (const ddc::TableError&) {
            is_refused = true;
        }
        expect(is_refused);
    } catch (const ddc::TableError&) {  // the image contains a claim of a process
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using Access = ddc::TableOptions::Access;
    store(make_image(data, size));
    static_cast<void>(ddc::diagnose(table_name()));
    for (const Access access : {Access::read_only, Access::read_write}) {
        try {
            ddc::Table table = ddc::Table::open(make_options(access));
            dump(table);
            if (access == Access::read_only) continue;
            claim(table);
            write(table);
        } catch (const ddc::TableError&) {
            continue;
        }
    }
    static_cast<void>(ddc::diagnose(table_name()));
    ::unlink(object_path().c_str());
    return 0;
}
