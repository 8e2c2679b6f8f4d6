// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "record/row_writer.hpp"
#include "record/samples.hpp"
#include "scratch_file.hpp"

namespace {

using gateway::tests::ScratchFile;

TEST_CASE("percentiles are by nearest rank, the maximum counts what no longer fitted") {
    gateway::Samples sut(101);
    for (int i = 0; i <= 100; ++i) sut.add(i);
    sut.add(1000);
    CHECK(sut.percentiles().p50 == 50);
    CHECK(sut.percentiles().p99 == 99);
    CHECK(sut.percentiles().max == 1000);
    CHECK(gateway::Samples(5).percentiles().p99 == 0);
}

TEST_CASE("every row that was added is in the file, bit for bit") {
    const ScratchFile file(".csv", "");
    const int rows = 5000;
    {
        gateway::RowWriter sut(file.path(), {"a", "b"});
        for (int i = 0; i < rows; ++i) {
            double* row = sut.next_row();
            row[0] = i;
            row[1] = std::sqrt(i) / 3;
        }
        sut.close();
    }
    std::ifstream in(file.path());
    std::string line;
    std::getline(in, line);
    CHECK(line == "a,b");
    int mismatches = 0, count = 0;
    for (; std::getline(in, line); ++count) {
        const std::size_t comma = line.find(',');
        mismatches += std::stod(line.substr(0, comma)) != count;
        mismatches += std::stod(line.substr(comma + 1)) != std::sqrt(count) / 3;
    }
    CHECK(count == rows);
    CHECK(mismatches == 0);
}

TEST_CASE("a trace that cannot be written is told when it is closed") {
    gateway::RowWriter sut("/dev/full", {"a"});
    for (int i = 0; i < 1000; ++i) *sut.next_row() = i;
    CHECK_THROWS_WITH_AS(sut.close(), doctest::Contains("could not be written in full"),
                         std::runtime_error);
}

}  // namespace
