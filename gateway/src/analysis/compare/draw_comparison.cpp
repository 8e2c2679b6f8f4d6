// SPDX-License-Identifier: MIT
#include "draw_comparison.hpp"

#include "columns/trace.hpp"
#include "output/gnuplot.hpp"
#include "output/temporary_file.hpp"
#include "page/palette.hpp"

#include <plant/number_text.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iosfwd>
#include <limits>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace gateway {
namespace {

/// Writes rows of a table for a picture. If there are too many, it keeps for each part of the rows
/// those with the smallest and the largest values, so that no peak is lost.
class PictureRows {
  public:
    /// @param rows the number of rows that will be added
    PictureRows(std::ostream& out, std::size_t rows);
    /// Writes the last part.
    ~PictureRows();
    PictureRows(const PictureRows&) = delete;
    PictureRows& operator=(const PictureRows&) = delete;

    /// @param values the same number in each row; NaN for missing ones
    void add(const std::string& line, const std::vector<double>& values);

  private:
    struct Kept {
        std::size_t row = 0;
        double value = 0;
        std::string line;
    };
    void keep(Kept& kept, double value, const std::string& line) const;
    void write_part();

    std::ostream& out_;
    std::size_t rows_in_part_;
    std::size_t row_ = 0;             ///< index in the current part
    std::vector<Kept> least_, most_;  ///< for each value
};

/// More than the width of a picture in pixels.
constexpr std::size_t most_parts = 4000;

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

constexpr std::size_t most_columns = 3;

/// The largest difference relative to the two values, so that different units can be compared.
double relative(const Compared& value) {
    const double size = std::abs(std::strtod(value.a.c_str(), nullptr)) +
                        std::abs(std::strtod(value.b.c_str(), nullptr));
    return std::isfinite(value.largest) && size > 0 ? value.largest / size : 1;
}

/// The columns with numeric differences, those beyond their tolerance first, then by relative
/// difference.
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

/// Writes for each row the time, or its number, and the values of the columns in both traces.
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

/// Writes the columns of a trace for a picture of bands, with names for gnuplot.
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

/// A vertical line in the next plot where the column first exceeds its tolerance, if it does.
std::string mark_of(const Compared& column) {
    if (!column.first_beyond) return "unset arrow\n";
    const Compared::Place& place = *column.first_beyond;
    const std::string x = plant::plain(place.time_s.value_or(static_cast<double>(place.row)));
    return fmt::format(
        "set arrow 1 from first {0}, graph 0 to first {0}, graph 1 nohead dt 2 lc rgb '{1}'\n", x,
        palette::red);
}

/// Plots both curves, and their difference with the tolerance.
/// @param place of the column, and @param titles of the two traces, in the data
std::string pair_of_plots(const Compared& column, double tolerance, std::size_t place,
                          const std::pair<std::string, std::string>& titles) {
    const auto& [a, b] = titles;
    const std::string difference = fmt::format("{}: {} less {}", column.name, b, a);
    constexpr double most = 10;  // a larger tolerance would make the difference look flat
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
