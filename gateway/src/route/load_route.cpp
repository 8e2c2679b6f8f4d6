// SPDX-License-Identifier: MIT
#include "route.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace gateway {
namespace {

using Json = nlohmann::json;

std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells;
    for (std::size_t start = 0; start <= line.size();) {
        const std::size_t end = std::min(line.find(',', start), line.size());
        std::string_view cell = line.substr(start, end - start);
        while (!cell.empty() && std::isspace(static_cast<unsigned char>(cell.front())))
            cell.remove_prefix(1);
        while (!cell.empty() && std::isspace(static_cast<unsigned char>(cell.back())))
            cell.remove_suffix(1);
        cells.push_back(cell);
        start = end + 1;
    }
    return cells;
}

class CsvReader {
  public:
    CsvReader(std::istream& in, std::string file) : in_(in), file_(std::move(file)) {}

    std::vector<Point> read() {
        std::string line;
        if (!next(line)) fail("is empty; a route has the columns x_m,y_m");
        const auto header = cells_of(line);
        const std::size_t x = column(header, "x_m"), y = column(header, "y_m");
        std::vector<Point> points;
        while (next(line)) {
            const auto cells = cells_of(line);
            if (cells.size() != header.size())
                fail("has " + std::to_string(cells.size()) + " columns, the header has " +
                     std::to_string(header.size()));
            points.push_back({number(cells[x], "x_m"), number(cells[y], "y_m")});
        }
        return points;
    }

  private:
    bool next(std::string& line) {
        while (std::getline(in_, line)) {
            ++line_;
            if (line.find_first_not_of(" \t\r") != std::string::npos) return true;
        }
        return false;
    }

    std::size_t column(const std::vector<std::string_view>& header, std::string_view name) {
        for (std::size_t i = 0; i < header.size(); ++i)
            if (header[i] == name) return i;
        fail("the first line must name the columns x_m and y_m; there is no " + std::string(name));
    }

    double number(std::string_view cell, const char* name) {
        double value = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
            fail(std::string(name) + ": '" + std::string(cell) + "' is no finite number");
        return value;
    }

    [[noreturn]] void fail(const std::string& reason) {
        throw RouteError(file_ + ":" + std::to_string(line_) + ": " + reason);
    }

    std::istream& in_;
    std::string file_;
    int line_ = 0;
};

/// Metres per radian of longitude and latitude at the origin, on the WGS 84 ellipsoid.
struct LocalScale {
    explicit LocalScale(const GeoOrigin& origin) {
        constexpr double a_m = 6378137.0, e2 = 6.69437999014e-3;
        const double sine = std::sin(origin.latitude_deg * rad_per_deg);
        const double w2 = 1 - e2 * sine * sine;
        const double prime_vertical_m = a_m / std::sqrt(w2);
        east_m = prime_vertical_m * std::cos(origin.latitude_deg * rad_per_deg);
        north_m = prime_vertical_m * (1 - e2) / w2;
    }
    static constexpr double rad_per_deg = 0.017453292519943295;
    double east_m;
    double north_m;
};

/// The one LineString of a GeoJSON document (RFC 7946), wherever it is wrapped.
const Json* find_line_string(const Json& node) {
    if (!node.is_object() || !node.contains("type") || !node["type"].is_string()) return nullptr;
    const std::string type = node["type"];
    if (type == "LineString") return &node;
    if (type == "Feature" && node.contains("geometry")) return find_line_string(node["geometry"]);
    if (type == "FeatureCollection" && node.contains("features") && node["features"].is_array())
        for (const Json& feature : node["features"])
            if (const Json* found = find_line_string(feature)) return found;
    return nullptr;
}

std::vector<Point> read_geojson(std::istream& in, const std::string& file,
                                std::optional<GeoOrigin> origin) {
    Json document;
    try {
        document = Json::parse(in);
    } catch (const Json::parse_error& error) {
        throw RouteError(file + ": is no JSON: " + error.what());
    }
    const Json* line = find_line_string(document);
    if (line == nullptr || !line->contains("coordinates") || !(*line)["coordinates"].is_array())
        throw RouteError(file + ": has no LineString with coordinates");
    std::vector<Point> points;
    const Json& coordinates = (*line)["coordinates"];
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const Json& place = coordinates[i];
        const bool is_pair =
            place.is_array() && place.size() >= 2 && place[0].is_number() && place[1].is_number();
        if (!is_pair || std::abs(place[0].get<double>()) > 180 ||
            std::abs(place[1].get<double>()) > 90)
            throw RouteError(file + ": coordinates[" + std::to_string(i) +
                             "]: must be [longitude, latitude] in degrees");
        const GeoOrigin here{place[0], place[1]};
        if (!origin) origin = here;
        const LocalScale scale(*origin);
        points.push_back(
            {(here.longitude_deg - origin->longitude_deg) * LocalScale::rad_per_deg * scale.east_m,
             (here.latitude_deg - origin->latitude_deg) * LocalScale::rad_per_deg * scale.north_m});
    }
    return points;
}

}  // namespace

Route load_route(const std::filesystem::path& file, std::optional<GeoOrigin> origin) {
    std::ifstream in(file);
    if (!in || std::filesystem::is_directory(file))
        throw RouteError(file.string() + ": cannot be read");
    const std::string ending = file.extension();
    std::vector<Point> points;
    if (ending == ".csv")
        points = CsvReader(in, file.string()).read();
    else if (ending == ".geojson" || ending == ".json")
        points = read_geojson(in, file.string(), origin);
    else
        throw RouteError(file.string() + ": a route is a .csv or a .geojson file");
    try {
        return Route(points);
    } catch (const RouteError& error) {
        throw RouteError(file.string() + ": " + error.what());
    }
}

}  // namespace gateway
