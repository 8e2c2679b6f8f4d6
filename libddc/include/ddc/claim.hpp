// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

namespace ddc {

/// A range of entries that this process has reserved, made by Table::claim. The table must outlive
/// it. It belongs to the process that made it: a forked child neither holds nor ends it.
class Claim {
  public:
    /// Claims nothing.
    Claim() noexcept = default;
    Claim(Claim&& other) noexcept;
    Claim& operator=(Claim&& other) noexcept;
    /// Ends the claim.
    ~Claim();

    /// Extends the claim to the entries up to `last`; the first entry stays. A claim of nothing
    /// stays one.
    /// @throws TableError (claimed, invalid, system); the claim is then unchanged
    void extend(Id last);

  private:
    friend class Table;
    Claim(Table::Impl& table, std::size_t slot) noexcept : table_(&table), slot_(slot) {}

    Table::Impl* table_ = nullptr;
    std::size_t slot_ = 0;
};

}  // namespace ddc
