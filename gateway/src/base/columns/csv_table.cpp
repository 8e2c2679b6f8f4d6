// SPDX-License-Identifier: MIT
#include "csv_table.hpp"

#include <plant/file_error.hpp>
#include <plant/open_file.hpp>

#include <algorithm>
#include <limits>
#include <system_error>

namespace gateway {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";
/// What a spreadsheet's "CSV UTF-8" begins with.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view cell) {
    const std::size_t first = cell.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return cell.substr(first, cell.find_last_not_of(blanks) + 1 - first);
}

/// The text of a cell that begins with a quote; two quotes in it stand for one.
/// @param first its quote @param end then the place behind the quote that ends it
std::string_view take_quoted(std::string& line, std::size_t first, std::size_t& end) {
    std::size_t size = 0;
    bool is_open = true;
    for (end = first + 1; end < line.size() && is_open; ++end) {
        const bool is_quote = line[end] == '"';
        const bool is_doubled = is_quote && end + 1 < line.size() && line[end + 1] == '"';
        if (is_doubled) ++end;
        is_open = !is_quote || is_doubled;
        if (is_open) line[first + size++] = line[end];
    }
    return std::string_view(line).substr(first, size);
}

void cut(std::string& line, std::vector<std::string_view>& cells) {
    cells.clear();
    for (std::size_t start = 0, end = 0; start <= line.size(); start = end + 1) {
        const std::size_t first = line.find_first_not_of(blanks, start);
        const bool is_quoted = first != std::string::npos && line[first] == '"';
        if (is_quoted) cells.push_back(take_quoted(line, first, end));
        end = std::min(line.find(',', is_quoted ? end : start), line.size());
        if (!is_quoted) cells.push_back(trimmed(std::string_view(line).substr(start, end - start)));
    }
}

/// Infinite for a pipe.
double size_of(const std::filesystem::path& file) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    return error ? std::numeric_limits<double>::infinity() : static_cast<double>(size);
}

}  // namespace

CsvTable::CsvTable(const std::filesystem::path& file, const std::string& contents)
    : file_(file.string()), in_(plant::open_file(file)), size_(size_of(file)) {
    if (!next_line()) throw plant::FileError(file_, 0, 0, "", "is empty; " + contents);
    if (text_.compare(0, byte_order_mark.size(), byte_order_mark) == 0)
        text_.erase(0, byte_order_mark.size());
    cut(text_, cells_);
    columns_.assign(cells_.begin(), cells_.end());
}

std::optional<std::size_t> CsvTable::find(std::string_view name) const {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns_.begin());
}

bool CsvTable::next_line() {
    while (std::getline(in_, text_)) {
        ++line_;
        read_ += text_.size() + 1;
        if (!trimmed(text_).empty()) return true;
    }
    return false;
}

bool CsvTable::next_row() {
    if (!next_line()) return false;
    cut(text_, cells_);
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
    return std::min(1.0, static_cast<double>(read_) / size_);
}

void CsvTable::fail(const std::string& key, const std::string& reason) const {
    throw plant::FileError(file_, line_, 0, key, reason);
}

}  // namespace gateway
