// SPDX-License-Identifier: MIT
#include "campaign/report/even_sample.hpp"
#include "campaign/report/robustness_axis.hpp"
#include "campaign/store/flat_values.hpp"
#include "page/axis.hpp"
#include "page/markup.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

namespace report_test {

using namespace gateway::campaign;
using namespace gateway::page;

TEST_CASE("Text in a report cannot become markup") {
    CHECK(escaped("<b a='1' c=\"2\">&") == "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    CHECK(escaped(std::string("a\0b\x1b", 4)) == "a\ufffdb\ufffd");
    CHECK(escaped("\u00e9\n") == "\u00e9\n");
}

TEST_CASE("Numbers have four digits and whole numbers are grouped by three") {
    CHECK(figure(-0.123456) == "\u22120.1235");
    CHECK(figure(std::uint64_t{1234567}) == "1\u202f234\u202f567");
    CHECK(figure(std::uint64_t{1234}) == "1234");
    CHECK(percent(0.00036821) == "0.0368\u202f%");
}

TEST_CASE("Ticks of an axis are round numbers within it") {
    const Axis sut = axis_over(0.3, 17);
    CHECK(sut.ticks == std::vector<double>{0, 5, 10, 15});
    CHECK(sut.place(sut.low) == 0);
    CHECK(sut.place(1e9) == 1);
    CHECK_FALSE(sut.has(1e9));
}

TEST_CASE("Categories of an axis have equal widths and a tick in the middle") {
    const Axis sut = axis_of_places(4);
    CHECK(sut.ticks == std::vector<double>{0, 1, 2, 3});
    for (const double tick : sut.ticks) CHECK(sut.place(tick) == doctest::Approx((tick + 0.5) / 4));
}

TEST_CASE("If all values are equal the axis extends to both sides of them") {
    const Axis sut = axis_of_most({3, 3, 3});
    CHECK(sut.has(3));
    CHECK(sut.low < sut.high);
}

TEST_CASE("A few outliers are beyond the axis and all other values fill it") {
    std::vector<double> values;
    for (int i = 0; i < 100; ++i) values.push_back(1 + 0.01 * i);
    values.push_back(1e6);
    const Axis sut = axis_of_most(values);
    CHECK_FALSE(sut.has(1e6));
    CHECK(sut.place(2) - sut.place(1) > 0.4);
}

TEST_CASE(
    "If failures are far below 0 the scale is compressed and passed runs keep their position") {
    std::vector<double> values;
    for (int i = 0; i < 50; ++i) values.push_back(0.5 + 0.01 * i);
    for (int i = 0; i < 50; ++i) values.push_back(-1 - 2 * i);
    const Axis sut = axis_of_most(values);
    CHECK(sut.bend > 0);
    CHECK(sut.place(0.5) - sut.place(0) > 0.05);
    CHECK(sut.has(-99));
    CHECK(std::is_sorted(values.begin(), values.begin() + 50,
                         [&](double a, double b) { return sut.place(a) < sut.place(b); }));
    CHECK(std::count(sut.ticks.begin(), sut.ticks.end(), 0.0) == 1);
}

TEST_CASE("A sample does not depend on the order of the runs and has a limited size") {
    EvenSample<int> forwards(10), backwards(10);
    for (std::uint64_t run = 0; run < 1000; ++run) forwards.add(run, 1);
    for (std::uint64_t run = 1000; run-- > 0;) backwards.add(run, 1);
    CHECK(forwards.items() == backwards.items());
    CHECK(forwards.size() == 10);
}

TEST_CASE("Every value of a result is listed with its path and the keys on the way") {
    std::vector<std::string> seen;
    const std::string text = R"({"a":{"b.c":[1,{"d":2.50}],"e":null},"f":[[true],"x"]})";
    for_each_value(text, [&](const FlatValue& value) {
        std::string line = value.path + "=" + value.text;
        for (const std::string& key : value.keys) line += "|" + key;
        seen.push_back(line);
    });
    CHECK(seen == std::vector<std::string>{"a.b.c[0]=1|a|b.c", "a.b.c[1].d=2.50|a|b.c|d",
                                           "a.e=|a|e", "f[0][0]=|f", "f[1]=|f"});
    CHECK_THROWS_AS(for_each_value("{\"a\":", [](const FlatValue&) {}), std::runtime_error);
}

}  // namespace report_test
