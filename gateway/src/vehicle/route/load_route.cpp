// SPDX-License-Identifier: MIT
#include "route.hpp"

#include "columns/csv_table.hpp"
#include "number/limits.hpp"
#include "text/file_text.hpp"

#include <ddc/interface/json_depth.hpp>

#include <plant/file_error.hpp>
#include <plant/open_file.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace gateway {
namespace {

using Json = nlohmann::json;
using plant::FileError;

std::size_t column(const CsvTable& table, const char* name) {
    if (const auto found = table.find(name)) return *found;
    table.fail(
        "", std::string("the first line must name the columns x_m and y_m; there is no ") + name);
}

/// The content of a file.
struct Read {
    std::vector<Point> points;
    std::vector<double> speed_limits_mps;
};

Read read_csv(const std::filesystem::path& file) {
    constexpr plant::Range speed_limit_mps{0, 1000};
    CsvTable table(file, "a route has the columns x_m,y_m");
    const std::size_t x = column(table, "x_m"), y = column(table, "y_m");
    const auto limit = table.find("speed_limit_mps");
    Read read;
    while (table.next_row()) {
        read.points.push_back({table.number(x, limits::place_m), table.number(y, limits::place_m)});
        if (limit) read.speed_limits_mps.push_back(table.number(*limit, speed_limit_mps));
    }
    return read;
}

/// Limit for nested levels of a document. The positions of a FeatureCollection are at level six;
/// further levels are for other data in the file.
constexpr int deepest_level = 64;

/// An error at the position up to which the text was read.
FileError error_in(const std::string& file, const std::string& text, std::istream& in,
                   const std::string& reason) {
    const auto end = static_cast<std::size_t>(std::max<std::streamoff>(in.tellg(), 0));
    const std::string read = text.substr(0, end);
    const auto line = 1 + std::count(read.begin(), read.end(), '\n');
    const std::size_t before_line = read.rfind('\n');
    const std::size_t column = end - (before_line == std::string::npos ? 0 : before_line + 1);
    return {file, static_cast<int>(line), static_cast<int>(column), "", reason};
}

Json parse_geojson(const std::string& text, const std::string& file) {
    std::istringstream in(text);
    const auto refuse = [&] {
        throw error_in(file, text, in,
                       "is nested more than " + std::to_string(deepest_level) +
                           " levels deep; a route needs six");
    };
    try {
        return Json::parse(in, ddc::interface::limit_depth(deepest_level, refuse));
    } catch (const Json::exception& error) {
        throw FileError(file, 0, 0, "", std::string("is no JSON: ") + error.what());
    }
}

bool is_a(const Json& node, const char* type) {
    return node.is_object() && node.contains("type") && node["type"] == type;
}

/// The LineString, if the node is one or a Feature with one as its geometry.
const Json* as_line_string(const Json& node) {
    if (is_a(node, "LineString")) return &node;
    const bool is_wrapped =
        is_a(node, "Feature") && node.contains("geometry") && is_a(node["geometry"], "LineString");
    return is_wrapped ? &node["geometry"] : nullptr;
}

/// The first LineString of a GeoJSON document (RFC 7946).
const Json* find_line_string(const Json& document) {
    if (!is_a(document, "FeatureCollection")) return as_line_string(document);
    if (!document.contains("features") || !document["features"].is_array()) return nullptr;
    for (const Json& feature : document["features"])
        if (const Json* found = as_line_string(feature)) return found;
    return nullptr;
}

/// @param place [longitude, latitude]; an altitude is ignored
/// @param[in,out] origin of the route; if it is empty, it becomes this position
/// @throws std::invalid_argument if the plane has no such point
Point as_point(const Json& place, std::optional<WorldOrigin>& origin) {
    const bool is_pair =
        place.is_array() && place.size() >= 2 && place[0].is_number() && place[1].is_number();
    if (!is_pair || std::abs(place[0].get<double>()) > 180 || std::abs(place[1].get<double>()) > 90)
        throw std::invalid_argument("must be [longitude, latitude] in degrees");
    const double longitude_deg = place[0], latitude_deg = place[1];
    if (!origin) origin = WorldOrigin{latitude_deg, longitude_deg};
    const std::optional<WorldPoint> point = on_plane(*origin, latitude_deg, longitude_deg);
    if (!point)
        throw std::invalid_argument(
            "is a quarter of the Earth or more away from the origin, where its plane does not "
            "reach");
    return {point->x_m, point->y_m};
}

std::vector<Point> read_geojson(const std::filesystem::path& path,
                                std::optional<WorldOrigin> origin) {
    const std::string file = path.string();
    const Json document = parse_geojson(text_if_any(path), file);
    const Json* line = find_line_string(document);
    if (line == nullptr || !line->contains("coordinates") || !(*line)["coordinates"].is_array())
        throw FileError(file, 0, 0, "", "has no LineString with coordinates");
    std::vector<Point> points;
    for (const Json& place : (*line)["coordinates"]) {
        try {
            points.push_back(as_point(place, origin));
        } catch (const std::invalid_argument& problem) {
            throw FileError(file, 0, 0, "coordinates[" + std::to_string(points.size()) + "]",
                            problem.what());
        }
    }
    return points;
}

}  // namespace

Route load_route(const std::filesystem::path& file, std::optional<WorldOrigin> origin,
                 Interpolation interpolation, bool is_closed) {
    const std::string problem = plant::read_problem(file);
    if (!problem.empty()) throw FileError(file.string(), 0, 0, "", problem);
    const std::string ending = file.extension();
    Read read;
    if (ending == ".csv")
        read = read_csv(file);
    else if (ending == ".geojson" || ending == ".json")
        read.points = read_geojson(file, origin);
    else
        throw FileError(file.string(), 0, 0, "", "a route is a .csv or a .geojson file");
    try {
        return Route(read.points, interpolation, read.speed_limits_mps, is_closed);
    } catch (const std::invalid_argument& error) {
        throw FileError(file.string(), 0, 0, "", error.what());
    }
}

}  // namespace gateway
