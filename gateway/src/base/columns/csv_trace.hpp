// SPDX-License-Identifier: MIT
#pragma once

#include "trace.hpp"

#include "csv_table.hpp"

namespace gateway {

class CsvTrace : public Trace {
  public:
    explicit CsvTrace(const std::filesystem::path& file)
        : table_(file, "a trace has a line of names and rows of numbers") {
        set_columns(table_.columns());
    }

    bool next_row() override { return table_.next_row(); }
    std::string text(std::size_t column) const override { return std::string(table_.text(column)); }
    double number(std::size_t column, const plant::Range& range) const override {
        return table_.number(column, range);
    }
    std::optional<double> finite(std::size_t column) const override {
        return table_.finite(column);
    }
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const override {
        table_.fail(key, reason);
    }

    double share() const override { return table_.share(); }

  private:
    CsvTable table_;
};

}  // namespace gateway
