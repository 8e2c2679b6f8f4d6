// SPDX-License-Identifier: MIT
#include <ddc/interface/chunks.hpp>
#include <ddc/interface/error.hpp>

#include <doctest/doctest.h>

namespace chunks_test {

using namespace ddc::interface;

TEST_CASE("the empty text gives one empty chunk") {
    CHECK(split("") == std::vector<std::string>{""});
    CHECK(join({""}).empty());
}

TEST_CASE("chunks hold 195 bytes, the last one the rest") {
    const std::vector<std::pair<std::size_t, std::size_t>> chunks_of_length = {
        {1, 1}, {194, 1}, {195, 1}, {196, 2}, {390, 2}, {391, 3}, {1896, 10}, {2502, 13}};
    for (const auto& expected : chunks_of_length) {
        const std::size_t length = expected.first;
        const std::size_t chunks = expected.second;
        CAPTURE(length);
        const auto sut = split(std::string(length, 'x'));
        CHECK(sut.size() == chunks);
        CHECK(chunk_count(length) == chunks);
        for (std::size_t i = 0; i + 1 < sut.size(); ++i) CHECK(sut[i].size() == 195);
        CHECK(sut.back().size() == length - 195 * (chunks - 1));
    }
}

TEST_CASE("joining restores every length, and UTF-8 sequences that were split") {
    // Three bytes per character: chunks end at each of the three positions in a character.
    std::string euros;
    while (euros.size() < 1000) euros += "\xe2\x82\xac";
    for (std::size_t length = 0; length <= euros.size(); ++length) {
        CAPTURE(length);
        const std::string text = euros.substr(0, length);
        CHECK(join(split(text)) == text);
    }
}

TEST_CASE("chunks up to 199 bytes are read, longer ones are refused by number") {
    CHECK(join({std::string(199, 'a'), "b"}) == std::string(199, 'a') + "b");
    CHECK_THROWS_WITH_AS(join({"a", std::string(200, 'b')}),
                         "chunk 1: must be 199 bytes or shorter, is 200", InterfaceError);
}

}  // namespace chunks_test
