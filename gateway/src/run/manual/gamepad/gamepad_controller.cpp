// SPDX-License-Identifier: MIT
#include "gamepad_controller.hpp"

#include "pad_names.hpp"

namespace gateway {
namespace {

/// A search opens each device and reads all its properties.
std::chrono::milliseconds period_of(const PadPlace& place) {
    return std::chrono::milliseconds(place.path.empty() ? 1000 : 100);
}

/// More than a driver causes in a cycle; the rest is read in the next one.
constexpr int most_events = 256;

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

/// There is one device at a time, so `lost_` is empty.
void PadSeeker::give_back(std::unique_ptr<PadDevice> lost) noexcept {
    lost_.store(lost.release());
}

void PadSeeker::seek_until_closed() {
    while (seek()) {
        std::unique_lock<std::mutex> lock(mutex_);
        if (changed_.wait_for(lock, period_of(place_), [this] { return is_closed_; })) return;
    }
}

/// @return whether another device may be found
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

GamepadController::GamepadController(const GamepadOptions& options)
    : pad_(options.map), seeker_(options.place, options.map), device_(seeker_.take()) {
    if (device_) adopt();
}

void GamepadController::look(const CycleInput& input) {
    is_taken_over_ = is_given_back_ = false;
    if (!device_ && (device_ = seeker_.take())) adopt();
    if (!device_) return;
    for (int i = 0; i < most_events; ++i) {
        const auto event = device_->next(input.now);
        if (!event) break;
        pad_.on_event(*event);
    }
    if (pad_.take_loss()) set_axes();
    if (pad_.take_press()) press(input.feedback);
    if (device_->is_lost()) lose();
}

void GamepadController::adopt() {
    name_.swap(device_->name());
    set_axes();
}

/// The driver may unplug the gamepad after giving the vehicle back. A lost gamepad does not take
/// over.
void GamepadController::lose() {
    seeker_.give_back(std::move(device_));
    pad_.release();
    is_silent_ = true;
    is_taken_over_ = false;
}

void GamepadController::set_axes() {
    for (std::size_t i = 0; i < pad_uses; ++i)
        if (const auto axis = device_->axis(pad_.map().axes[i].code))
            pad_.set_axis(static_cast<PadUse>(i), *axis);
}

void GamepadController::press(const Feedback& feedback) {
    if (!is_driving_)
        is_taken_over_ = true;
    else if (is_silent_)
        begin(feedback);
    else
        is_given_back_ = true;
}

void GamepadController::begin(const Feedback& feedback) {
    is_silent_ = false;
    pad_.begin(feedback.report, feedback.state.velocity_mps.x());
}

void GamepadController::on_change_over(bool drives, const Feedback& feedback) {
    is_driving_ = drives;
    if (drives)
        begin(feedback);
    else
        pad_.end();
}

Cycle GamepadController::run_cycle(const CycleInput& /*input*/) {
    Cycle cycle;
    cycle.is_failsafe = is_silent_;
    if (pad_.map().level == Level::velocity)
        cycle.command.control = pad_.velocity();
    else
        cycle.command.control = pad_.pedals();
    cycle.command.state = pad_.state();
    return cycle;
}

std::string GamepadController::explain() const {
    const auto& button = pad_.map().button(PadAction::autonomous);
    const std::string takes = name_of(*button) + " of ";
    if (device_) return takes + name_ + " takes the vehicle over and gives it back";
    const std::string denied =
        seeker_.denied() == 0 ? ""
                              : " (" + std::to_string(seeker_.denied()) +
                                    " input devices: permission denied; add this user to the group "
                                    "input)";
    return "there is no such gamepad yet" + denied + "; " + takes +
           "one that is plugged in takes the vehicle over and gives it back";
}

}  // namespace gateway
