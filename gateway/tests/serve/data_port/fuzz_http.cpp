// SPDX-License-Identifier: MIT
// The input is the bytes of a connection to the data port. With any division of the bytes the
// requests are the same, and a body is not longer than its limit.
#include "expect.hpp"

#include "http/request_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using gateway::data_port::Request;
using gateway::data_port::RequestReader;
using Progress = RequestReader::Progress;

constexpr std::size_t header_bytes = 2048, body_bytes = 4096, most_requests = 64;

using fuzz::expect;

std::string text_of(const Request& request) {
    return request.method + ' ' + request.target + '\n' + request.host + '\n' +
           request.authorization + '\n' + request.body;
}

/// The requests in these bytes, passed in parts of that length. A head may be rejected before it is
/// complete, so that such a rejection does not count here.
std::vector<std::string> requests_of(std::string_view bytes, std::size_t step) {
    std::vector<std::string> found;
    RequestReader reader(header_bytes, body_bytes);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        Progress progress = reader.parse(bytes.substr(at, step));
        while (progress == Progress::complete && found.size() < most_requests) {
            const Request request = reader.take_request();
            expect(request.body.size() <= body_bytes, "a body is within its limit");
            expect(request.host.size() <= header_bytes, "headers are within their limit");
            found.push_back(text_of(request));
            reader.begin();
            progress = reader.parse({});
        }
        if (progress == Progress::refused)
            expect(reader.refusal().status >= 400, "a refusal has a status");
        if (progress != Progress::more) break;
    }
    return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto whole = requests_of(bytes, bytes.size() + 1);
    for (const std::size_t step : {1, 7, 100})
        expect(requests_of(bytes, step) == whole, "bytes mean the same however they are cut");
    return 0;
}
