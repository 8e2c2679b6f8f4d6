// SPDX-License-Identifier: MIT
#include "trace_curves.hpp"

#include "columns/trace.hpp"
#include "requirement/column_unit.hpp"

#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace gateway {
namespace {

using ddc::interface::visible;
using ColumnPlace = std::optional<std::size_t>;
using Names = std::vector<const char*>;

/// The names of a quantity: in a trace, in a table of actuation commands, and in a recording of
/// vehicles or of ROS 2.
const Names x_names{"x_m", "x", "vehicle.odometry.pose.pose.position.x"};
const Names y_names{"y_m", "y", "vehicle.odometry.pose.pose.position.y"};
const Names speed_names{"vx_mps", "vx", "vehicle.odometry.twist.twist.linear.x"};
const Names distance_names{"route_distance_m"};

constexpr double kmh_per_mps = 3.6;

ColumnPlace find_any(const Trace& trace, const Names& names) {
    for (const char* name : names)
        if (const auto found = trace.find(name)) return found;
    return std::nullopt;
}

/// A column of a trace that is read into a curve.
struct Source {
    ColumnPlace column;
    double scale = 1;
};

/// Reads a trace into the curves.
class Reader {
  public:
    Reader(const std::filesystem::path& file, const std::vector<std::string>& columns)
        : file_(file.string()),
          trace_(open_trace(file)),
          time_(trace_->time()),
          x_(find_any(*trace_, x_names)),
          y_(find_any(*trace_, y_names)),
          route_(*trace_),
          bands_(*trace_) {
        if (!time_) throw std::invalid_argument(file_ + ": the trace has no column t_s");
        sources_.push_back({find_any(*trace_, speed_names), kmh_per_mps});
        sources_.push_back({find_any(*trace_, distance_names)});
        for (const std::string& name : columns) sources_.push_back({trace_->find(name)});
        curves_.resize(sources_.size());
    }

    void read(const Log& log) {
        while (trace_->next_row()) take_row();
        log_notes(*trace_, file_, log);
        if (!is_off_route_) curves_[1] = {};
    }

    bool has(std::size_t quantity) const { return sources_[quantity].column.has_value(); }
    const std::string& file() const { return file_; }
    std::vector<ThinnedCurve>& curves() { return curves_; }
    const std::vector<ShownRoute::Line>& route() const { return route_.lines(); }
    std::vector<PathPoint> path() const { return path_.points(); }
    const Interval& times_s() const { return times_s_; }
    const std::vector<FaultBand>& bands() const { return bands_.bands(); }

  private:
    void take_row() {
        const double time_s = trace_->number(*time_, {});
        times_s_.take(time_s);
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            if (!sources_[i].column) continue;
            const auto value = trace_->finite(*sources_[i].column);
            if (!value) continue;
            curves_[i].add(time_s, *value * sources_[i].scale);
            is_off_route_ |= i == 1 && *value != 0;
        }
        take_place();
        route_.take(*trace_);
        bands_.take(*trace_, time_s);
    }
    void take_place() {
        if (!x_ || !y_) return;
        const auto x_m = trace_->finite(*x_), y_m = trace_->finite(*y_);
        if (x_m && y_m) path_.add({*x_m, *y_m});
    }

    std::string file_;
    std::unique_ptr<Trace> trace_;
    ColumnPlace time_, x_, y_;
    ShownRoute route_;
    FaultBands bands_;
    ThinnedPath path_;
    Interval times_s_;
    std::vector<Source> sources_;  ///< speed, distance, then columns
    std::vector<ThinnedCurve> curves_;
    bool is_off_route_ = false;  ///< at any time; without a route the distance is always 0
};

/// The names of files without their folders, or as given if these are not unique.
std::vector<std::string> names_of(const std::vector<std::filesystem::path>& files) {
    std::vector<std::string> names;
    for (const auto& file : files) {
        const auto is_alike = [&](const auto& other) {
            return other.filename() == file.filename();
        };
        const bool is_single = std::count_if(files.begin(), files.end(), is_alike) == 1;
        names.push_back(visible(is_single ? file.filename().string() : file.string()));
    }
    return names;
}

std::vector<Quantity> quantities_of(const std::vector<std::string>& columns) {
    std::vector<Quantity> all{{"Speed", "speed [km/h]", {}},
                              {"Distance from the route", "distance [m]", {}}};
    for (const std::string& name : columns) {
        const std::string unit = requirement::column_unit(name);
        all.push_back({visible(name), unit.empty() || unit == "1" ? "" : "[" + unit + "]", {}});
    }
    return all;
}

/// Reports missing columns. @param first index of the first column among the quantities
void look_for_columns(const std::vector<Reader>& readers, const std::vector<std::string>& columns,
                      std::size_t first, const Log& log) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto has_it = [&](const Reader& reader) { return reader.has(first + i); };
        const std::string column = "column '" + visible(columns[i]) + "'";
        if (std::none_of(readers.begin(), readers.end(), has_it))
            throw std::invalid_argument(
                "--columns: " +
                (readers.size() == 1 ? readers[0].file() + " has no " : "no file has a ") + column);
        for (const Reader& reader : readers)
            if (!has_it(reader)) log(reader.file() + ": has no " + column);
    }
}

bool is_drawn(const Quantity& quantity) {
    return std::any_of(quantity.curves.begin(), quantity.curves.end(),
                       [](const ThinnedCurve& curve) { return !curve.points().empty(); });
}

void limit(const char* what, std::size_t count, std::size_t most) {
    if (count > most)
        throw std::invalid_argument("a picture has at most " + std::to_string(most) + " " + what +
                                    ", not " + std::to_string(count));
}

}  // namespace

bool TraceCurves::has_path() const {
    return std::any_of(paths.begin(), paths.end(), [](const auto& path) { return !path.empty(); });
}

TraceCurves read_traces(const std::vector<std::filesystem::path>& files,
                        const std::vector<std::string>& columns, const Log& log) {
    limit("files", files.size(), most_traces);
    limit("columns", columns.size(), most_columns_drawn);
    std::vector<Reader> readers;
    for (const auto& file : files) readers.emplace_back(file, columns);
    TraceCurves all{names_of(files), {}, {}, quantities_of(columns), {}, {}};
    look_for_columns(readers, columns, all.quantities.size() - columns.size(), log);
    for (Reader& reader : readers) {
        reader.read(log);
        all.times_s.take(reader.times_s());
        all.routes.push_back(reader.route());
        all.paths.push_back(reader.path());
        all.bands.insert(all.bands.end(), reader.bands().begin(), reader.bands().end());
        for (std::size_t i = 0; i < all.quantities.size(); ++i)
            all.quantities[i].curves.push_back(std::move(reader.curves()[i]));
    }
    for (std::size_t i = all.quantities.size() - columns.size(); i < all.quantities.size(); ++i)
        if (!is_drawn(all.quantities[i]))
            throw std::invalid_argument("--columns: column '" + all.quantities[i].title +
                                        "' has no numbers");
    const auto end = std::remove_if(all.quantities.begin(), all.quantities.end(),
                                    [](const Quantity& each) { return !is_drawn(each); });
    all.quantities.erase(end, all.quantities.end());
    if (all.quantities.empty() && !all.has_path())
        throw std::invalid_argument(
            files[0].string() +
            ": nothing to draw: no position (x_m, y_m), no speed (vx_mps), no distance "
            "(route_distance_m); select columns with --columns");
    return all;
}

}  // namespace gateway
