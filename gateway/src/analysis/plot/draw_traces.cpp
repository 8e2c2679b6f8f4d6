// SPDX-License-Identifier: MIT
#include "draw_traces.hpp"

#include "band_script.hpp"
#include "interval.hpp"

#include "output/gnuplot.hpp"
#include "page/palette.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>

namespace gateway {
namespace {

constexpr int picture_width_px = 1500, least_height_px = 820, quantity_height_px = 260;
// Widths relative to that of the picture.
constexpr double path_width = 0.48, axis_width = 0.055, edge_width = 0.015;

struct Look {
    const char *colour, *dashes;
};

/// The look of each trace. Different dashes make equal curves visible.
constexpr std::array<Look, most_traces> looks{{{palette::blue, "1"},
                                               {palette::orange, "(8,8)"},
                                               {palette::green, "(3,6)"},
                                               {palette::pink, "(14,6)"},
                                               {palette::muted, "1"},
                                               {palette::sky, "(8,8)"},
                                               {palette::brown, "(3,6)"},
                                               {palette::bright_red, "(14,6)"}}};

/// Builds the script: blocks of data, and the commands that draw them.
class TraceScript {
  public:
    explicit TraceScript(const TraceCurves& traces) : traces_(traces) {
        const bool has_path = traces.has_path();
        const double left = has_path && !traces.quantities.empty() ? path_width : 0;
        if (has_path) add_path(left > 0 ? path_width : 1);
        const auto count = static_cast<double>(traces.quantities.size());
        body_ << bands_script(traces_.bands);
        for (std::size_t i = 0; i < traces.quantities.size(); ++i)
            add_quantity(i, left, 1 - static_cast<double>(i + 1) / count, 1 / count);
    }

    std::string text(const std::filesystem::path& picture) const {
        const int height_px = std::max(
            least_height_px, quantity_height_px * static_cast<int>(traces_.quantities.size()));
        return gnuplot_terminal(picture, picture_width_px, height_px) + data_.str() +
               "set key noautotitle opaque Left reverse samplen 3\n" +
               fmt::format(
                   "set grid lt 1 lw 0.5 lc rgb '{}'\nset border lc rgb '{}'\nset multiplot\n",
                   palette::grid, palette::border) +
               body_.str() + "unset multiplot\n";
    }

  private:
    /// Adds a block of points. @return its name
    template <class Points, class Write>
    std::string add_data(const Points& points, const Write& write) {
        const std::string name = fmt::format("$data{}", ++blocks_);
        data_ << name << " << END\n";
        for (const auto& point : points) write(point);
        data_ << "END\n";
        return name;
    }

    static std::string line(std::size_t trace) {
        return fmt::format(" with lines lw 2 dt {} lc rgb '{}'", looks[trace].dashes,
                           looks[trace].colour);
    }

    void begin_panel(double x, double y, double width, double height, const std::string& title) {
        body_ << fmt::format("set origin {:.4f},{:.4f}\nset size {:.4f},{:.4f}\nset title {}\n", x,
                             y, width, height, gnuplot_quoted(title));
        items_.clear();
    }
    void add_item(const std::string& what, const std::string& title) {
        items_ += (items_.empty() ? "plot " : ", ") + what + " title " + gnuplot_quoted(title);
    }
    void end_panel() { body_ << items_ << '\n'; }

    void add_path(double width) {
        begin_panel(0, 0, width, 1, "Path");
        body_ << "set size ratio -1\nset xlabel 'x [m]'\nset ylabel 'y [m]'\n"
                 "set key below left\n";
        set_path_axes();
        add_routes();
        for (std::size_t i = 0; i < traces_.paths.size(); ++i) {
            if (traces_.paths[i].empty()) continue;
            add_item(add_places({traces_.paths[i]}) + line(i), traces_.names[i]);
        }
        add_starts();
        end_panel();
        body_ << "set size noratio\n";
    }
    /// Sets the axes of the path; a straight path has some room beside it.
    void set_path_axes() {
        Interval x_m, y_m;
        const auto take = [&](const ShownRoute::Line& points) {
            for (const PathPoint& point : points) {
                x_m.take(point.x_m);
                y_m.take(point.y_m);
            }
        };
        for (const auto& route : traces_.routes) std::for_each(route.begin(), route.end(), take);
        std::for_each(traces_.paths.begin(), traces_.paths.end(), take);
        const double least_m = 0.2 * std::max({x_m.size(), y_m.size(), 1.0});
        set_ranges(x_m.widened(least_m).with_room(), y_m.widened(least_m).with_room());
    }
    void add_routes() {
        bool is_first = true;
        for (const auto& route : traces_.routes) {
            if (route.empty()) continue;
            add_item(
                add_places(route) + fmt::format(" with lines lw 8 lc rgb '{}'", palette::route),
                is_first ? "route" : "");
            is_first = false;
        }
    }
    void add_starts() {
        std::vector<ShownRoute::Line> starts;
        for (const auto& points : traces_.paths)
            if (!points.empty()) starts.push_back({points.front()});
        add_item(add_places(starts) +
                     fmt::format(" with points pt 7 ps 1.2 lc rgb '{}'", palette::start),
                 "start");
    }
    /// Adds lines, each followed by a blank line, which is a gap.
    std::string add_places(const std::vector<ShownRoute::Line>& lines) {
        return add_data(lines, [&](const ShownRoute::Line& points) {
            for (const PathPoint& point : points)
                data_ << fmt::format("{:.9g} {:.9g}\n", point.x_m, point.y_m);
            data_ << '\n';
        });
    }

    void add_quantity(std::size_t index, double x, double y, double height) {
        const Quantity& quantity = traces_.quantities[index];
        const bool is_last = index + 1 == traces_.quantities.size();
        begin_panel(x, y, 1 - x, height, quantity.title);
        Interval values;
        for (std::size_t i = 0; i < quantity.curves.size(); ++i) {
            const auto points = quantity.curves[i].points();
            if (points.empty()) continue;
            for (const auto& point : points) values.take(point.value);
            const std::string data = add_data(points, [&](const ThinnedCurve::Point& point) {
                data_ << fmt::format("{:.9g} {:.9g}\n", point.time_s, point.value);
            });
            add_item(data + line(i), has_legend(index) ? traces_.names[i] : "");
        }
        set_axes(values.with_room());
        body_ << "set xlabel " << gnuplot_quoted(is_last ? "time [s]" : "") << "\nset ylabel "
              << gnuplot_quoted(quantity.label) << "\nset key inside top right\n"
              << fmt::format("set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n",
                             x + axis_width, 1 - edge_width);
        if (index == 0) body_ << band_names_script(traces_.bands);
        end_panel();
        body_ << "unset label\n";
    }
    /// Whether a quantity has the legend, which is in the plot of the path or, without one, in the
    /// first.
    bool has_legend(std::size_t quantity) const { return quantity == 0 && !traces_.has_path(); }

    void set_axes(const Interval& values) {
        const Interval& times = traces_.times_s;
        const double end_s = times.greatest > times.least ? times.greatest : times.least + 1;
        set_ranges({times.least, end_s}, values);
    }
    void set_ranges(const Interval& x, const Interval& y) {
        body_ << fmt::format("set xrange [{:.17g}:{:.17g}]\nset yrange [{:.17g}:{:.17g}]\n",
                             x.least, x.greatest, y.least, y.greatest);
    }

    const TraceCurves& traces_;
    std::ostringstream data_, body_;
    std::string items_;  ///< items of the current panel
    int blocks_ = 0;
};

}  // namespace

void draw_traces(const TraceCurves& traces, const std::filesystem::path& picture) {
    draw_with_gnuplot(TraceScript(traces).text(picture), picture);
}

}  // namespace gateway
