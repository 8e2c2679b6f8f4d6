// SPDX-License-Identifier: MIT
// Requests as bytes, without sockets.
#include "http/request_reader.hpp"

#include <doctest/doctest.h>

#include <string>

namespace request_reader_test {

using namespace gateway::data_port;
using Progress = RequestReader::Progress;

namespace {

constexpr std::size_t header_bytes = 8192, body_bytes = 65536;
const std::string chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

/// The status of the rejection, 200 for a complete request, 0 for an incomplete one.
int status_of(const RequestReader& reader, Progress progress) {
    if (progress == Progress::refused) return reader.refusal().status;
    return progress == Progress::complete ? 200 : 0;
}

int status_of(const std::string& bytes) {
    RequestReader sut(header_bytes, body_bytes);
    return status_of(sut, sut.parse(bytes));
}

/// The number of bytes accepted of an endless input before it is rejected, or more than the limit.
std::size_t accepted_of_endless(RequestReader& sut, const std::string& part) {
    std::size_t taken = 0;
    while (taken < 4 * (header_bytes + body_bytes)) {
        taken += part.size();
        if (sut.parse(part) == Progress::refused) break;
    }
    return taken;
}

}  // namespace

TEST_CASE("requests: a chunked body is joined, with any division of its bytes") {
    const std::string bytes = chunked + "3\r\nabc\r\n00000000000000A\r\n0123456789\r\n0\r\n\r\nGET";
    for (std::size_t step = 1; step <= bytes.size(); ++step) {
        CAPTURE(step);
        RequestReader sut(header_bytes, body_bytes);
        std::size_t at = 0;
        while (sut.parse(std::string_view(bytes).substr(at, step)) == Progress::more) at += step;
        REQUIRE(sut.parse({}) == Progress::complete);
        CHECK(sut.take_request().body == "abc0123456789");
        CHECK(std::string("GET").rfind(sut.take_rest(), 0) == 0);
    }
}

TEST_CASE("requests: trailers, extensions of chunks and other codings are rejected") {
    CHECK(status_of(chunked + "0\r\n\r\n") == 200);
    CHECK(status_of(chunked + "0\r\nX: y\r\n\r\n") == 400);
    RequestReader sut(header_bytes, body_bytes);
    CHECK(sut.parse(chunked + "0\r\nX: y\r\n\r\n") == Progress::refused);
    CHECK(sut.refusal().body.find("trailer fields are not supported") != std::string::npos);
    CHECK(status_of(chunked + "2;a=b\r\nhi\r\n0\r\n\r\n") == 400);
    CHECK(status_of(chunked + "0;a\r\n\r\n") == 400);
    CHECK(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n") == 501);
    CHECK(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n") == 501);
    CHECK(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: "
                    "chunked\r\n\r\n") == 501);
    CHECK(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n") ==
          400);
}

TEST_CASE("requests: malformed chunks are rejected") {
    for (const char* wrong : {"\r\n", "g\r\n", "-1\r\n", "0x2\r\nhi", " 2\r\nhi", "2 \r\nhi",
                              "2\nhi", "2\r\nhi!", "2\r\nhi\r0", "0\r\n\r0", "2\rhi"}) {
        CAPTURE(wrong);
        CHECK(status_of(chunked + wrong) == 400);
    }
}

TEST_CASE("requests: a body may be as long as the limit and not longer") {
    const std::string most(body_bytes, 'x');
    CHECK(status_of(chunked + "10000\r\n" + most + "\r\n0\r\n\r\n") == 200);
    CHECK(status_of(chunked + "10001\r\n") == 413);
    CHECK(status_of(chunked + "ffffffffffffffff\r\n") == 413);
    CHECK(status_of(chunked + "10000\r\n" + most + "\r\n1\r\n") == 413);
    CHECK(status_of("POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n") == 413);
}

TEST_CASE("requests: a request without end is rejected before it fills the memory") {
    RequestReader digits(header_bytes, body_bytes), extension(header_bytes, body_bytes),
        fields(header_bytes, body_bytes);
    REQUIRE(digits.parse(chunked) == Progress::more);
    CHECK(accepted_of_endless(digits, "0") == 17);
    REQUIRE(extension.parse(chunked + "1") == Progress::more);
    CHECK(accepted_of_endless(extension, ";") == 1);
    REQUIRE(fields.parse("GET / HTTP/1.1\r\n") == Progress::more);
    CHECK(accepted_of_endless(fields, "A: b\r\n") < header_bytes + 10);
    CHECK(fields.refusal().status == 431);
}

}  // namespace request_reader_test
