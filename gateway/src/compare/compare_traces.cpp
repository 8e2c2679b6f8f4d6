// SPDX-License-Identifier: MIT
#include "compare_traces.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace gateway {
namespace {

struct Pair {
    std::size_t a, b;  ///< columns
};

std::vector<std::string> missing_in(const TraceReader& other, const TraceReader& one,
                                    const Tolerances& tolerances) {
    std::vector<std::string> names;
    for (const std::string& name : one.names())
        if (!other.find(name) && !tolerances.ignores(name)) names.push_back(name);
    return names;
}

std::optional<double> time_in(const TraceReader& reader) {
    const auto column = reader.time();
    if (!column) return std::nullopt;
    const std::string& text = reader.cell(*column);
    double time_s = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), time_s);
    return error == std::errc() ? std::optional(time_s) : std::nullopt;
}

}  // namespace

TraceReader::TraceReader(const std::string& file) : file_(file), in_(file) {
    std::string line;
    if (!std::getline(in_, line)) throw std::invalid_argument(file_ + ": is empty");
    split(line);
    names_ = cells_;
    for (auto name = names_.begin(); name != names_.end(); ++name)
        if (std::find(names_.begin(), name, *name) != name)
            throw std::invalid_argument(file_ + ":1: two columns are called '" + *name + "'");
}

std::optional<std::size_t> TraceReader::find(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
}

std::optional<std::size_t> TraceReader::time() const {
    const auto seconds = find("t_s");
    return seconds ? seconds : find("t");
}

bool TraceReader::next() {
    std::string line;
    if (!std::getline(in_, line)) return false;
    ++line_;
    split(line);
    if (cells_.size() != names_.size())
        throw std::invalid_argument(file_ + ":" + std::to_string(line_) + ": has " +
                                    std::to_string(cells_.size()) + " cells, the header has " +
                                    std::to_string(names_.size()));
    return true;
}

/// A quote begins and ends a text with commas; two of them in it stand for one.
void TraceReader::split(const std::string& line) {
    cells_.assign(1, {});
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            const bool is_doubled = is_quoted && i + 1 < line.size() && line[i + 1] == '"';
            if (is_doubled)
                cells_.back() += line[i++];
            else
                is_quoted = !is_quoted;
        } else if (line[i] == ',' && !is_quoted) {
            cells_.emplace_back();
        } else if (line[i] != '\r') {
            cells_.back() += line[i];
        }
    }
}

Comparison compare_traces(const std::string& a, const std::string& b,
                          const Tolerances& tolerances) {
    TraceReader reader_a(a), reader_b(b);
    Comparison found;
    found.are_tables = true;
    found.only_a = missing_in(reader_b, reader_a, tolerances);
    found.only_b = missing_in(reader_a, reader_b, tolerances);
    std::vector<Pair> pairs;
    for (std::size_t column = 0; column < reader_a.names().size(); ++column) {
        const std::string& name = reader_a.names()[column];
        const auto other = reader_b.find(name);
        if (!other || tolerances.ignores(name)) continue;
        pairs.push_back({column, *other});
        found.values.emplace_back().name = name;
    }
    for (;;) {
        const bool has_a = reader_a.next(), has_b = reader_b.next();
        found.rows_a += has_a ? 1 : 0;
        found.rows_b += has_b ? 1 : 0;
        if (!has_a && !has_b) return found;
        if (!has_a || !has_b) continue;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            Compared& value = found.values[i];
            if (!value.take(reader_a.cell(pairs[i].a), reader_b.cell(pairs[i].b))) continue;
            value.row = found.rows_a;
            value.time_s = time_in(reader_a);
            if (!value.first_beyond && Comparison::is_beyond(value, tolerances))
                value.first_beyond = {value.row, value.time_s, value.a, value.b};
        }
    }
}

}  // namespace gateway
