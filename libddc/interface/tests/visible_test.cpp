// SPDX-License-Identifier: MIT
#include <ddc/interface/visible.hpp>

#include <doctest/doctest.h>

namespace visible_test {

using ddc::interface::visible;

TEST_CASE("control characters are escaped") {
    CHECK(visible("\x1b[31mred\x07") == "\\x1b[31mred\\x07");
    CHECK(visible("two\nlines\r\tend") == "two\\nlines\\r\\tend");
    CHECK(visible(std::string("nul\0end", 7)) == "nul\\x00end");
    CHECK(visible("\x7f") == "\\x7f");
    CHECK(visible("\xC2\x9B"
                  "31m") == "\\u009b31m");
}

TEST_CASE("a text of several lines keeps its lines") {
    CHECK(ddc::interface::visible_lines("two\n\tlines\x1b[2J\n\r") == "two\n\tlines\\x1b[2J\n\\r");
    CHECK(ddc::interface::visible_lines("").empty());
}

TEST_CASE("other characters are unchanged") {
    for (const char* text : {"", "true_velocity", "a\\b",
                             "Stra\xC3\x9F"
                             "e",
                             "\xE2\x82\xAC", "\xF0\x9F\x9A\x97", "\xC2\xA0", "\xEF\xBF\xBD"})
        CHECK(visible(text) == text);
}

TEST_CASE("characters that XML does not allow are escaped") {
    CHECK(visible("\xEF\xBF\xBE \xEF\xBF\xBF") == "\\ufffe \\uffff");
}

TEST_CASE("bytes that are not UTF-8 are escaped") {
    CHECK(visible("\x9b"
                  "31m") == "\\x9b31m");
    CHECK(visible("cut \xE2\x82") == "cut \\xe2\\x82");
    CHECK(visible("\xC0\x9B\xE0\x82\x9B") == "\\xc0\\x9b\\xe0\\x82\\x9b");
    CHECK(visible("\xED\xA0\x80 \xF4\x90\x80\x80 \xFF") ==
          "\\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80 \\xff");
}

}  // namespace visible_test
