// SPDX-License-Identifier: MIT
#include <plant/csv_reader.hpp>

#include "parameters/text.hpp"

#include <plant/file_error.hpp>
#include <plant/open_file.hpp>

#include <charconv>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace plant {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";
/// Start of a file that a spreadsheet saves as "CSV UTF-8".
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

CsvReader::CsvReader(std::string text, std::string name)
    : CsvReader(std::make_unique<std::istringstream>(std::move(text)), std::move(name)) {}

CsvReader::CsvReader(std::unique_ptr<std::istream> text, std::string name, CsvQuotes quotes)
    : text_(std::move(text)), name_(std::move(name)), quotes_(quotes) {}

bool CsvReader::next_row() {
    next_ = 0;
    column_ = 1;
    do {
        ++line_;
        row_.clear();
        if (!std::getline(*text_, row_)) return false;
        bytes_read_ += row_.size() + 1;
        if (line_ == 1 && row_.compare(0, byte_order_mark.size(), byte_order_mark) == 0)
            row_.erase(0, byte_order_mark.size());
    } while (trimmed(row_, blanks).empty());
    return true;
}

std::string_view CsvReader::field() {
    column_ = next_ + 1;
    if (!more()) return {};
    const std::size_t quote = row_.find_first_not_of(blanks, next_);
    if (quotes_ == CsvQuotes::taken_off && quote != std::string::npos && row_[quote] == '"')
        return quoted_field(quote);
    const std::size_t end = std::min(row_.find(',', next_), row_.size());
    const std::string_view field = std::string_view(row_).substr(next_, end - next_);
    const std::string_view text = trimmed(field, blanks);
    if (!text.empty()) column_ += static_cast<std::size_t>(text.data() - field.data());
    next_ = end + 1;
    return text;
}

/// Text between the closing quote and the comma is ignored.
std::string_view CsvReader::quoted_field(std::size_t quote) {
    std::size_t end = quote + 1, size = 0;
    for (bool is_open = true; end < row_.size() && is_open; ++end) {
        const bool is_quote = row_[end] == '"';
        const bool is_doubled = is_quote && end + 1 < row_.size() && row_[end + 1] == '"';
        if (is_doubled) ++end;
        is_open = !is_quote || is_doubled;
        if (is_open) row_[quote + size++] = row_[end];
    }
    column_ = quote + 1;
    next_ = std::min(row_.find(',', end), row_.size()) + 1;
    return std::string_view(row_).substr(quote, size);
}

double CsvReader::number(const std::string& key) {
    const std::string_view text = field();
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
        fail(key, "must be a finite number");
    }
    return value;
}

void CsvReader::fail(const std::string& key, const std::string& reason) const {
    throw FileError(name_, line_, static_cast<int>(column_), key, reason);
}

CsvReader open_csv(const std::filesystem::path& file, CsvQuotes quotes) {
    return {std::make_unique<std::ifstream>(open_file(file)), file.string(), quotes};
}

}  // namespace plant
