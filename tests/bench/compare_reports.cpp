// SPDX-License-Identifier: MIT
#include "compare_reports.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace bench {
namespace {

/// printf into a stream; for lines of a table of limited length.
template <class... Values>
void print(std::ostream& out, const char* format, Values... values) {
    std::array<char, 400> line{};
    std::snprintf(line.data(), line.size(), format, values...);
    out << line.data();
}

bool more_is_better(const Series& series) {
    return series.unit == "1/s";
}

const char* name_of(Change change) {
    if (change == Change::none) return "";
    return change == Change::better ? "better" : "WORSE";
}

double quotient(double value, double by) {
    return by != 0 ? value / by : 0;
}

/// The line of the same name; among several the one at the same position, since a suite may have
/// two baselines for one measurement.
const Series* same_line(const SuiteReport& in, const SuiteReport& of, std::size_t index) {
    const std::string& name = of.series[index].name;
    std::size_t before = 0;
    for (std::size_t i = 0; i < index; ++i) before += of.series[i].name == name ? 1 : 0;
    for (const Series& series : in.series)
        if (series.name == name && before-- == 0) return &series;
    return nullptr;
}

const SuiteReport* same_suite(const Report& in, const std::string& name) {
    const auto found = std::find_if(in.suites.begin(), in.suites.end(),
                                    [&](const SuiteReport& suite) { return suite.suite == name; });
    return found != in.suites.end() ? &*found : nullptr;
}

void print_line(const Series& before, const Series& now, std::ostream& out) {
    print(out, "  %-44s %-4s %11.4g +- %-8.2g %11.4g +- %-8.2g %7.3f %9.3f %9.3f  %s\n",
          now.name.c_str(), now.unit.c_str(), median(before.values), spread(before.values),
          median(now.values), spread(now.values),
          quotient(median(now.values), median(before.values)), median(ratios(before)),
          median(ratios(now)), name_of(change_of(before, now)));
}

/// The lines of `has` that `other` does not have.
void print_missing(const SuiteReport& has, const SuiteReport& other, const char* where,
                   std::ostream& out) {
    for (std::size_t i = 0; i < has.series.size(); ++i)
        if (same_line(other, has, i) == nullptr)
            print(out, "  %-44s only in the %s\n", has.series[i].name.c_str(), where);
    if (!has.error.empty()) print(out, "  in the %s: %s\n", where, has.error.c_str());
}

void print_missing_suites(const Report& has, const Report& other, const char* where,
                          std::ostream& out) {
    for (const SuiteReport& suite : has.suites)
        if (same_suite(other, suite.suite) == nullptr)
            print(out, "%s\n  only in the %s\n", suite.suite.c_str(), where);
}

void print_suite(const SuiteReport& before, const SuiteReport& now, std::ostream& out) {
    out << now.suite << "\n";
    for (std::size_t i = 0; i < now.series.size(); ++i)
        if (const Series* old = same_line(before, now, i)) print_line(*old, now.series[i], out);
    print_missing(before, now, "old", out);
    print_missing(now, before, "new", out);
}

int count_of(Change change, const Report& before, const Report& now) {
    int count = 0;
    for (const SuiteReport& suite : now.suites)
        if (const SuiteReport* old = same_suite(before, suite.suite))
            for (std::size_t i = 0; i < suite.series.size(); ++i)
                if (const Series* line = same_line(*old, suite, i))
                    count += change_of(*line, suite.series[i]) == change ? 1 : 0;
    return count;
}

}  // namespace

Change change_of(const Series& old_series, const Series& new_series) {
    const double change = median(new_series.values) - median(old_series.values);
    const double noise = std::max(spread(old_series.values), spread(new_series.values));
    if (std::abs(change) <= noise) return Change::none;
    return (change > 0) == more_is_better(new_series) ? Change::better : Change::worse;
}

void print_comparison(const Report& old_report, const Report& new_report, std::ostream& out) {
    if (old_report.machine.cpu != new_report.machine.cpu)
        out << "These are two kinds of machine: only what stands beside a baseline of the same run "
               "can be compared.\n";
    print(out, "  %-44s %-4s %23s %23s %7s %9s %9s\n", "", "unit", "old: median, spread",
          "new: median, spread", "new/old", "old/base", "new/base");
    for (const SuiteReport& suite : new_report.suites)
        if (const SuiteReport* old = same_suite(old_report, suite.suite))
            print_suite(*old, suite, out);
    print_missing_suites(old_report, new_report, "old", out);
    print_missing_suites(new_report, old_report, "new", out);
    print(out, "%d worse and %d better by more than the spread of either\n",
          count_of(Change::worse, old_report, new_report),
          count_of(Change::better, old_report, new_report));
}

void print_report(const Report& report, std::ostream& out) {
    for (const SuiteReport& suite : report.suites) {
        out << suite.suite << "\n";
        for (const Series& series : suite.series)
            print(out, "  %-44s %11.4g +- %-8.2g %-4s %9.4f of %s\n", series.name.c_str(),
                  median(series.values), spread(series.values), series.unit.c_str(),
                  median(ratios(series)), series.baseline_name.c_str());
        if (!suite.error.empty()) out << "  " << suite.error << "\n";
    }
}

}  // namespace bench
