// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>

#include <string>
#include <vector>

namespace ddc::interface {

/// Consecutive entries with one purpose.
struct Region {
    Offset first;
    std::int64_t count;
    /// `header`, `interface string`, `slot table`, `port gas`, `output queue of port net`, ...
    std::string owner;

    Offset end() const { return first + count; }
};

/// All regions of a program: header, chunks, slot table, then the ports that have an offset. Counts
/// may be negative if the layout's are.
std::vector<Region> regions_of(const ProgramInterface& program_interface, const Layout& layout);

}  // namespace ddc::interface
