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

/// Where events of a gamepad come from: a device of the kernel, a pipe, or a recording, which is
/// played in simulated time. All are the same bytes, `struct input_event`.
class PadDevice {
  public:
    /// @param name for messages
    PadDevice(Descriptor descriptor, std::string name, bool is_recording)
        : descriptor_(std::move(descriptor)), name_(std::move(name)), is_recording_(is_recording) {}

    /// The next event that has come; none if there is none now. Does not wait.
    /// @param now sets the time of a recording, whose first event happens at the first call
    std::optional<input_event> next(SimTime now) noexcept;
    /// It was unplugged, or the recording is at its end; all its events have been taken.
    bool is_lost() const noexcept { return is_lost_; }

    /// Nothing if it is no device that tells.
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

/// Which gamepad.
struct PadPlace {
    std::filesystem::path path;  ///< of a device, a pipe or a recording
    std::string name;            ///< else: that its name contains
};

struct FoundPad {
    std::unique_ptr<PadDevice> device;  ///< null if there is none
    int denied = 0;                     ///< devices that this user may not read
};

/// Opens it. Without a path: the first device of that name with the map's axes and its button
/// `autonomous`.
FoundPad open_pad(const PadPlace& place, const PadMap& map);

/// Why a file cannot be a recording; empty if it can, or is none.
std::string recording_problem(const std::filesystem::path& path);

}  // namespace gateway
