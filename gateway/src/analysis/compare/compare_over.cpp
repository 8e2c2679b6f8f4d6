// SPDX-License-Identifier: MIT
#include "compare_over.hpp"

#include "columns/trace.hpp"

#include <plant/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace gateway {
namespace {

struct Place {
    double x, y;
};

/// Reads columns of a trace as curves over the same column.
class Curves {
  public:
    Curves(const std::string& file, const BandQuestion& question, const Log& log) {
        const auto trace = open_trace(file);
        const auto column = [&](const std::string& name) {
            const auto found = trace->find(name);
            if (!found) throw std::invalid_argument(file + ": has no column '" + name + "'");
            return *found;
        };
        const std::size_t over = column(question.over);
        std::map<std::string, std::size_t> columns;
        for (const auto& [name, band] : question.bands) columns[name] = column(name);
        constexpr plant::Range any{-1e300, 1e300};
        while (trace->next_row())
            for (const auto& [name, index] : columns)
                places_[name].push_back({trace->number(over, any), trace->number(index, any)});
        log_notes(*trace, file, log);
        if (places_.empty()) throw std::invalid_argument(file + ": has no rows");
    }

    const std::vector<Place>& of(const std::string& name) const { return places_.at(name); }

  private:
    std::map<std::string, std::vector<Place>> places_;
};

/// A straight segment of a curve.
struct Piece {
    Place from, to;  ///< from.x <= to.x

    double y_at(double x) const {
        return from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x);
    }

    /// The distance of a value from the band around the part of the segment between two x values;
    /// negative inside.
    double distance(double y, double low_x, double high_x, const Band& band) const {
        if (from.x > high_x || to.x < low_x) return std::numeric_limits<double>::infinity();
        const bool is_upright = to.x <= from.x;
        const double first = is_upright ? from.y : y_at(std::max(low_x, from.x));
        const double last = is_upright ? to.y : y_at(std::min(high_x, to.x));
        const auto [low, high] = std::minmax({first, last});
        const double near = std::clamp(y, low, high);
        return std::abs(y - near) - band.width(near);
    }
};

/// The segments of a curve, which may go back and forth in x, with a search by x.
class Curve {
  public:
    explicit Curve(const std::vector<Place>& places) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            Piece piece{places[i], places[std::min(i + 1, places.size() - 1)]};
            if (piece.to.x < piece.from.x) std::swap(piece.from, piece.to);
            longest_ = std::max(longest_, piece.to.x - piece.from.x);
            pieces_.push_back(piece);
        }
        std::sort(pieces_.begin(), pieces_.end(),
                  [](const Piece& a, const Piece& b) { return a.from.x < b.from.x; });
    }

    double distance(const Place& place, const Band& shift, const Band& band) const {
        const double width = shift.width(place.x);
        const double low = place.x - width, high = place.x + width;
        auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), low - longest_,
                                      [](const Piece& each, double x) { return each.from.x < x; });
        double least = std::numeric_limits<double>::infinity();
        for (; piece != pieces_.end() && piece->from.x <= high && least > 0; ++piece)
            least = std::min(least, piece->distance(place.y, low, high, band));
        return least;
    }

  private:
    std::vector<Piece> pieces_;
    double longest_ = 0;
};

BandResult compare(const std::string& name, const std::vector<Place>& first,
                   const std::vector<Place>& second, const Band& shift, const Band& band) {
    const Curve curve(first);
    BandResult result;
    result.name = name;
    result.rows = second.size();
    for (const Place& place : second) {
        const double distance = curve.distance(place, shift, band);
        if (!(distance > 0)) continue;
        ++result.beyond;
        if (distance <= result.furthest) continue;
        result.furthest = distance;
        result.over = place.x;
        result.second = place.y;
    }
    return result;
}

}  // namespace

double Band::width(double value) const {
    return offset + share * std::abs(value);
}

Band read_band(const std::string& text) {
    const auto part = [&](const std::string& number) {
        double value = 0;
        const std::string complaint = plant::read_number(number, {0, 1e300}, value);
        if (!complaint.empty())
            throw std::invalid_argument("'" + text +
                                        "' is not a band such as 0.1, 5% or 0.1+5%: " + complaint);
        return value;
    };
    if (text.empty() || text.back() != '%') return {part(text), 0};
    const std::string percents = text.substr(0, text.size() - 1);
    const auto plus = percents.rfind('+');
    const bool has_offset = plus != std::string::npos && plus > 0 && percents[plus - 1] != 'e';
    if (!has_offset) return {0, 0.01 * part(percents)};
    return {part(percents.substr(0, plus)), 0.01 * part(percents.substr(plus + 1))};
}

std::vector<BandResult> compare_over(const std::string& a, const std::string& b,
                                     const BandQuestion& question, const Log& log) {
    const Curves first(a, question, log), second(b, question, log);
    std::vector<BandResult> results;
    for (const auto& [name, band] : question.bands)
        results.push_back(compare(name, first.of(name), second.of(name), question.shift, band));
    return results;
}

}  // namespace gateway
