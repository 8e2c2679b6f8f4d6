// SPDX-License-Identifier: MIT
#include "draw_comparison.hpp"

#include "../output/gnuplot.hpp"
#include "../output/temporary_file.hpp"
#include "../trace/trace.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace gateway {
namespace {

constexpr std::size_t most_columns = 3;

/// The largest difference as a part of the two values, so that metres and pedals can be compared.
double relative(const Compared& value) {
    const double size = std::abs(std::strtod(value.a.c_str(), nullptr)) +
                        std::abs(std::strtod(value.b.c_str(), nullptr));
    return std::isfinite(value.largest) && size > 0 ? value.largest / size : 1;
}

/// Those that differ by a number: beyond their tolerance first, of these the most different first.
std::vector<std::string> columns_to_draw(const Comparison& found, const Tolerances& tolerances) {
    std::vector<const Compared*> order;
    for (const Compared& value : found.values)
        if (value.is_measured && !value.is_text) order.push_back(&value);
    std::stable_sort(order.begin(), order.end(), [&](const Compared* a, const Compared* b) {
        const bool is_beyond_a = Comparison::is_beyond(*a, tolerances);
        const bool is_beyond_b = Comparison::is_beyond(*b, tolerances);
        return is_beyond_a != is_beyond_b ? is_beyond_a : relative(*a) > relative(*b);
    });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(most_columns, order.size()); ++i)
        names.push_back(order[i]->name);
    return names;
}

/// A row of the time and of each column in both traces.
void write_data(const std::string& a, const std::string& b, const std::vector<std::string>& names,
                const std::filesystem::path& file) {
    const auto trace_a = open_trace(a), trace_b = open_trace(b);
    std::ofstream out(file);
    const auto time = trace_a->time();
    for (std::size_t row = 1; trace_a->next_row() && trace_b->next_row(); ++row) {
        out << (time ? trace_a->text(*time) : std::to_string(row));
        for (const std::string& name : names)
            out << ',' << trace_a->text(*trace_a->find(name)) << ','
                << trace_b->text(*trace_b->find(name));
        out << '\n';
    }
}

/// What a picture of bands needs of a trace, under names that gnuplot finds.
void write_bands(const std::string& file, const BandQuestion& question,
                 const std::filesystem::path& data) {
    const auto trace = open_trace(file);
    std::ofstream out(data);
    out << question.over;
    for (const auto& band : question.bands) out << ',' << band.first;
    out << '\n';
    while (trace->next_row()) {
        out << trace->text(*trace->find(question.over));
        for (const auto& band : question.bands) out << ',' << trace->text(*trace->find(band.first));
        out << '\n';
    }
}

std::string script(const std::string& a, const std::string& b,
                   const std::vector<std::string>& names, const std::filesystem::path& data) {
    std::string text = fmt::format(
        "set datafile separator ','\nset datafile missing 'nan'\n"
        "set terminal pngcairo size 1200,{} font 'DejaVu Sans,10' noenhanced\n"
        "data = {}\nset key below\nset grid lc rgb '#dddddd'\nset border lc rgb '#888888'\n"
        "set multiplot layout {},2\nset xlabel 'time [s], or row'\n",
        100 + 300 * names.size(), gnuplot_quoted(data.string()), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::size_t column_a = 2 + 2 * i, column_b = column_a + 1;
        text += fmt::format(
            "set title {0}\nplot data using 1:{1} with lines lw 3 lc rgb '#d9641e' title {3}, data "
            "using 1:{2} with lines lw 1 lc rgb '#1f6fb4' title {4}\n"
            "set title {5}\nplot data using 1:(${2}-${1}) with lines lw 2 lc rgb '#1f6fb4' "
            "notitle\n",
            gnuplot_quoted(names[i]), column_a, column_b, gnuplot_quoted(a), gnuplot_quoted(b),
            gnuplot_quoted(names[i] + ": second less first"));
    }
    return text + "unset multiplot\n";
}

std::string band_plot(const std::string& a, const std::string& b, const std::string& over,
                      const std::string& name, const Band& band) {
    const std::string x = "(column(" + gnuplot_quoted(over) + "))";
    const std::string y = "column(" + gnuplot_quoted(name) + ")";
    const auto edge = [&](char sign) {
        return fmt::format("first using {}:({}{}({}+{}*abs({})))", x, y, sign, band.offset,
                           band.share, y);
    };
    return fmt::format(
        "set title {0}\nset xlabel {1}\nplot {2} with lines lw 1 lc rgb '#bbbbbb' title 'band', "
        "{3} "
        "with lines lw 1 lc rgb '#bbbbbb' notitle, first using {4}:({5}) with lines lw 3 lc rgb "
        "'#d9641e' title {6}, second using {4}:({5}) with lines lw 1 lc rgb '#1f6fb4' title {7}\n",
        gnuplot_quoted(name), gnuplot_quoted(over), edge('-'), edge('+'), x, y, gnuplot_quoted(a),
        gnuplot_quoted(b));
}

}  // namespace

void draw_bands(const std::string& a, const std::string& b, const BandQuestion& question,
                const std::filesystem::path& png) {
    const TemporaryFile first, second;
    write_bands(a, question, first.name());
    write_bands(b, question, second.name());
    std::string text = fmt::format(
        "set datafile separator ','\n"
        "set terminal pngcairo size 900,{} font 'DejaVu Sans,10' noenhanced\nfirst = {}\n"
        "second = {}\nset key top left\nset grid lc rgb '#dddddd'\nset border lc rgb '#888888'\n"
        "set multiplot layout {},1\n",
        100 + 400 * question.bands.size(), gnuplot_quoted(first.name()),
        gnuplot_quoted(second.name()), question.bands.size());
    for (const auto& [name, band] : question.bands)
        text += band_plot(a, b, question.over, name, band);
    draw_with_gnuplot(text + "unset multiplot\n", png);
}

bool draw_comparison(const std::string& a, const std::string& b, const Comparison& found,
                     const Tolerances& tolerances, const std::filesystem::path& png,
                     const std::pair<std::string, std::string>& titles) {
    const std::vector<std::string> names = columns_to_draw(found, tolerances);
    if (names.empty()) return false;
    const TemporaryFile data;
    write_data(a, b, names, data.name());
    draw_with_gnuplot(script(titles.first, titles.second, names, data.name()), png);
    return true;
}

}  // namespace gateway
