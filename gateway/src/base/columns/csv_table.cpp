// SPDX-License-Identifier: MIT
#include "csv_table.hpp"

#include <plant/file_error.hpp>

#include <algorithm>
#include <limits>
#include <system_error>

namespace gateway {
namespace {

/// In bytes; infinite for a pipe.
double size_of(const std::filesystem::path& file) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    return error ? std::numeric_limits<double>::infinity() : static_cast<double>(size);
}

}  // namespace

CsvTable::CsvTable(const std::filesystem::path& file, const std::string& contents)
    : csv_(plant::open_csv(file, plant::CsvQuotes::taken_off)), size_(size_of(file)) {
    if (!csv_.next_row()) throw plant::FileError(csv_.name(), 0, 0, "", "is empty; " + contents);
    take_cells();
    columns_.assign(cells_.begin(), cells_.end());
}

std::optional<std::size_t> CsvTable::find(std::string_view name) const {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns_.begin());
}

void CsvTable::take_cells() {
    cells_.clear();
    while (csv_.more()) cells_.push_back(csv_.field());
}

bool CsvTable::next_row() {
    if (!csv_.next_row()) return false;
    take_cells();
    if (cells_.size() != columns_.size())
        fail("", "has " + std::to_string(cells_.size()) + " columns, the header has " +
                     std::to_string(columns_.size()));
    return true;
}

double CsvTable::number(std::size_t column, const plant::Range& range) const {
    double value = 0;
    const std::string complaint =
        plant::read_data_number(std::string(cells_[column]), range, value);
    if (!complaint.empty()) fail(columns_[column], complaint);
    return value;
}

std::optional<double> CsvTable::finite(std::size_t column) const {
    double value = 0;
    const std::string complaint = plant::read_data_number(std::string(cells_[column]), {}, value);
    return complaint.empty() ? std::optional(value) : std::nullopt;
}

double CsvTable::share() const {
    return std::min(1.0, static_cast<double>(csv_.bytes_read()) / size_);
}

void CsvTable::fail(const std::string& key, const std::string& reason) const {
    throw plant::FileError(csv_.name(), csv_.line(), 0, key, reason);
}

}  // namespace gateway
