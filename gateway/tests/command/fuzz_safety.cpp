// SPDX-License-Identifier: MIT
// The input is lines of `ddc-gateway safety`. Rejected lines give readable messages; replies are
// JSON, and commands that the corrected rules pass are finite.
#include "expect.hpp"

#include "verb/safety/safety_requests.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

using fuzz::expect;

void expect_readable(const std::string& message) {
    expect(!message.empty() && message.size() < 1024, "a message has a readable length");
    for (const char character : message)
        expect(static_cast<unsigned char>(character) >= ' ', "a message has no control character");
}

void check(const std::string& answer, gateway::SafetyCompatibility compatibility) {
    const auto json = nlohmann::json::parse(answer);
    expect(json.is_object(), "an answer is an object");
    if (compatibility == gateway::SafetyCompatibility::reference || !json.contains("control"))
        return;
    for (const auto& [key, value] : json["control"].items())
        expect(value.is_number(), "what leaves is finite");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using gateway::SafetyCompatibility;
    for (const auto mode : {SafetyCompatibility::corrected, SafetyCompatibility::reference}) {
        gateway::SafetyRequests session(gateway::SafetyOptions{{}, mode});
        std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
        for (std::string line; std::getline(lines, line);) {
            try {
                check(session.answer(line), mode);
            } catch (const std::invalid_argument& error) {
                expect_readable(error.what());
            }
        }
    }
    return 0;
}
