// SPDX-License-Identifier: MIT
#include "parameters/csv_reader.hpp"

#include <plant/file_error.hpp>
#include <plant/open_file.hpp>

#include <charconv>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace plant {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

CsvReader::CsvReader(std::string text, std::string name)
    : text_(std::move(text)), name_(std::move(name)) {
    if (text_.compare(0, byte_order_mark.size(), byte_order_mark) == 0) {
        row_end_ = byte_order_mark.size();
    }
}

bool CsvReader::next_row() {
    next_ = 0;
    column_ = 1;
    do {
        ++line_;
        row_ = {};
        if (row_end_ >= text_.size()) return false;
        const std::size_t end = std::min(text_.find('\n', row_end_), text_.size());
        row_ = std::string_view(text_).substr(row_end_, end - row_end_);
        row_end_ = end + 1;
    } while (row_.find_first_not_of(blanks) == std::string_view::npos);
    return true;
}

std::string_view CsvReader::field() {
    column_ = next_ + 1;
    if (!more()) return {};
    const std::size_t end = std::min(row_.find(',', next_), row_.size());
    const std::string_view text = row_.substr(next_, end - next_);
    next_ = end + 1;
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    column_ += first;
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
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

CsvReader open_csv(const std::filesystem::path& file) {
    std::ifstream stream = open_file(file);
    return {{std::istreambuf_iterator<char>(stream), {}}, file.string()};
}

}  // namespace plant
