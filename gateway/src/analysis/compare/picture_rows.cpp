// SPDX-License-Identifier: MIT
#include "picture_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

namespace gateway {
namespace {

/// More than a picture is wide.
constexpr std::size_t most_parts = 4000;

}  // namespace

PictureRows::PictureRows(std::ostream& out, std::size_t rows)
    : out_(out), rows_in_part_(std::max<std::size_t>(1, rows / most_parts)) {}

PictureRows::~PictureRows() {
    write_part();
}

void PictureRows::add(const std::string& line, const std::vector<double>& values) {
    least_.resize(values.size());
    most_.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool is_first = row_ == 0 || std::isnan(least_[i].value);
        if (is_first || values[i] < least_[i].value) keep(least_[i], values[i], line);
        if (is_first || values[i] > most_[i].value) keep(most_[i], values[i], line);
    }
    if (++row_ == rows_in_part_) write_part();
}

void PictureRows::keep(Kept& kept, double value, const std::string& line) const {
    kept.row = row_;
    kept.value = value;
    kept.line = line;
}

void PictureRows::write_part() {
    if (row_ == 0) return;
    std::map<std::size_t, const std::string*> lines;
    for (const auto* side : {&least_, &most_})
        for (const Kept& kept : *side) lines[kept.row] = &kept.line;
    for (const auto& [row, line] : lines) out_ << *line << '\n';
    row_ = 0;
}

}  // namespace gateway
