// SPDX-License-Identifier: MIT
#include "summary/summary.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <sstream>

namespace summary_test {

using namespace gateway;

std::string text_of(const Summary& summary) {
    std::ostringstream out;
    print(summary, out);
    return out.str();
}

/// "12 lost" and " 12\n" have the count 12, "112 lost" does not.
bool has_count(const std::string& text, const nlohmann::ordered_json& count) {
    const std::string word = " " + count.dump();
    return text.find(word + " ") != std::string::npos ||
           text.find(word + "\n") != std::string::npos;
}

TEST_CASE("summary: every count of a socket is in the JSON, and in the text unless it is 0") {
    Summary summary;
    summary.sockets.push_back(
        {"radio", 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010});
    const auto json = to_json(summary)["sockets"][0];
    CHECK(json["port"] == "radio");
    CHECK(json.size() == 11);
    for (const auto& count : json.items())
        if (count.value().is_number())
            CHECK_MESSAGE(has_count(text_of(summary), count.value()), count.key());

    summary.sockets[0] = {"radio", 1001};
    CHECK(text_of(summary).find("radio: 1001 sent, 0 delivered, 0 lost\n") != std::string::npos);
}

TEST_CASE("summary: every count of a realtime run is in the JSON, and in the text unless it is 0") {
    Summary summary;
    RealtimeSummary& realtime = summary.realtime_part();
    realtime.overruns = 1001;
    realtime.skipped = 1002;
    realtime.pauses = 1003;
    realtime.program_silences = 1004;
    realtime.vehicle_losses = 1005;
    realtime.rejected_outputs = 1006;
    realtime.link.emplace() = {1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 0, {}, {}};
    const auto lag = std::make_shared<Histogram>();
    lag->add(std::chrono::microseconds(250));
    realtime.link->lag = {lag, 1015, {}, {}};
    const auto json = to_json(summary)["realtime"];
    CHECK(json["vds1"]["round_trip_us"] == nullptr);
    std::size_t counts = 0;
    for (const auto& part : {json, json["vds1"]})
        for (const auto& count : part.items())
            if (count.value().is_number() && count.value() > 0) {
                ++counts;
                CHECK_MESSAGE(has_count(text_of(summary), count.value()), count.key());
            }
    CHECK(counts == 15);
    CHECK(json["vds1"]["lag_us"]["p99_999"] == 250);
    CHECK(json["vds1"]["lag_us"]["buckets"][0][1] == 1);

    realtime = {};
    for (const char* line : {"pauses", "program timed out", "vehicle lost", "rejected outputs"})
        CHECK_MESSAGE(text_of(summary).find(line) == std::string::npos, line);
}

}  // namespace summary_test
