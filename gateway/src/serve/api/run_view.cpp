// SPDX-License-Identifier: MIT
#include "run_view.hpp"

#include "http/json_body.hpp"

#include <algorithm>

namespace gateway::data_port {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds recent{30}, shortest_measurement{500};

/// Called once the loop is ready; its thread does not change the names any more.
void quote_names(VehicleBoard& board) {
    for (SignalName& signal : board.signals) signal.quoted = json_string(signal.name);
}

void update_filter_times(ViewedVehicle& vehicle, const Snapshot& snapshot) {
    for (std::size_t i = 0; i < snapshot.filter_count; ++i) {
        const std::uint64_t acted = snapshot.filters[i].acted();
        if (std::exchange(vehicle.filter_counts[i], acted) != acted)
            vehicle.filters_acted_at[i] = snapshot.published_at;
    }
}

}  // namespace

void RateMeter::update(const Snapshot& snapshot) {
    const std::chrono::duration<double> elapsed = snapshot.published_at - since;
    if (elapsed < shortest_measurement) return;
    if (since != SteadyTime{} && snapshot.now >= now) {  // else the vehicle was restarted
        real_time_factor =
            std::chrono::duration<double>(snapshot.now - now).count() / elapsed.count();
        rate_hz = static_cast<double>(snapshot.cycles - cycles) / elapsed.count();
    }
    since = snapshot.published_at;
    now = snapshot.now;
    cycles = snapshot.cycles;
}

ViewedVehicle::ViewedVehicle(std::size_t its_index, VehicleFacts its_facts)
    : index(its_index), facts(std::move(its_facts)), quoted_name(json_string(facts.name)) {}

ViewedVehicle& RunView::add(VehicleFacts vehicle) {
    ViewedVehicle& added = *vehicles_.emplace_back(
        std::make_unique<ViewedVehicle>(vehicles_.size(), std::move(vehicle)));
    added.board.bell = bell_.get();
    return added;
}

void RunView::request_states() {
    for (const auto& vehicle : vehicles_) vehicle->request_state();
}

LaterAnswer RunView::reply_when(std::function<std::optional<Response>(bool is_over)> find,
                                std::chrono::milliseconds limit) {
    LaterAnswer later;
    later.deadline = Clock::now() + limit;
    later.poll = [this, find = std::move(find), until = later.deadline]() -> std::optional<Answer> {
        arm_bell();
        poll();
        return find(Clock::now() >= until);
    };
    later.begin = [this](boost::asio::io_context&, const Wake& wake) {
        add_wake(wake);
        wake();
    };
    return later;
}

void RunView::add_wake(const Wake& wake) {
    waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(),
                                  [](const Wake& each) { return !each.is_wanted(); }),
                   waiting_.end());
    waiting_.push_back(wake);
}

/// Clears the bell last: if a wake throws for lack of memory, the bell keeps ringing.
void RunView::wake_waiters() {
    for (const Wake& wake : waiting_) wake();
    bell_->clear();
}

void RunView::poll() {
    for (const auto& vehicle : vehicles_) {
        VehicleBoard& board = vehicle->board;
        if (!board.is_ready || !board.states->take()) continue;
        if (!std::exchange(vehicle->has_latest, true)) quote_names(board);
        const Snapshot& snapshot = board.states->latest().snapshot;
        vehicle->rate.update(snapshot);
        update_filter_times(*vehicle, snapshot);
    }
}

bool RunView::is_recent(const ViewedVehicle& vehicle) const {
    if (!vehicle.board.is_ready || vehicle.board.has_ended) return true;
    const Publication* latest = vehicle.latest();
    return latest != nullptr && Clock::now() - latest->snapshot.published_at < recent;
}

double RunView::time_scale(const ViewedVehicle& vehicle) const {
    const double asked = run != nullptr ? run->control.time_scale.load() : 0;
    return asked > 0 ? asked : vehicle.facts.time_scale;
}

std::chrono::nanoseconds RunView::cmd_timeout(const ViewedVehicle& vehicle) const {
    const double scale = facts_.answers_commands ? time_scale(vehicle) : 1;
    return std::chrono::round<std::chrono::nanoseconds>(vehicle.facts.cmd_timeout / scale);
}

ViewedVehicle* RunView::find(const std::string& id_or_name) const {
    const auto found = std::find_if(vehicles_.begin(), vehicles_.end(), [&](const auto& vehicle) {
        return vehicle->facts.name == id_or_name || std::to_string(vehicle->facts.id) == id_or_name;
    });
    return found == vehicles_.end() ? nullptr : found->get();
}

}  // namespace gateway::data_port
