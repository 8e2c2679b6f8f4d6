// SPDX-License-Identifier: MIT
#include "scratch_file.hpp"

#include "route/route.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace route_test {

using gateway::load_route;
using gateway::Route;
using gateway::Trajectory;
using gateway::tests::ScratchFile;
using plant::FileError;

Route straight(int points) {
    std::vector<gateway::Point> line;
    line.reserve(static_cast<std::size_t>(points));
    for (int i = 0; i < points; ++i) line.push_back({10.0 * i, 0});
    return Route(line);
}

TEST_CASE("the nearest segment is found beside, before and after a route") {
    const Route sut = straight(4);
    CHECK(sut.nearest(14, 3).segment == 1);
    CHECK(sut.nearest(14, 3).distance_m == doctest::Approx(3));
    CHECK(sut.nearest(-3, 4).segment == 0);
    CHECK(sut.nearest(-3, 4).distance_m == doctest::Approx(5));
    CHECK(sut.nearest(33, -4).segment == 2);
    CHECK(sut.nearest(33, -4).distance_m == doctest::Approx(5));
}

/// By exhaustive search.
std::size_t first_nearest(const std::vector<gateway::Point>& points, const gateway::Point& place) {
    std::size_t best = 0;
    double least = HUGE_VAL;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const double squared = gateway::squared_distance_m2(points[i], points[i + 1], place);
        if (squared < least) best = i;
        least = std::min(least, squared);
    }
    return best;
}

TEST_CASE("the nearest segment equals that of an exhaustive search") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> step(-30, 30), anywhere(-400, 400);
    for (const std::size_t size : {2, 3, 16, 17, 18, 33, 400}) {
        std::vector<gateway::Point> points{{0, 0}};
        while (points.size() < size)
            points.push_back({points.back().x_m + step(random), points.back().y_m + step(random)});
        const std::vector<gateway::Point> way = points;  // there and back: all are nearest twice
        points.insert(points.end(), way.rbegin() + 1, way.rend());
        const Route sut(points);
        REQUIRE(sut.points().size() == points.size());
        for (int i = 0; i < 500; ++i) {
            const gateway::Point place{anywhere(random), anywhere(random)};
            CHECK(sut.nearest(place.x_m, place.y_m).segment == first_nearest(points, place));
        }
        for (const gateway::Point& corner : points)
            CHECK(sut.nearest(corner.x_m, corner.y_m).segment == first_nearest(points, corner));
    }
}

TEST_CASE(
    "a trajectory is the nearest segment's start and up to nine more points, padded with zeros") {
    const Route sut = straight(12);
    const Trajectory at_start = trajectory_ahead(sut, 0);
    CHECK(at_start.length == 10);
    CHECK(at_start.x_m[0] == 0);
    CHECK(at_start.x_m[9] == 90);

    const Trajectory near_end = trajectory_ahead(sut, 9);
    CHECK(near_end.length == 3);
    CHECK(near_end.x_m[0] == 90);
    CHECK(near_end.x_m[2] == 110);
    CHECK(near_end.x_m[3] == 0);
}

TEST_CASE("points closer than 0.01 m to the last one are skipped") {
    const Route sut({{0, 0}, {0.009, 0}, {0.011, 0}, {5, 0}});
    REQUIRE(sut.points().size() == 3);
    CHECK(sut.points()[1].x_m == 0.011);
    CHECK_THROWS_AS(Route({{1, 1}, {1, 1.005}}), std::invalid_argument);
}

TEST_CASE("a CSV route is read by its header, in any order of columns") {
    const ScratchFile file(".csv", "name,y_m,x_m\na, 1 ,2\n\nb,3,4\r\n");
    const Route sut = load_route(file.path(), {});
    CHECK(sut.points()[0].x_m == 2);
    CHECK(sut.points()[0].y_m == 1);
    CHECK(sut.points()[1].x_m == 4);
    const ScratchFile padded(".csv", "x_m,y_m\n008,00.5\n010,-007\n");
    CHECK(load_route(padded.path(), {}).points()[0].x_m == 8);
    CHECK(load_route(padded.path(), {}).points()[0].y_m == 0.5);
    CHECK(load_route(padded.path(), {}).points()[1].x_m == 10);
    CHECK(load_route(padded.path(), {}).points()[1].y_m == -7);
    const ScratchFile marked(".csv", "\xEF\xBB\xBFx_m,y_m\r\n1,2\r\n3,4\r\n");
    CHECK(load_route(marked.path(), {}).points().size() == 2);
    CHECK(load_route(marked.path(), {}).points()[1].y_m == 4);
    const ScratchFile quoted(".csv",
                             "name,x_m,\"y_m\"\n\"a \"\"b\"\", c\",1,2\n\"\"\"\",3,\"4\"\n");
    CHECK(load_route(quoted.path(), {}).points().size() == 2);
    CHECK(load_route(quoted.path(), {}).points()[0].x_m == 1);
    CHECK(load_route(quoted.path(), {}).points()[1].y_m == 4);
}

TEST_CASE("errors of a CSV route are reported with their line") {
    const auto message = [](const std::string& text) {
        const ScratchFile file(".csv", text);
        try {
            load_route(file.path(), {});
        } catch (const FileError& error) {
            return std::string(error.what()).substr(file.path().string().size());
        }
        return std::string("no error");
    };
    CHECK(message("x,y\n1,2\n") ==
          ":1: the first line must name the columns x_m and y_m; there is no x_m");
    CHECK(message("x_m,y_m\n1,2\n1\n") == ":3: has 1 columns, the header has 2");
    CHECK(message("x_m,y_m\n1,2m\n") == ":2: y_m: must be a number, is '2m'");
    CHECK(message("x_m,y_m\n1,2\n1e308,2\n") ==
          ":3: x_m: must be -1000000000 to 1000000000, is 1e308");
    for (const char* place : {"0,-1e308", "2e9,0", "inf,0", "0,nan", "1e999,0"})
        CHECK(message("x_m,y_m\n0,0\n" + std::string(place) + "\n").find(":3: ") == 0);
    CHECK(message("") == ": is empty; a route has the columns x_m,y_m");
    CHECK(message("x_m,y_m\n1,2\n") == ": a route needs at least two different points");
}

TEST_CASE("a GeoJSON route is on the plane that touches the Earth at its origin") {
    // One arc second: 30.922 m of longitude on the equator and 30.715 m of latitude there (WGS 84).
    const ScratchFile file(".geojson", R"({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry": {"type": "LineString",
         "coordinates": [[10, 0], [10.000277777777778, 0], [10, 0.000277777777777778]]}}]})");
    const Route sut = load_route(file.path(), {});
    CHECK(sut.points()[0].x_m == 0);
    CHECK(sut.points()[1].x_m == doctest::Approx(30.922).epsilon(1e-4));
    CHECK(sut.points()[1].y_m == 0);
    CHECK(sut.points()[2].y_m == doctest::Approx(30.715).epsilon(1e-4));

    const Route moved = load_route(file.path(), gateway::WorldOrigin{0, 10.000277777777778});
    CHECK(moved.points()[0].x_m == doctest::Approx(-30.922).epsilon(1e-4));
}

TEST_CASE("a vehicle on a GeoJSON route has the latitudes and longitudes of the file") {
    const ScratchFile file(".geojson", R"({"type": "LineString", "coordinates":
        [[179.9, 52], [-179.9, 52.1, 250], [-179.7, 52.05]]})");
    const double coordinates[3][2] = {{179.9, 52}, {-179.9, 52.1}, {-179.7, 52.05}};
    for (const gateway::WorldOrigin& origin :
         {gateway::WorldOrigin{52, 179.9}, gateway::WorldOrigin{51.8, -179.5}}) {
        const Route sut = load_route(file.path(), origin);
        REQUIRE(sut.points().size() == 3);
        for (std::size_t i = 0; i < 3; ++i) {
            const gateway::Point& point = sut.points()[i];
            const gateway::Geodetic shown = to_geodetic(origin, point.x_m, point.y_m, 0);
            CHECK(std::abs(shown.longitude_deg - coordinates[i][0]) < 1e-11);
            CHECK(std::abs(shown.latitude_deg - coordinates[i][1]) < 1e-11);
        }
    }
}

TEST_CASE("a GeoJSON file without a usable LineString is rejected with the reason") {
    const auto refused = [](const char* text, const char* reason) {
        const ScratchFile file(".geojson", text);
        CHECK_THROWS_WITH_AS(load_route(file.path(), {}), doctest::Contains(reason), FileError);
    };
    refused("{", "is no JSON");
    refused(R"({"type": "LineString", "coordinates": [[1e999, 2], [3, 4]]})", "is no JSON");
    std::string deep = "{\n";
    for (int level = 0; level < 50'000; ++level) deep += R"("type":"Feature","geometry":{)";
    refused(deep.c_str(), ".geojson:2:1856: is nested more than 64 levels deep");
    deep.clear();
    for (int level = 0; level < 50'000; ++level)
        deep += "{\"type\":\"FeatureCollection\",\"features\":[\n";
    refused(deep.c_str(), ".geojson:33:");
    refused(deep.c_str(), "is nested more than 64 levels deep");
    refused(std::string(1'000'000, '[').c_str(), ".geojson:1:65: is nested more than 64 levels");
    refused("[1, 2]", "has no LineString");
    refused(R"({"type": 5})", "has no LineString");
    refused(R"({"type": "LineString", "coordinates": [[1, 2], [3]]})", "coordinates[1]");
    refused(R"({"type": "LineString", "coordinates": [[1, 91], [3, 4]]})", "coordinates[0]");
    refused(R"({"type": "LineString", "coordinates": [[1, 0], [92, 0]]})",
            "coordinates[1]: is a quarter of the Earth or more away");
}

}  // namespace route_test
