// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace bench {

/// A table for measurements, removed at the end.
class ScratchTable {
  public:
    explicit ScratchTable(ddc::Id capacity) : table_(ddc::Table::create(make_options(capacity))) {}
    ~ScratchTable() { ::shm_unlink(("/ddc." + options_.name).c_str()); }
    ScratchTable(const ScratchTable&) = delete;
    ScratchTable& operator=(const ScratchTable&) = delete;

    ddc::Table& operator*() { return table_; }
    ddc::Table* operator->() { return &table_; }

  private:
    const ddc::TableOptions& make_options(ddc::Id capacity) {
        options_.name = "bench." + std::to_string(::getpid()) + "." + std::to_string(capacity);
        options_.capacity = capacity;
        return options_;
    }
    ddc::TableOptions options_;
    ddc::Table table_;
};

}  // namespace bench
