// SPDX-License-Identifier: MIT
#include "page/curve_plot.hpp"
#include "page/parts.hpp"

#include <doctest/doctest.h>

#include <string>

namespace curve_plot_test {

using namespace gateway::page;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

CurvePlot plot_from_0_to_10() {
    CurvePlot plot;
    plot.x = plot.y = axis_between(0, 10);
    return plot;
}

TEST_CASE("a curve passes through its points, a step holds until the next one") {
    CurvePlot sut = plot_from_0_to_10();
    sut.lines.push_back({"line0", {{0, 0}, {10, 10}}});
    sut.lines.push_back({"line1", {{0, 0}, {10, 10}}, true});
    const std::string svg = svg_of(sut);
    CHECK(has(svg, R"(<path class="line0" d="M56.0 204.0L372.0 10.0"/>)"));
    CHECK(has(svg, R"(<path class="line1" d="M56.0 204.0H372.0V10.0"/>)"));
}

TEST_CASE("a moment is a line with a circle at each value, a limit a horizontal line") {
    CurvePlot sut = plot_from_0_to_10();
    sut.limits = {5};
    sut.moment = PlotMoment{"is-fail", 10, {0}};
    const std::string svg = svg_of(sut);
    CHECK(has(svg, R"(<path class="bound" d="M56.0 107.0L372.0 107.0"/>)"));
    CHECK(has(svg, R"(<path class="moment is-fail" d="M372.0 10.0L372.0 204.0"/>)"));
    CHECK(has(svg, R"(<circle class="is-fail" cx="372.0" cy="204.0")"));
}

TEST_CASE("names in a plot, its legend and a title cannot become markup") {
    CurvePlot sut = plot_from_0_to_10();
    sut.name = sut.x_label = sut.y_label = "<b>\"";
    CHECK_FALSE(has(svg_of(sut), "<b>"));
    CHECK(has(legend_item("line0", "<b>"), "&lt;b&gt;"));
    CHECK(has(document("<b>", ""), "<title>&lt;b&gt;</title>"));
}

TEST_CASE("an axis with two given ends has exactly that range") {
    const Axis sut = axis_between(4'000'000, 4'000'100);
    CHECK(sut.place(4'000'000) == 0);
    CHECK(sut.place(4'000'100) == 1);
    CHECK(sut.ticks.size() >= 3);
}

}  // namespace curve_plot_test
