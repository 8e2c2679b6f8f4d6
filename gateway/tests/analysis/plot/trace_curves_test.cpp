// SPDX-License-Identifier: MIT
#include "plot/trace_curves.hpp"

#include "scratch_file.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace trace_curves_test {

using gateway::PathPoint;
using gateway::ShownRoute;
using gateway::ThinnedPath;
using gateway::TraceCurves;

TraceCurves read(const std::string& text, const std::vector<std::string>& columns = {},
                 std::vector<std::string>* notes = nullptr) {
    const gateway::tests::ScratchFile file("trace.csv", text);
    return gateway::read_traces({file.path()}, columns, [&](const std::string& note) {
        if (notes != nullptr) notes->push_back(note);
    });
}

/// Rows with three points each of a route of points (i, 2 i), the first of which are given.
std::string rows_from(const std::vector<int>& firsts) {
    std::string text =
        "t_s,trajectory_length,trajectory_x[0],trajectory_x[1],trajectory_x[2],"
        "trajectory_y[0],trajectory_y[1],trajectory_y[2],x_m,y_m\n";
    for (std::size_t row = 0; row < firsts.size(); ++row) {
        text += std::to_string(row) + ",3";
        for (const int scale : {1, 2})
            for (int i = 0; i < 3; ++i) text += "," + std::to_string(scale * (firsts[row] + i));
        text += ",0,0\n";
    }
    return text;
}

TEST_CASE("a route is joined from the trajectories that the program received") {
    // The window advances by one and by two points, goes back, and the route ends with the last
    // window.
    const TraceCurves sut = read(rows_from({0, 0, 1, 3, 2, 4}));
    REQUIRE(sut.routes.size() == 1);
    REQUIRE(sut.routes[0].size() == 1);
    const ShownRoute::Line& line = sut.routes[0][0];
    REQUIRE(line.size() == 7);
    for (std::size_t i = 0; i < line.size(); ++i)
        CHECK(line[i] == PathPoint{static_cast<double>(i), 2 * static_cast<double>(i)});
}

TEST_CASE("a route has a gap where the program received no points") {
    const TraceCurves sut = read(rows_from({0, 10}));
    REQUIRE(sut.routes[0].size() == 2);
    CHECK(sut.routes[0][0].back() == PathPoint{2, 4});
    CHECK(sut.routes[0][1].front() == PathPoint{10, 20});
}

TEST_CASE("points beyond the length of the trajectory are not part of the route") {
    const TraceCurves sut = read(
        "t_s,trajectory_length,trajectory_x[0],trajectory_x[1],trajectory_y[0],trajectory_y[1],"
        "x_m,y_m\n0,1,5,0,6,0,1,1\n1,0,0,0,0,0,2,2\n");
    REQUIRE(sut.routes[0].size() == 1);
    CHECK(sut.routes[0][0] == ShownRoute::Line{{5, 6}});
}

TEST_CASE("a path of many points is thinned and keeps both ends") {
    ThinnedPath sut;
    for (int i = 0; i < 1'000'003; ++i) sut.add({static_cast<double>(i), 0});
    const auto points = sut.points();
    CHECK(points.size() <= 4001);
    CHECK(points.size() > 1000);
    CHECK(points.front().x_m == 0);
    CHECK(points.back().x_m == 1'000'002);
}

TEST_CASE("a trace has its speed in km/h, its distance and the requested columns") {
    const TraceCurves sut =
        read("t_s,vx_mps,route_distance_m,set_gas\n0,10,0.5,0.1\n1,20,0,nan\n", {"set_gas"});
    CHECK_FALSE(sut.has_path());
    REQUIRE(sut.quantities.size() == 3);
    CHECK(sut.quantities[0].label == "speed [km/h]");
    CHECK(sut.quantities[0].curves[0].points()[1].value == doctest::Approx(72));
    CHECK(sut.quantities[1].title == "Distance from the route");
    CHECK(sut.quantities[2].title == "set_gas");
    CHECK(sut.quantities[2].curves[0].points().size() == 1);
    CHECK(sut.times_s.greatest == 1);
}

TEST_CASE("a distance that is always 0 means no route and is not drawn") {
    const TraceCurves sut = read("t_s,vx_mps,route_distance_m\n0,1,0\n1,2,0\n");
    CHECK(sut.quantities.size() == 1);
}

TEST_CASE("a trace that cannot be drawn is rejected with the reason") {
    const auto refused = [](const std::string& text, const std::vector<std::string>& columns,
                            const char* reason) {
        CHECK_THROWS_WITH_AS(read(text, columns), doctest::Contains(reason), std::invalid_argument);
    };
    refused("t_s,a\n0,1\n", {}, "nothing to draw");
    refused("t_s,vx_mps\n0,1\n", {"gas"}, "has no column 'gas'");
    refused("t_s,vx_mps,word\n0,1,red\n", {"word"}, "column 'word' has no numbers");
    refused("vx_mps\n1\n", {}, "has no column t_s");
    refused("t_s,vx_mps\n0,1\n", std::vector<std::string>(13, "vx_mps"), "at most 12 columns");
}

TEST_CASE("each activity of a fault is a band, to the first row without it") {
    const TraceCurves sut = read(
        "t_s,vx_mps,fault.gnss,fault.stuck\n0,1,0,1\n1,1,1,1\n2,1,1,0\n3,1,0,0\n4,1,1,0\n5,1,1,"
        "0\n");
    REQUIRE(sut.bands.size() == 3);
    CHECK(sut.bands[0].name == "stuck");
    CHECK(sut.bands[0].from_s == 0);
    CHECK(sut.bands[0].until_s == 2);
    CHECK(sut.bands[1].name == "gnss");
    CHECK(sut.bands[1].from_s == 1);
    CHECK(sut.bands[1].until_s == 3);
    CHECK(sut.bands[2].from_s == 4);
    CHECK(sut.bands[2].until_s == 5);
}

}  // namespace trace_curves_test
