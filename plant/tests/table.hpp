// SPDX-License-Identifier: MIT
#pragma once

#include <plant/csv_reader.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// A CSV of numbers, accessed by column names.
class Table {
  public:
    explicit Table(const std::filesystem::path& file) {
        plant::CsvReader csv = plant::open_csv(file);
        csv.next_row();
        std::vector<std::string> names;
        while (csv.more()) names.emplace_back(csv.field());
        for (; csv.next_row(); ++rows_) {
            for (const std::string& name : names) columns_[name].push_back(csv.number(name));
        }
    }

    std::size_t rows() const { return rows_; }
    double at(const std::string& column, std::size_t row) const {
        return columns_.at(column).at(row);
    }

  private:
    std::size_t rows_ = 0;
    std::map<std::string, std::vector<double>> columns_;
};
