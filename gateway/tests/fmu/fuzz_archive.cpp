// SPDX-License-Identifier: MIT
// The bytes are an archive. Each of its files is read with a limit, and its names are relative.
#include "archive/archive.hpp"
#include "archive/entry_name.hpp"
#include "expect.hpp"
#include "memory_file.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace {

using namespace gateway::fmu;
using fuzz::expect;

constexpr std::size_t most_bytes = 1U << 20U;

void read_all(const Archive& archive) {
    EntryNames names;
    for (const ArchiveEntry& entry : archive.entries()) {
        expect(names.add(entry.name).empty(), "the names are permitted");
        if (!archive.has(entry.name)) continue;
        try {
            expect(archive.read(entry.name, most_bytes).size() <= most_bytes, "there is a limit");
        } catch (const std::runtime_error& error) {
            expect(std::string(error.what()).rfind(archive.name(), 0) == 0, "it names the file");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const MemoryFile file(data, size);
    try {
        read_all(Archive(file.path(), {100, most_bytes}));
    } catch (const std::runtime_error& error) {
        expect(std::string(error.what()).rfind(file.path().string(), 0) == 0, "it names the file");
    }
    return 0;
}
