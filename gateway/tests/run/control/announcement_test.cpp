// SPDX-License-Identifier: MIT
#include "control/announcement.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace announcement_test {

using gateway::Announcement;
using gateway::read_announcement;

TEST_CASE("an announcement is one line, and is parsed as it was written") {
    Announcement sut;
    sut.pid = 4711;
    sut.http = {"127.0.0.1:8100"};
    sut.token = "0123456789abcdef";
    sut.table = "vcg";
    const std::string line = to_line(sut);
    CHECK(line ==
          "{\"pid\":4711,\"addresses\":{\"http\":[\"127.0.0.1:8100\"]},"
          "\"token\":\"0123456789abcdef\",\"table\":\"vcg\"}\n");
    const Announcement read = read_announcement(line);
    CHECK(read.pid == sut.pid);
    CHECK(read.http == sut.http);
    CHECK(read.vds1.empty());
    CHECK(read.token == sut.token);
    CHECK(read.table == sut.table);
}

TEST_CASE("an announcement has null for a missing token and table") {
    Announcement sut;
    sut.vds1 = {"127.0.0.1:7001", "127.0.0.1:7003"};
    sut.montisim = {"[::1]:4567"};
    const std::string line = to_line(sut);
    CHECK(line.find("\"token\":null,\"table\":null") != std::string::npos);
    const Announcement read = read_announcement(line);
    CHECK(read.vds1 == sut.vds1);
    CHECK(read.montisim == sut.montisim);
    CHECK(read.token.empty());
    CHECK(read.table.empty());
}

TEST_CASE("an invalid announcement is rejected") {
    for (const char* line :
         {"", "\n", "{}", "[]", "1", "null", "{\"pid\":1}", "data port at http://127.0.0.1:1/",
          R"({"pid":"1","addresses":{},"token":null,"table":null})",
          R"({"pid":1,"addresses":[],"token":null,"table":null})",
          R"({"pid":1,"addresses":{"http":"127.0.0.1:1"},"token":null,"table":null})",
          R"({"pid":1,"addresses":{},"token":5,"table":null})"})
        CHECK_THROWS_AS(read_announcement(line), std::invalid_argument);
}

}  // namespace announcement_test
