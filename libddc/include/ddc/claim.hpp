// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

namespace ddc {

/// Entries that a process keeps for itself, made by Table::claim. It must not outlive its table.
/// It belongs to the process that made it: a forked child neither holds nor ends it.
class Claim {
  public:
    /// Of nothing.
    Claim() noexcept = default;
    Claim(Claim&& other) noexcept;
    Claim& operator=(Claim&& other) noexcept;
    /// Ends the claim.
    ~Claim();

    /// Claims the entries up to `last`; `first` stays. One of nothing stays one.
    /// @throws TableError (claimed, invalid, system); the claim is then what it was
    void extend(Id last);

  private:
    friend class Table;
    Claim(Table::Impl& table, std::size_t slot) noexcept : table_(&table), slot_(slot) {}

    Table::Impl* table_ = nullptr;
    std::size_t slot_ = 0;
};

}  // namespace ddc
