// SPDX-License-Identifier: MIT
#include "recording_clock.hpp"

#include <spdlog/fmt/chrono.h>

#include <charconv>

namespace gateway {

using std::chrono::system_clock;

std::string utc_text(system_clock::time_point time) {
    const auto since_1970 = time.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_1970);
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(since_1970 - seconds);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(system_clock::to_time_t(time)),
                       rest.count());
}

ddc::recording::McapTexts clock_texts(system_clock::time_point start, RecordingEpoch epoch) {
    return {{"start_utc", utc_text(start)},
            {epoch_key, std::to_string(epoch_of(start, epoch).count())}};
}

SimTime epoch_of(system_clock::time_point start, RecordingEpoch epoch) {
    if (epoch == RecordingEpoch::zero) return SimTime{0};
    return std::chrono::duration_cast<SimTime>(start.time_since_epoch());
}

void read_epoch(const ddc::recording::McapMetadata& metadata, std::uint64_t& epoch_ns) {
    if (metadata.name != clock_metadata) return;
    const auto found = metadata.values.find(epoch_key);
    if (found == metadata.values.end()) return;
    const std::string& text = found->second;
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) epoch_ns = number;
}

}  // namespace gateway
