// SPDX-License-Identifier: MIT
// The input is a trace or a summary: compared with itself it is equal, or rejected.
#include "compare/comparison.hpp"
#include "memory_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const MemoryFile file(data, size);
    const std::string name = file.path();
    try {
        std::ostringstream nowhere;
        gateway::StatusLine status(nowhere);
        const auto ignore = [](const std::string&) {};
        if (gateway::compare_files(name, name, {}, ignore, status).is_equal_within({})) return 0;
        std::fprintf(stderr, "broken: a file differs from itself\n");
        std::abort();
    } catch (const std::invalid_argument&) {
        return 0;
    }
}
