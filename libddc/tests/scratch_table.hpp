// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace ddc::tests {

/// A separate table for one test, removed when the test ends.
class ScratchTable {
  public:
    explicit ScratchTable(Id capacity = 1024) : table_(Table::create(make_options(capacity))) {}
    ~ScratchTable() { ::shm_unlink(("/ddc." + options_.name).c_str()); }
    ScratchTable(const ScratchTable&) = delete;
    ScratchTable& operator=(const ScratchTable&) = delete;

    Table& table() { return table_; }
    const TableOptions& options() const { return options_; }

  private:
    const TableOptions& make_options(Id capacity) {
        static int count = 0;
        options_.name = "test." + std::to_string(::getpid()) + "." + std::to_string(++count);
        options_.capacity = capacity;
        return options_;
    }

    TableOptions options_;
    Table table_;
};

}  // namespace ddc::tests
