// SPDX-License-Identifier: MIT
#include "print_comparison.hpp"

#include "text/text.hpp"

#include <ddc/interface/visible.hpp>

#include <plant/number_text.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>

namespace gateway {
namespace {

using ddc::interface::visible;

std::string place(const Compared& value) {
    if (value.time_s) return fmt::format("{} s", plant::plain(*value.time_s));
    return value.row > 0 ? fmt::format("row {}", value.row) : "";
}

void print_row(const Compared& value, const Tolerances& tolerances, std::ostream& out) {
    const double tolerance = tolerances.of(value.name);
    const bool is_number = value.largest <= 1e300;
    const std::string verdict = Comparison::is_beyond(value, tolerances) ? "BEYOND " : "within ";
    out << fmt::format("{:<32} {:>14} {:>12} {:>22} {:>22}  {}{}\n", visible(value.name),
                       is_number ? fmt::format("{:.6g}", value.largest) : "other", place(value),
                       visible(value.a), visible(value.b), verdict, plant::plain(tolerance));
}

void print_names(const char* what, const std::vector<std::string>& names, std::ostream& out) {
    if (!names.empty()) out << what << ": " << joined(names, ", ", visible) << '\n';
}

}  // namespace

void add_tolerance(const std::string& text, Tolerances& tolerances) {
    const auto equals = text.rfind('=');
    double value = 0;
    const std::string number = equals == std::string::npos ? text : text.substr(equals + 1);
    const std::string complaint = plant::read_number(number, {0, 1e300}, value);
    if (!complaint.empty()) throw std::invalid_argument("--tolerance: " + complaint);
    if (equals == std::string::npos)
        tolerances.of_all = value;
    else
        tolerances.of_one[text.substr(0, equals)] = value;
}

void print(const Comparison& found, const Tolerances& tolerances, std::ostream& out) {
    const bool is_any = std::any_of(found.values.begin(), found.values.end(),
                                    [](const Compared& value) { return value.differing > 0; });
    if (is_any)
        out << fmt::format("{:<32} {:>14} {:>12} {:>22} {:>22}  {}\n",
                           found.are_tables ? "column" : "key", "largest", "at", "first", "second",
                           "tolerance");
    std::size_t equal = 0;
    for (const Compared& value : found.values)
        if (value.differing > 0)
            print_row(value, tolerances, out);
        else
            ++equal;
    print_names("only in the first", found.only_a, out);
    print_names("only in the second", found.only_b, out);
    if (found.rows_a != found.rows_b)
        out << fmt::format("the first has {} rows, the second {}\n", found.rows_a, found.rows_b);
    out << fmt::format("{} of {} {} are equal\n", equal, found.values.size(),
                       found.are_tables ? "columns" : "keys");
}

}  // namespace gateway
