// SPDX-License-Identifier: MIT
#include "parameters/csv_columns.hpp"

#include <utility>

namespace plant {

CsvColumns::CsvColumns(CsvReader& csv, std::vector<const char*> known, std::size_t required)
    : csv_(csv), known_(std::move(known)) {
    if (!csv_.next_row()) csv_.fail("", "is empty");
    std::vector<bool> found(known_.size());
    while (csv_.more()) {
        const auto index = index_of(csv_.field());
        header_.push_back(index);
        if (!index) continue;
        if (found[*index]) csv_.fail(known_[*index], "is given twice");
        found[*index] = true;
    }
    for (std::size_t i = 0; i < required; ++i) {
        if (!found[i]) csv_.fail(known_[i], "is missing in the header");
    }
}

std::optional<std::size_t> CsvColumns::index_of(std::string_view name) const {
    for (std::size_t i = 0; i < known_.size(); ++i) {
        if (name == known_[i]) return i;
    }
    return std::nullopt;
}

bool CsvColumns::next_row(const std::function<void(std::size_t, double)>& take) {
    if (!csv_.next_row()) return false;
    for (const auto& index : header_) {
        if (!csv_.more()) csv_.fail("", "the row is shorter than the header");
        if (index) {
            take(*index, csv_.number(known_[*index]));
        } else {
            csv_.field();
        }
    }
    if (!csv_.more()) return true;
    csv_.field();
    csv_.fail("", "the row is longer than the header");
}

}  // namespace plant
