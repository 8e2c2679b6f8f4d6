// SPDX-License-Identifier: MIT
#include <plant/number_text.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

namespace number_text_test {

using plant::Range;
using plant::read_data_number;
using plant::read_number;

constexpr Range port_range{1, 65535};

TEST_CASE("a number is decimal, with a sign, a point and an exponent if it has them") {
    const auto value = [](const char* text) {
        double read = 0;
        CHECK(read_number(text, {-1e9, 1e9}, read).empty());
        return read;
    };
    CHECK(value("5") == 5);
    CHECK(value("+5") == 5);
    CHECK(value("-0.5") == -0.5);
    CHECK(value(".5") == 0.5);
    CHECK(value("2.5e3") == 2500);
}

TEST_CASE("invalid numbers are rejected, and the value is unchanged") {
    double value = 7;
    const auto refused = [&](const std::string& text, const std::string& complaint) {
        CAPTURE(text);
        CHECK(read_number(text, {0.01, 100}, value) == complaint);
        CHECK(value == 7);
    };
    for (const char* text : {"", "fast", "5s", "5 ", " 5", "0x10", "+-5", "1,5", "1e", "nan"})
        refused(text, "must be a number, is '" + std::string(text) + "'");
    for (const char* text : {"010", "-010", "+05", "00", "007.5", "09"})
        refused(text, "must be a number without a leading zero, is '" + std::string(text) + "'");
    for (const char* text :
         {"-5", "0", "0.009", "100.1", "1e300", "1e999", "inf", "-inf", "1e-999"})
        refused(text, "must be 0.01 to 100, is " + std::string(text));
}

TEST_CASE("a number in data may have leading zeros") {
    double value = 0;
    for (const auto& [text, number] :
         {std::pair("010", 10.0), std::pair("-010", -10.0), std::pair("+05", 5.0),
          std::pair("00", 0.0), std::pair("007.5", 7.5), std::pair("09", 9.0)}) {
        CAPTURE(text);
        CHECK(read_data_number(text, {-100, 100}, value).empty());
        CHECK(value == number);
    }
    CHECK(read_data_number("0101", {-100, 100}, value) == "must be -100 to 100, is 0101");
    CHECK(read_data_number("0x10", {-100, 100}, value) == "must be a number, is '0x10'");
    std::uint16_t port = 7;
    CHECK(read_data_number("01.5", port_range, port) == "must be a whole number, is 01.5");
    CHECK(read_data_number("0080", port_range, port).empty());
    CHECK(port == 80);
}

TEST_CASE("an integer accepts only whole numbers") {
    std::uint16_t port = 7;
    CHECK(read_number("1.5", port_range, port) == "must be a whole number, is 1.5");
    CHECK(read_number("65536", port_range, port) == "must be 1 to 65535, is 65536");
    CHECK(read_number("-1", port_range, port) == "must be 1 to 65535, is -1");
    CHECK(port == 7);
    CHECK(read_number("65535", port_range, port).empty());
    CHECK(port == 65535);
    std::uint32_t id = 0;
    CHECK(read_number("4294967295", {0, 4294967295.0}, id).empty());
    CHECK(id == 4294967295);
}

}  // namespace number_text_test
