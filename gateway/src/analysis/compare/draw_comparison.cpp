// SPDX-License-Identifier: MIT
#include "draw_comparison.hpp"

#include "columns/trace.hpp"
#include "output/gnuplot.hpp"
#include "output/temporary_file.hpp"
#include "page/palette.hpp"
#include "picture_rows.hpp"

#include <plant/number_text.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

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
std::vector<const Compared*> columns_to_draw(const Comparison& found,
                                             const Tolerances& tolerances) {
    std::vector<const Compared*> order;
    for (const Compared& value : found.values)
        if (value.is_measured && !value.is_text) order.push_back(&value);
    std::stable_sort(order.begin(), order.end(), [&](const Compared* a, const Compared* b) {
        const bool is_beyond_a = Comparison::is_beyond(*a, tolerances);
        const bool is_beyond_b = Comparison::is_beyond(*b, tolerances);
        return is_beyond_a != is_beyond_b ? is_beyond_a : relative(*a) > relative(*b);
    });
    order.resize(std::min(most_columns, order.size()));
    return order;
}

/// A row of the time, or of the row's number, and of each column in both traces.
void write_data(const std::string& a, const std::string& b, std::size_t rows,
                const std::vector<const Compared*>& columns, const std::filesystem::path& file) {
    const auto trace_a = open_trace(a), trace_b = open_trace(b);
    std::ofstream out(file);
    PictureRows shown(out, rows);
    const auto time = trace_a->time();
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t row = 1; trace_a->next_row() && trace_b->next_row(); ++row) {
        std::string line = time ? trace_a->text(*time) : std::to_string(row);
        std::vector<double> values;
        for (const Compared* column : columns) {
            const std::size_t of_a = *trace_a->find(column->name);
            const std::size_t of_b = *trace_b->find(column->name);
            line += ',' + trace_a->text(of_a) + ',' + trace_b->text(of_b);
            values.push_back(trace_a->finite(of_a).value_or(none));
            values.push_back(trace_b->finite(of_b).value_or(none));
            values.push_back(values.back() - *(values.end() - 2));
        }
        shown.add(line, values);
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

/// A line upright through what is drawn next, if the column is beyond its tolerance anywhere.
std::string mark_of(const Compared& column) {
    if (!column.first_beyond) return "unset arrow\n";
    const Compared::Place& place = *column.first_beyond;
    const std::string x = plant::plain(place.time_s.value_or(static_cast<double>(place.row)));
    return fmt::format(
        "set arrow 1 from first {0}, graph 0 to first {0}, graph 1 nohead dt 2 lc rgb '{1}'\n", x,
        palette::red);
}

/// Both curves, and their difference with the tolerance around it.
/// @param place of the column, and @param titles of the two, in the data
std::string pair_of_plots(const Compared& column, double tolerance, std::size_t place,
                          const std::pair<std::string, std::string>& titles) {
    const auto& [a, b] = titles;
    const std::string difference = fmt::format("{}: {} less {}", column.name, b, a);
    constexpr double most = 10;  // times the difference; more would flatten it
    const bool is_near = tolerance > 0 && tolerance <= most * column.largest;
    const std::string limits = is_near
                                   ? fmt::format(
                                         ", {0} with lines dt 2 lc rgb '{1}' title 'tolerance', "
                                         "-{0} with lines dt 2 lc rgb '{1}' notitle",
                                         plant::plain(tolerance), palette::border)
                                   : "";
    return fmt::format(
        "{0}set title {1}\nplot data using 1:{2} with lines lw 3 lc rgb '{8}' title {4}, data "
        "using 1:{3} with lines lw 1 lc rgb '{9}' title {5}\n"
        "set title {6}\nplot data using 1:(${3}-${2}) with lines lw 2 lc rgb '{9}' "
        "notitle{7}\n",
        mark_of(column), gnuplot_quoted(column.name), place, place + 1, gnuplot_quoted(a),
        gnuplot_quoted(b), gnuplot_quoted(difference), limits, palette::orange, palette::blue);
}

std::string script(const std::vector<const Compared*>& columns, const Tolerances& tolerances,
                   const std::pair<std::string, std::string>& titles,
                   const std::filesystem::path& data) {
    const bool has_time = columns.front()->time_s.has_value();
    std::string text = fmt::format(
        "set datafile separator ','\nset datafile missing 'nan'\ndata = {}\nset key above\n"
        "set offsets 0,0,graph 0.05,graph 0.05\nset grid lc rgb '{}'\n"
        "set border lc rgb '{}'\nset multiplot layout {},2\nset xlabel '{}'\n",
        gnuplot_quoted(data.string()), palette::grid, palette::border, columns.size(),
        has_time ? "time [s]" : "row");
    for (std::size_t i = 0; i < columns.size(); ++i)
        text += pair_of_plots(*columns[i], tolerances.of(columns[i]->name), 2 + 2 * i, titles);
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
        "set title {0}\nset xlabel {1}\nplot {2} with lines lw 1 lc rgb '{8}' title 'band', {3} "
        "with lines lw 1 lc rgb '{8}' notitle, first using {4}:({5}) with lines lw 3 lc rgb '{9}' "
        "title {6}, second using {4}:({5}) with lines lw 1 lc rgb '{10}' title {7}\n",
        gnuplot_quoted(name), gnuplot_quoted(over), edge('-'), edge('+'), x, y, gnuplot_quoted(a),
        gnuplot_quoted(b), palette::band, palette::orange, palette::blue);
}

}  // namespace

void draw_bands(const std::string& a, const std::string& b, const BandQuestion& question,
                const std::filesystem::path& picture) {
    const TemporaryFile first, second;
    write_bands(a, question, first.name());
    write_bands(b, question, second.name());
    std::string text = fmt::format(
        "set datafile separator ','\n{}first = {}\nsecond = {}\nset key top left\nset grid lc rgb "
        "'{}'\nset border lc rgb '{}'\n"
        "set multiplot layout {},1\n",
        gnuplot_terminal(picture, 900, 100 + 400 * static_cast<int>(question.bands.size())),
        gnuplot_quoted(first.name()), gnuplot_quoted(second.name()), palette::grid, palette::border,
        question.bands.size());
    for (const auto& [name, band] : question.bands)
        text += band_plot(a, b, question.over, name, band);
    draw_with_gnuplot(text + "unset multiplot\n", picture);
}

bool draw_comparison(const std::string& a, const std::string& b, const Comparison& found,
                     const Tolerances& tolerances, const std::filesystem::path& picture,
                     const std::pair<std::string, std::string>& titles) {
    const std::vector<const Compared*> columns = columns_to_draw(found, tolerances);
    if (columns.empty()) return false;
    const TemporaryFile data;
    write_data(a, b, std::min(found.rows_a, found.rows_b), columns, data.name());
    const int height_px = 100 + 300 * static_cast<int>(columns.size());
    draw_with_gnuplot(gnuplot_terminal(picture, 1200, height_px) +
                          script(columns, tolerances, titles, data.name()),
                      picture);
    return true;
}

}  // namespace gateway
