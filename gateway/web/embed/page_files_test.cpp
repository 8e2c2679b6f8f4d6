// SPDX-License-Identifier: MIT
#include "page_files.hpp"

#include <doctest/doctest.h>

using gateway::web::page_file;

TEST_CASE("the embedded page is complete: every file it refers to exists, with its MIME type") {
    const auto page = page_file("/");
    REQUIRE(page);
    CHECK(page->type == std::string_view("text/html; charset=utf-8"));
    CHECK(page->bytes == page_file("/index.html")->bytes);
    for (const char* name : {"page.js", "page.css", "icon.svg"}) {
        CHECK(page->bytes.find(name) != std::string_view::npos);
        REQUIRE(page_file(std::string("/") + name));
    }
    CHECK(page_file("/page.js")->type == std::string_view("text/javascript; charset=utf-8"));
    CHECK(page_file("/page.css")->bytes.substr(0, 1) != "\0");
    CHECK_FALSE(page_file("/../page.js"));
    CHECK_FALSE(page_file(""));
}
