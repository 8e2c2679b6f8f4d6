// SPDX-License-Identifier: MIT
#pragma once

#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <string>

namespace tests {

/// The number of writes of an entry; 0 while the table does not exist.
inline std::uint64_t writes_of(const std::string& table, ddc::Id id) {
    ddc::TableOptions options;
    options.name = table;
    options.access = ddc::TableOptions::Access::read_only;
    try {
        return ddc::Table::open(options).sequence(id) / 2;
    } catch (const ddc::TableError&) {
        return 0;
    }
}

/// Waits until an entry of a table was written that often; a watchdog ends the wait if it is in
/// vain.
inline void await_writes(const std::string& table, ddc::Id id, std::uint64_t writes) {
    await([&] { return writes_of(table, id) >= writes; });
}

}  // namespace tests
