// SPDX-License-Identifier: MIT
#include "can_vehicle.hpp"

#include <plant/sensor_table.hpp>

#include <sys/socket.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace gateway {
namespace {

/// More frames than a bus can transmit in 10 ms; further ones are read in the next step.
constexpr int most_frames = 128;

std::string hex_of(canid_t id) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%X", id & CAN_EFF_MASK);
    return text;
}

}  // namespace

CanVehicle::CanVehicle(CanVehicleOptions options, Descriptor bus, Clock clock)
    : Platform(options.step, std::move(clock)),
      options_(std::move(options)),
      bus_(std::move(bus)),
      start_(now()),
      read_at_(start_),
      received_(options_.mapping.receive.size()) {}

void CanVehicle::send(const PedalCommand& pedals, const VehicleStateCommand& state) {
    for (const CanFrameMap& map : options_.mapping.send) {
        const can_frame frame = encode(map, pedals, state, sent_);
        if (::send(bus_.get(), &frame, sizeof frame, MSG_DONTWAIT | MSG_NOSIGNAL) !=
            static_cast<ssize_t>(sizeof frame))
            ++not_sent_;
    }
    ++sent_;
}

/// Frames that arrived while the process was stopped may be as old as the last call: they are
/// dropped.
bool CanVehicle::receive(SteadyTime now, Feedback& feedback) {
    const bool is_stale = now - read_at_ >= options_.report_timeout + options_.step;
    read_at_ = now;
    bool has_news = false;
    can_frame frame{};
    for (int i = 0; i < most_frames; ++i) {
        const ssize_t size = ::recv(bus_.get(), &frame, sizeof frame, MSG_DONTWAIT);
        if (size < 0) break;
        if (is_stale || size != static_cast<ssize_t>(sizeof frame)) continue;
        const CanVerdict verdict = take(frame, now, feedback);
        ++verdicts_[static_cast<std::size_t>(verdict)];
        has_news |= verdict == CanVerdict::taken;
    }
    if (has_news) {
        feedback.sim_time = std::chrono::duration_cast<SimTime>(now - start_);
        feedback.sensors = plant::ideal_readings(feedback);
    }
    return std::all_of(received_.begin(), received_.end(),
                       [&](const Received& received) { return is_fresh(received, now); });
}

CanVerdict CanVehicle::take(const can_frame& frame, SteadyTime now, Feedback& feedback) {
    const auto& maps = options_.mapping.receive;
    const auto map = std::find_if(maps.begin(), maps.end(),
                                  [&](const CanFrameMap& m) { return m.id == frame.can_id; });
    if (map == maps.end()) return CanVerdict::not_mapped;
    Received& received = received_[static_cast<std::size_t>(map - maps.begin())];
    const CanVerdict verdict = decode(*map, frame, received.reception, feedback);
    if (verdict == CanVerdict::taken) received.at = now;
    return verdict;
}

bool CanVehicle::is_fresh(const Received& received, SteadyTime now) const {
    return received.at && now - *received.at < options_.report_timeout;
}

std::string CanVehicle::explain() const {
    const SteadyTime now = this->now();
    std::string missing;
    for (std::size_t i = 0; i < received_.size(); ++i)
        if (!is_fresh(received_[i], now))
            missing += (missing.empty() ? "" : ", ") + hex_of(options_.mapping.receive[i].id);
    if (missing.empty()) return "the vehicle on " + options_.interface + " reports";
    std::string text = "no frame " + missing + " on " + options_.interface;
    const auto add = [&](std::uint64_t count, const char* what) {
        if (count > 0) text += ", " + std::to_string(count) + what;
    };
    const auto count = [&](CanVerdict verdict) {
        return verdicts_[static_cast<std::size_t>(verdict)];
    };
    add(count(CanVerdict::wrong_length), " dropped for their length");
    add(count(CanVerdict::wrong_checksum), " dropped because of a wrong checksum");
    add(count(CanVerdict::repeated), " dropped for a repeated counter");
    add(not_sent_, " commands rejected by the kernel");
    return text + "; is the vehicle switched on, and is the bit rate of the bus right?";
}

}  // namespace gateway
