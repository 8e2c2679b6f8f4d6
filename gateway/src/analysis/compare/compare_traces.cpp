// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include "columns/trace.hpp"

#include <memory>
#include <stdexcept>

namespace gateway {
namespace {

struct Pair {
    std::size_t a, b;  ///< columns
};

std::vector<std::string> missing_in(const Trace& other, const Trace& one,
                                    const Tolerances& tolerances) {
    std::vector<std::string> names;
    for (const std::string& name : one.columns())
        if (!other.find(name) && !tolerances.ignores(name)) names.push_back(name);
    return names;
}

std::optional<double> time_in(const Trace& trace) {
    const auto column = trace.time();
    return column ? trace.finite(*column) : std::nullopt;
}

/// @throws std::invalid_argument for two columns with the same name
std::unique_ptr<Trace> open_unambiguous(const std::string& file) {
    auto trace = open_trace(file);
    const std::vector<std::string>& names = trace->columns();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (trace->find(names[i]) != i)
            throw std::invalid_argument(file + ":1: two columns have the name '" + names[i] + "'");
    return trace;
}

}  // namespace

Comparison compare_traces(const std::string& a, const std::string& b, const Tolerances& tolerances,
                          const Log& log, StatusLine& status) {
    const auto trace_a = open_unambiguous(a), trace_b = open_unambiguous(b);
    Comparison found;
    found.are_tables = true;
    found.only_a = missing_in(*trace_b, *trace_a, tolerances);
    found.only_b = missing_in(*trace_a, *trace_b, tolerances);
    std::vector<Pair> pairs;
    for (std::size_t column = 0; column < trace_a->columns().size(); ++column) {
        const std::string& name = trace_a->columns()[column];
        const auto other = trace_b->find(name);
        if (!other || tolerances.ignores(name)) continue;
        pairs.push_back({column, *other});
        found.values.emplace_back().name = name;
    }
    if (pairs.empty() && tolerances.ignored.empty())
        throw std::invalid_argument(a + " and " + b + ": have no column in common");
    for (;;) {
        const bool has_a = trace_a->next_row(), has_b = trace_b->next_row();
        found.rows_a += has_a ? 1 : 0;
        found.rows_b += has_b ? 1 : 0;
        if (!has_a && !has_b) break;
        if (!has_a || !has_b) continue;
        status.look([&] { return percent(trace_a->share()) + " compared"; });
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            Compared& value = found.values[i];
            if (!value.take(trace_a->text(pairs[i].a), trace_b->text(pairs[i].b))) continue;
            value.row = found.rows_a;
            value.time_s = time_in(*trace_a);
            if (!value.first_beyond && Comparison::is_beyond(value, tolerances))
                value.first_beyond = {value.row, value.time_s, value.a, value.b};
        }
    }
    log_notes(*trace_a, a, log);
    log_notes(*trace_b, b, log);
    return found;
}

}  // namespace gateway
