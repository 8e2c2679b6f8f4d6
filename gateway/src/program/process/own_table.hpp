// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <optional>

namespace gateway {

/// Opens a table, and creates it if it does not exist. At the end it is removed if ddc-gateway or
/// ddcserver created it and no other process uses it.
class OwnTable {
  public:
    /// @throws ddc::TableError
    explicit OwnTable(const ddc::TableOptions& options);
    ~OwnTable();
    OwnTable(const OwnTable&) = delete;
    OwnTable& operator=(const OwnTable&) = delete;
    ddc::Table& operator*() { return *table_; }

  private:
    bool is_others_ = false;
    std::optional<ddc::Table> table_;
};

}  // namespace gateway
