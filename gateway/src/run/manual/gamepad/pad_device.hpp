// SPDX-License-Identifier: MIT
#pragma once

#include "gamepad.hpp"
#include "posix/descriptor.hpp"

#include <gateway/base/time.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace gateway {

/// A source of gamepad events: a device of the kernel, a pipe, or a recording, which is played in
/// simulated time. All have the same format, `struct input_event`.
class PadDevice {
  public:
    /// @param name for messages
    PadDevice(Descriptor descriptor, std::string name, bool is_recording)
        : descriptor_(std::move(descriptor)), name_(std::move(name)), is_recording_(is_recording) {}

    /// The next event, or nothing if none has been received. Does not block.
    /// @param now time for a recording; its first event happens at the first call
    std::optional<input_event> next(SimTime now) noexcept;
    /// It was unplugged, or the recording has ended, and all events were read.
    bool is_lost() const noexcept { return is_lost_; }

    /// Nothing if the source does not describe its axes.
    std::optional<PadAxisValue> axis(std::uint16_t code) const noexcept;
    std::string& name() noexcept { return name_; }
    bool is_recording() const noexcept { return is_recording_; }

  private:
    bool refill() noexcept;
    bool is_due(const input_event& event, SimTime now) noexcept;

    Descriptor descriptor_;
    std::string name_;
    bool is_recording_;
    bool is_lost_ = false;
    std::array<input_event, 64> events_{};
    std::size_t bytes_ = 0;  ///< of events_
    std::size_t taken_ = 0;  ///< events
    std::optional<input_event> first_;
    SimTime start_{0};
};

/// Which gamepad to use.
struct PadPlace {
    std::filesystem::path path;  ///< of a device, a pipe or a recording
    std::string name;            ///< otherwise: a part of its name
};

struct FoundPad {
    std::unique_ptr<PadDevice> device;  ///< null if there is none
    int denied = 0;                     ///< devices that this user may not read
};

/// Opens it. Without a path: the first device with a fitting name, the map's axes and its button
/// `autonomous`.
FoundPad open_pad(const PadPlace& place, const PadMap& map);

/// Why a file cannot be a recording; empty if it can, or if it is not a regular file.
std::string recording_problem(const std::filesystem::path& path);

}  // namespace gateway
