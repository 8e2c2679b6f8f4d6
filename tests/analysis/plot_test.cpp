// SPDX-License-Identifier: MIT
// Pictures of traces and recordings.
#include "scene.hpp"

#include <doctest/doctest.h>

namespace plot_test {

using tests::Finished;
using tests::read_file;
using tests::ScratchDirectory;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const std::string header =
    "t_s,x_m,y_m,vx_mps,route_distance_m,set_gas,trajectory_length,trajectory_x[0],"
    "trajectory_x[1],trajectory_y[0],trajectory_y[1]\n";
const std::string trace = header + "0,0,0,10,0.5,0.1,2,0,50,0,50\n1,10,3,12,0.2,0.3,2,0,50,0,50\n";

struct Files {
    ScratchDirectory scratch;
    std::string first = scratch.write("first.csv", trace);

    Finished plot(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "plot"});
        return tests::run(scratch, words);
    }
    std::string file(const std::string& name) const { return scratch.path() / name; }
};

TEST_CASE("a trace is drawn into its folder, and the file is printed") {
    const Files sut;
    const Finished result = sut.plot({sut.first});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(result.out == sut.file("first.png") + "\n");
    CHECK(read_file(sut.file("first.png")).rfind("\x89PNG", 0) == 0);
}

TEST_CASE("a picture has path, route, speed, distance and the named columns") {
    const Files sut;
    const Finished result = sut.plot({sut.first, "--columns", "set_gas,y_m", "--columns", "vx_mps",
                                      "-o", sut.file("picture.svg")});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    const std::string svg = read_file(sut.file("picture.svg"));
    for (const char* text : {">Path<", ">route<", ">first.csv<", ">Speed<", ">speed [km/h]<",
                             ">Distance from the route<", ">set_gas<", ">y_m<", ">[m]<", ">vx_mps<",
                             ">[m/s]<", ">time [s]<"})
        CHECK_MESSAGE(has(svg, text), text);
    CHECK(has(svg, "> 43<"));  // km/h, from 12 m/s
}

TEST_CASE("several files are drawn in common plots with a legend") {
    const Files sut;
    const std::string second =
        sut.scratch.write("second.csv", "t_s,x_m,y_m,other\n0,1,1,1\n2,5,5,1\n");
    const Finished result =
        sut.plot({sut.first, second, "--columns", "set_gas", "-o", sut.file("both.svg")});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(has(result.err, "second.csv: has no column 'set_gas'"));
    const std::string svg = read_file(sut.file("both.svg"));
    CHECK(has(svg, ">first.csv<"));
    CHECK(has(svg, ">second.csv<"));
}

TEST_CASE("a picture has a band with its name while a fault is active") {
    const Files sut;
    const std::string faulty = sut.scratch.write(
        "faulty.csv", "t_s,vx_mps,fault.gnss\n0,2,0\n0.5,4,1\n1,9,1\n1.5,9,0\n2,3,0\n");
    REQUIRE(sut.plot({faulty, "-o", sut.file("picture.svg")}).exit_code == 0);
    const std::string svg = read_file(sut.file("picture.svg"));
    CHECK(has(svg, "fill-opacity = '0.300000'"));
    CHECK(has(svg, ">gnss<"));
}

TEST_CASE("names of files and columns cannot become commands of gnuplot or markup") {
    const Files sut;
    const std::string column = "a'; set output '/dev/null'#<script>";
    const std::string file =
        sut.scratch.write("<b>'`$(id)`.csv", "t_s,x_m,y_m," + column + "\n0,0,0,1\n1,1,1,2\n");
    const Finished result = sut.plot({file, "--columns", column, "-o", sut.file("safe.svg")});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    const std::string svg = read_file(sut.file("safe.svg"));
    CHECK(has(svg, ">&lt;b>'`$(id)`.csv<"));
    CHECK(has(svg, "set output '/dev/null'#&lt;script><"));
    CHECK_FALSE(has(svg, "<script"));
    CHECK_FALSE(has(svg, "<b>"));
}

TEST_CASE("a picture of a long trace keeps a single peak and is drawn from a part of the rows") {
    const Files sut;
    std::string text = "t_s,vx_mps\n";
    for (int row = 0; row < 100'000; ++row)
        text += std::to_string(row) + (row == 54'321 ? ",100\n" : ",1\n");
    const std::string file = sut.scratch.write("long.csv", text);
    CHECK(sut.plot({file, "-o", sut.file("peak.svg")}).exit_code == 0);
    const std::string svg = read_file(sut.file("peak.svg"));
    CHECK(has(svg, "> 350<"));
    CHECK(svg.size() < 1'000'000);
}

TEST_CASE("an input that cannot be drawn is rejected and leaves no picture") {
    const Files sut;
    const auto error_of = [&](const std::vector<std::string>& words) {
        const Finished result = sut.plot(words);
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        return result.err;
    };
    CHECK(has(error_of({sut.first, "--columns", "gas"}), "first.csv has no column 'gas'"));
    CHECK(has(error_of({sut.first, "-o", sut.file("p.jpg")}), "must end with .png, .svg or .pdf"));
    CHECK(has(error_of({sut.file("none.csv")}), "none.csv: cannot be read: No such file"));
    CHECK(has(error_of(std::vector<std::string>(9, sut.first)), "at most 8 files"));
    CHECK(has(error_of({sut.scratch.write("words.csv", "t_s,a\n0,1\n")}), "nothing to draw"));
    const std::string misnamed = sut.scratch.write("trace.png", trace);
    CHECK(has(error_of({misnamed}), "is the same file as"));
    CHECK(read_file(misnamed) == trace);
    CHECK_FALSE(std::filesystem::exists(sut.file("first.png")));
}

TEST_CASE("without gnuplot no picture is drawn, and the reason is reported") {
    const Files sut;
    const Finished result =
        tests::run(sut.scratch, {"ddc-gateway", "plot", sut.first}, {{"PATH", sut.scratch.path()}});
    CHECK(result.exit_code == 1);
    CHECK(has(result.err, "is gnuplot installed"));
}

}  // namespace plot_test
