// SPDX-License-Identifier: MIT
#include "pad_device.hpp"

#include <libevdev/libevdev.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace gateway {
namespace {

namespace fs = std::filesystem;

Descriptor open_to_read(const fs::path& path) {
    return Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

struct FreeDevice {
    void operator()(libevdev* device) const noexcept { libevdev_free(device); }
};
using Evdev = std::unique_ptr<libevdev, FreeDevice>;

/// The kernel's description of a device; null if it is not an input device.
Evdev describe(const Descriptor& descriptor) {
    libevdev* device = nullptr;
    if (libevdev_new_from_fd(descriptor.get(), &device) != 0) return nullptr;
    return Evdev(device);
}

bool has_parts(const libevdev& device, const PadMap& map) {
    const auto has = [&](unsigned type, unsigned code) {
        return libevdev_has_event_code(&device, type, code) != 0;
    };
    const auto& button = map.button(PadAction::autonomous);
    return button && has(button->type, button->code) &&
           std::all_of(map.axes.begin(), map.axes.end(),
                       [&](const PadAxis& axis) { return has(EV_ABS, axis.code); });
}

std::string title(const char* name, const fs::path& path) {
    return "the gamepad '" + std::string(name) + "' at " + path.string();
}

/// event0, event1, ... in the order of their numbers.
std::vector<fs::path> event_devices() {
    std::vector<fs::path> paths;
    std::error_code error;
    fs::directory_iterator entry("/dev/input", error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        if (entry->path().filename().string().rfind("event", 0) == 0)
            paths.push_back(entry->path());
    std::sort(paths.begin(), paths.end(), [](const fs::path& a, const fs::path& b) {
        const std::string &left = a.native(), &right = b.native();
        return left.size() != right.size() ? left.size() < right.size() : left < right;
    });
    return paths;
}

FoundPad find_pad(const std::string& name, const PadMap& map) {
    FoundPad found;
    for (const fs::path& path : event_devices()) {
        Descriptor descriptor = open_to_read(path);
        if (descriptor.get() < 0) {
            found.denied += errno == EACCES;
            continue;
        }
        const Evdev device = describe(descriptor);
        if (!device || !has_parts(*device, map)) continue;
        const std::string own = libevdev_get_name(device.get());
        if (own.find(name) == std::string::npos) continue;
        found.device =
            std::make_unique<PadDevice>(std::move(descriptor), title(own.c_str(), path), false);
        break;
    }
    return found;
}

FoundPad open_path(const fs::path& path) {
    FoundPad found;
    Descriptor descriptor = open_to_read(path);
    struct stat status {};
    if (descriptor.get() < 0 || ::fstat(descriptor.get(), &status) != 0) {
        found.denied = errno == EACCES;
        return found;
    }
    std::string name = "the gamepad at " + path.string();
    if (S_ISCHR(status.st_mode)) {
        const Evdev device = describe(descriptor);
        if (!device) return found;
        name = title(libevdev_get_name(device.get()), path);
    } else if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) {
        return found;
    }
    found.device = std::make_unique<PadDevice>(std::move(descriptor), std::move(name),
                                               S_ISREG(status.st_mode));
    return found;
}

}  // namespace

std::optional<input_event> PadDevice::next(SimTime now) noexcept {
    if ((taken_ + 1) * sizeof(input_event) > bytes_ && !refill()) return std::nullopt;
    if (is_recording_ && !is_due(events_[taken_], now)) return std::nullopt;
    return events_[taken_++];
}

/// A partial event is kept until the rest is received. @return whether there is a complete one
bool PadDevice::refill() noexcept {
    auto* const begin = reinterpret_cast<char*>(events_.data());
    const std::size_t rest = bytes_ % sizeof(input_event);
    std::memmove(begin, begin + (bytes_ - rest), rest);
    const ssize_t size = ::read(descriptor_.get(), begin + rest, sizeof events_ - rest);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) is_lost_ = true;
    bytes_ = rest + static_cast<std::size_t>(std::max<ssize_t>(size, 0));
    taken_ = 0;
    return bytes_ >= sizeof(input_event);
}

bool PadDevice::is_due(const input_event& event, SimTime now) noexcept {
    if (!first_) {
        first_ = event;
        start_ = now;
    }
    const auto seconds = [](const input_event& of) {
        return std::pair(static_cast<double>(of.input_event_sec),
                         static_cast<double>(of.input_event_usec));
    };
    const auto [s, us] = seconds(event);
    const auto [first_s, first_us] = seconds(*first_);
    const std::chrono::duration<double> elapsed = now - start_;
    return (s - first_s) + (us - first_us) * 1e-6 <= elapsed.count();
}

std::optional<PadAxisValue> PadDevice::axis(std::uint16_t code) const noexcept {
    input_absinfo info{};
    if (is_recording_ || ::ioctl(descriptor_.get(), EVIOCGABS(code), &info) < 0)
        return std::nullopt;
    return PadAxisValue{info.minimum, info.maximum, info.value};
}

FoundPad open_pad(const PadPlace& place, const PadMap& map) {
    return place.path.empty() ? find_pad(place.name, map) : open_path(place.path);
}

std::string recording_problem(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    const auto size = fs::file_size(path, error);
    if (!error && size > 0 && size % sizeof(input_event) == 0) return {};
    return path.string() + " is not a recording of a gamepad: it must consist of events of " +
           std::to_string(sizeof(input_event)) + " bytes each, has " + std::to_string(size) +
           " bytes";
}

}  // namespace gateway
