// SPDX-License-Identifier: MIT
#include "board/triple_buffer.hpp"
#include "http/json_text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <thread>

namespace handover_test {

using namespace gateway::data_port;

TEST_CASE("data port: the newest value of a hand-over is taken, once") {
    TripleBuffer<int> sut(7);
    CHECK_FALSE(sut.take());
    CHECK(sut.latest() == 7);
    for (const int value : {1, 2, 3}) {
        sut.filling() = value;
        sut.publish();
    }
    CHECK(sut.take());
    CHECK(sut.latest() == 3);
    CHECK_FALSE(sut.take());
    CHECK(sut.latest() == 3);
}

TEST_CASE("data port: a value that is handed over is never mixed with another one") {
    using Value = std::array<unsigned, 64>;
    constexpr unsigned last = 100'000;
    TripleBuffer<Value> sut;
    std::thread writer([&] {
        for (unsigned value = 1; value <= last; ++value) {
            sut.filling().fill(value);
            sut.publish();
        }
    });
    unsigned before = 0;
    bool is_whole = true, is_in_order = true;
    while (before < last) {
        if (!sut.take()) continue;
        const Value& value = sut.latest();
        for (const unsigned part : value) is_whole = is_whole && part == value[0];
        is_in_order = is_in_order && value[0] > before;
        before = value[0];
    }
    writer.join();
    CHECK(is_whole);
    CHECK(is_in_order);
}

TEST_CASE(
    "data port: JSON is written with the right commas, and null for values that are not finite") {
    JsonText sut;
    sut.open('{').member("a", 1).member("b", 0.1).key("c").open('[').close(']');
    sut.key("d").open('[').flag(true).null().word("x").open('{').close('}').close(']');
    sut.member("e", std::numeric_limits<double>::quiet_NaN()).close('}');
    CHECK(sut.take() == "{\"a\":1,\"b\":0.1,\"c\":[],\"d\":[true,null,\"x\",{}],\"e\":null}");
}

}  // namespace handover_test
