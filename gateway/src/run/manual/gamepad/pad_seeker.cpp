// SPDX-License-Identifier: MIT
#include "pad_seeker.hpp"

namespace gateway {
namespace {

/// To look at all devices asks each of them for all that it has.
std::chrono::milliseconds period_of(const PadPlace& place) {
    return std::chrono::milliseconds(place.path.empty() ? 1000 : 100);
}

}  // namespace

PadSeeker::PadSeeker(PadPlace place, const PadMap& map) : place_(std::move(place)), map_(map) {
    seek();
    thread_ = std::thread([this] { seek_until_closed(); });
}

PadSeeker::~PadSeeker() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        is_closed_ = true;
    }
    changed_.notify_one();
    thread_.join();
    delete found_.load();
    delete lost_.load();
}

std::unique_ptr<PadDevice> PadSeeker::take() noexcept {
    return std::unique_ptr<PadDevice>(found_.exchange(nullptr));
}

/// There is one device at a time, so this place is empty.
void PadSeeker::give_back(std::unique_ptr<PadDevice> lost) noexcept {
    lost_.store(lost.release());
}

void PadSeeker::seek_until_closed() {
    while (seek()) {
        std::unique_lock<std::mutex> lock(mutex_);
        if (changed_.wait_for(lock, period_of(place_), [this] { return is_closed_; })) return;
    }
}

/// @return whether there may be another one
bool PadSeeker::seek() {
    if (const std::unique_ptr<PadDevice> lost{lost_.exchange(nullptr)}) {
        if (lost->is_recording()) return false;
        is_out_ = false;
    }
    if (is_out_) return true;
    FoundPad pad = open_pad(place_, map_);
    denied_ = pad.denied;
    is_out_ = pad.device != nullptr;
    found_.store(pad.device.release());
    return true;
}

}  // namespace gateway
