// SPDX-License-Identifier: MIT
#include "text/text.hpp"
#include "text/file_text.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

namespace text_test {

using namespace gateway;

TEST_CASE("blanks at both ends of a text are removed, others stay") {
    CHECK(trimmed(" \ta b\r") == "a b");
    CHECK(trimmed("\ta ", " ") == "\ta");
    CHECK(trimmed("  ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("texts are joined with a separator, directly or by a member") {
    CHECK(joined(std::vector<std::string>{"a", "b"}) == "a, b");
    CHECK(joined(std::vector<std::string>{}).empty());
    struct Named {
        std::string name;
    };
    CHECK(joined(std::vector<Named>{{"a"}, {"b"}, {"c"}}, " and ", &Named::name) ==
          "a and b and c");
    CHECK(joined(std::vector<std::uint8_t>{0, 0xAF}, ".", hex_digits) == "00.af");
}

TEST_CASE("a text may consist of its suffix, a longer suffix does not match") {
    CHECK(ends_with("run.csv", ".csv"));
    CHECK(ends_with(".csv", ".csv"));
    CHECK_FALSE(ends_with("csv", ".csv"));
}

TEST_CASE("only ASCII digits are digits, and an empty text is not a number") {
    CHECK(is_digits("0123456789"));
    for (const char* no : {"", "-1", "1 ", "\u0661"}) {
        CAPTURE(no);
        CHECK_FALSE(is_digits(no));
    }
    CHECK(lower("Keep-ALIVE \xC4") == "keep-alive \xC4");
}

TEST_CASE("text that is not UTF-8 is detected") {
    CHECK(is_utf8("z\u00DF\u6C34\U0001F34C"));
    for (const char* no :
         {"\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80", "\xFF"}) {
        CAPTURE(no);
        CHECK_FALSE(is_utf8(no));
    }
}

TEST_CASE("the text of a missing file is an error or empty") {
    CHECK_THROWS_WITH_AS(text_of("/no/such"), "/no/such: cannot be read", std::runtime_error);
    CHECK(text_if_any("/no/such").empty());
}

}  // namespace text_test
