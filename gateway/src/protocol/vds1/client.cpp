// SPDX-License-Identifier: MIT
#include <gateway/protocol/vds1/client.hpp>

#include "clock_offset.hpp"
#include "cmd_numbers.hpp"
#include "fault/link/faulty_link.hpp"
#include "reaction_watch.hpp"
#include "round_trip.hpp"
#include "sequence.hpp"
#include "socket/udp_socket.hpp"
#include "state_sequences.hpp"
#include "stream_acceptance.hpp"

#include <gateway/protocol/vds1/convert.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <stdexcept>

namespace gateway::vds1 {

namespace {

constexpr std::size_t most_batches = 256 / DatagramBatch::capacity;

void check_version(std::uint16_t version, std::uint32_t vehicle_id) {
    const std::string name = "version " + std::to_string(version) + " of VDS1";
    if (state_bytes(version) == 0)
        throw std::invalid_argument(name + " is unknown; choose 1 to " +
                                    std::to_string(newest_version));
    if (vehicle_id != 0 && version < vehicle_id_since)
        throw std::invalid_argument(
            name + " has no vehicle_id; choose version 4 or later, or vehicle_id 0");
}

const ClientOptions& checked(const ClientOptions& options) {
    if (options.version) check_version(*options.version, options.vehicle_id);
    if (options.peer_port == 0) throw std::invalid_argument("the peer's port must not be 0");
    if (options.state_timeout <= std::chrono::nanoseconds(0))
        throw std::invalid_argument("state_timeout must be longer than 0");
    if (!(options.time_scale > 0)) throw std::invalid_argument("time_scale must be above 0");
    if (options.lag_limit <= std::chrono::nanoseconds(0))
        throw std::invalid_argument("lag_limit must be longer than 0");
    return options;
}

double seconds(SteadyTime::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

bool is_finite(const State& state) {
    const auto finite = [](std::initializer_list<double> values) {
        return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
    };
    return finite({state.header.timestamp_s, state.x_m, state.y_m, state.z_m}) &&
           finite({state.roll_rad, state.pitch_rad, state.yaw_rad}) &&
           finite({state.vx_mps, state.vy_mps, state.vz_mps}) &&
           finite({state.roll_rate_radps, state.pitch_rate_radps, state.yaw_rate_radps}) &&
           finite({state.ax_mps2, state.ay_mps2, state.steering_tire_angle_applied_rad});
}

/// Events per second, counted over consecutive intervals of at least a second from the first event
/// on.
class Rate {
  public:
    /// Advances the time. @return the rate
    double pass(SteadyTime now) noexcept {
        const double took_s = seconds(now - begin_);
        if (has_begun_ && took_s >= 1) {
            rate_hz_ = static_cast<double>(count_) / took_s;
            begin_ = now;
            count_ = 0;
        }
        return rate_hz_;
    }
    void on_event(SteadyTime now) noexcept {
        if (!has_begun_) begin_ = now;
        has_begun_ = true;
        pass(now);
        ++count_;
    }

  private:
    bool has_begun_ = false;
    SteadyTime begin_;
    std::uint64_t count_ = 0;
    double rate_hz_ = 0;
};

}  // namespace

struct Client::Impl {
    explicit Impl(const ClientOptions& given)
        : options(checked(given)),
          peer(make_endpoint(given.peer_address, given.peer_port)),
          socket(make_endpoint(given.local_address, given.local_port)),
          version(
              given.version.value_or(given.vehicle_id == 0 ? Header{}.version : newest_version)),
          numbers(peer, given.vehicle_id),
          acceptance(given.state_timeout),
          state_sequences(given.state_timeout),
          clock(given.time_scale) {
        socket.stamp_arrivals();
    }

    bool transmit(const LinkPacket& packet) noexcept;
    void receive(std::size_t index, SteadyTime now, bool& is_newer) noexcept;
    void release_delayed(SteadyTime now, bool& is_newer) noexcept;
    bool take(const LinkPacket& packet, SteadyTime now) noexcept;
    std::uint64_t* fault_of(const State& candidate, const Endpoint& from, SteadyTime now) noexcept;
    void accept(const State& newest, SteadyTime now) noexcept;
    void follow_version() noexcept;
    void watch_reaction(SteadyTime now) noexcept;
    void measure(SteadyTime now) noexcept;
    bool is_late(double timestamp_s, SteadyTime arrival) noexcept;
    void note_timeout(SteadyTime now) noexcept;
    std::uint32_t next_number(SteadyTime now) noexcept {
        const bool is_vdsim = options.compatibility == Compatibility::vdsim;
        return is_vdsim ? vdsim_numbers.next(now) : numbers.next();
    }
    bool is_fresh(SteadyTime now) const noexcept {
        return has_state && now - taken_at < options.state_timeout;
    }

    ClientOptions options;
    Endpoint peer;
    UdpSocket socket;
    DatagramBatch batch;
    FaultyLink* cmd_faults = nullptr;
    FaultyLink* state_faults = nullptr;
    CmdBuffer buffer{};
    std::uint16_t version;
    CmdNumbers numbers;
    VdsimNumbers vdsim_numbers;
    ReactionWatch reaction;
    StreamAcceptance acceptance;
    StateSequences state_sequences;
    ClockOffset clock;
    State state;
    bool has_state = false;
    bool was_fresh = false;
    SteadyTime taken_at;
    SteadyTime arrived_at;  ///< at the socket
    SteadyTime received_at = SteadyTime{} - std::chrono::hours(24);
    RoundTrip steer, throttle, brake;
    Rate rate;
    ClientStatistics statistics;
};

Client::Client(const ClientOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

void Client::set_faults(FaultyLink* cmd, FaultyLink* state) noexcept {
    impl_->cmd_faults = cmd;
    impl_->state_faults = state;
}

bool Client::Impl::transmit(const LinkPacket& packet) noexcept {
    return socket.send(packet.peer, packet.data, packet.size);
}

bool Client::send(const Command& command, SteadyTime now) noexcept {
    Header header;
    header.version = impl_->version;
    header.sequence = impl_->next_number(now);
    header.vehicle_id = impl_->options.vehicle_id;
    header.timestamp_s = seconds(now.time_since_epoch());
    const Cmd cmd = to_cmd(command, header);
    const std::size_t size = encode(cmd, impl_->buffer);
    const LinkPacket packet{impl_->peer, impl_->buffer.data(), size};
    bool sent = true;
    if (impl_->cmd_faults == nullptr)
        sent = impl_->transmit(packet);
    else
        impl_->cmd_faults->pass(now.time_since_epoch(), packet,
                                [&](const LinkPacket& leaving) { impl_->transmit(leaving); });
    ++(sent ? impl_->statistics.sent : impl_->statistics.not_sent);
    if (!sent) return false;
    impl_->reaction.on_sent(cmd, now);
    impl_->steer.on_sent(cmd.steering_tire_angle_rad, now);
    impl_->throttle.on_sent(cmd.throttle, now);
    impl_->brake.on_sent(cmd.brake, now);
    return true;
}

bool Client::receive(SteadyTime now) noexcept {
    bool is_newer = false;
    const bool may_be_old =
        now - impl_->received_at >= impl_->options.look_period + impl_->options.state_timeout;
    impl_->received_at = now;
    for (std::size_t batches = 0; batches < most_batches; ++batches) {
        const std::size_t count = impl_->batch.receive(impl_->socket);
        if (may_be_old)
            impl_->statistics.stale += count;
        else
            for (std::size_t i = 0; i < count; ++i) impl_->receive(i, now, is_newer);
        if (count < DatagramBatch::capacity) break;
    }
    impl_->release_delayed(now, is_newer);
    impl_->note_timeout(now);
    impl_->statistics.state_rate_hz = impl_->rate.pass(now);
    return is_newer;
}

void Client::Impl::receive(std::size_t index, SteadyTime now, bool& is_newer) noexcept {
    const LinkPacket packet{batch.from(index), batch.data(index), batch.size(index),
                            batch.waited(index)};
    const auto arrive = [&](const LinkPacket& arrived) { is_newer |= take(arrived, now); };
    if (state_faults == nullptr)
        arrive(packet);
    else
        state_faults->pass(now.time_since_epoch(), packet, arrive);
}

/// Sends and takes the packets whose delay has passed.
void Client::Impl::release_delayed(SteadyTime now, bool& is_newer) noexcept {
    const auto time = now.time_since_epoch();
    if (cmd_faults != nullptr)
        cmd_faults->release(time, [&](const LinkPacket& leaving) { transmit(leaving); });
    if (state_faults != nullptr)
        state_faults->release(time,
                              [&](const LinkPacket& arrived) { is_newer |= take(arrived, now); });
}

bool Client::Impl::take(const LinkPacket& packet, SteadyTime now) noexcept {
    if (packet.peer.address != peer.address) {
        ++statistics.foreign;
        return false;
    }
    State candidate;
    const DecodeStatus status = decode(packet.data, packet.size, candidate);
    if (status != DecodeStatus::ok) {
        ++statistics.rejected[static_cast<std::size_t>(status)];
        return false;
    }
    if (std::uint64_t* fault = fault_of(candidate, packet.peer, now)) {
        ++*fault;
        return false;
    }
    const SteadyTime arrival = now - packet.waited;
    const bool is_late_one = is_late(candidate.header.timestamp_s, arrival);
    if (is_late_one && options.late_state == LateState::drop) return false;
    accept(candidate, now);
    arrived_at = arrival;
    return true;
}

/// The counter of the reason why a valid packet is not used as the newest STATE; null if it is
/// used.
std::uint64_t* Client::Impl::fault_of(const State& candidate, const Endpoint& from,
                                      SteadyTime now) noexcept {
    const Header& header = candidate.header;
    if (header.version >= vehicle_id_since && header.vehicle_id != options.vehicle_id) {
        state_sequences.admit_other(header.sequence, now);
        return &statistics.other_vehicle;
    }
    if (!is_finite(candidate)) return &statistics.not_finite;
    const Acceptance verdict = acceptance.admit(from, header, now);
    const bool is_taken = verdict != Acceptance::refused;
    if (verdict == Acceptance::begins) clock.restart();
    const bool is_of_before = !is_taken && is_newer(header.sequence, acceptance.sequence());
    if (is_of_before) return &statistics.duplicates;
    if (is_taken && !is_fresh(now)) state_sequences.restart();
    const SequenceStatus sequence = state_sequences.admit(header.sequence, now);
    statistics.lost = state_sequences.lost();
    if (is_taken) return nullptr;
    return sequence == SequenceStatus::late ? &statistics.reordered : &statistics.duplicates;
}

void Client::Impl::accept(const State& newest, SteadyTime now) noexcept {
    if (has_state && !was_fresh) {
        vdsim_numbers.on_return();
        reaction.restart();
    }
    state = newest;
    has_state = was_fresh = true;
    taken_at = now;
    ++statistics.taken;
    rate.on_event(now);
    follow_version();
    vdsim_numbers.on_state(now);
    watch_reaction(now);
    measure(now);
}

/// Versions without ids cannot be used for a vehicle with an id.
void Client::Impl::follow_version() noexcept {
    const std::uint16_t shown = state.header.version;
    if (!options.version && (options.vehicle_id == 0 || shown >= vehicle_id_since)) version = shown;
}

void Client::Impl::watch_reaction(SteadyTime now) noexcept {
    reaction.on_state(state, now);
    const bool was_ignored = statistics.is_ignored;
    statistics.is_ignored = reaction.is_ignored();
    if (!statistics.is_ignored) {
        vdsim_numbers.on_followed();
        return;
    }
    if (!was_ignored) ++statistics.ignored;
    vdsim_numbers.on_ignored(now);
}

/// At most one round trip per STATE, since a command may change all three values.
void Client::Impl::measure(SteadyTime now) noexcept {
    auto trip = steer.on_applied(state.steering_tire_angle_applied_rad, now);
    if (state.header.version >= 5) {
        const auto of_throttle = throttle.on_applied(state.throttle_applied, now);
        const auto of_brake = brake.on_applied(state.brake_applied, now);
        if (!trip) trip = of_throttle ? of_throttle : of_brake;
    }
    if (!trip) return;
    statistics.round_trip.add(*trip);
    statistics.last_round_trip = *trip;
}

/// Measures the lag of a STATE. @return whether it exceeds the limit
bool Client::Impl::is_late(double timestamp_s, SteadyTime arrival) noexcept {
    statistics.last_lag = clock.on_packet(timestamp_s, arrival);
    if (!statistics.last_lag) return false;
    statistics.lag.add(*statistics.last_lag);
    statistics.clock_offset_s = clock.offset_s();
    statistics.clock_drift_ppm = clock.drift_ppm();
    const bool is_beyond = *statistics.last_lag > options.lag_limit;
    if (is_beyond) ++statistics.late;
    return is_beyond;
}

void Client::Impl::note_timeout(SteadyTime now) noexcept {
    if (!was_fresh || is_fresh(now)) return;
    was_fresh = false;
    ++statistics.timeouts;
}

int Client::descriptor() const noexcept {
    return impl_->socket.descriptor();
}

const State& Client::state() const noexcept {
    return impl_->state;
}

bool Client::has_state() const noexcept {
    return impl_->has_state;
}

bool Client::is_fresh(SteadyTime now) const noexcept {
    return impl_->is_fresh(now);
}

std::chrono::nanoseconds Client::age(SteadyTime now) const noexcept {
    return now - impl_->taken_at;
}

std::chrono::nanoseconds Client::since_arrival(SteadyTime now) const noexcept {
    return now - impl_->arrived_at;
}

std::uint16_t Client::cmd_version() const noexcept {
    return impl_->version;
}

Compatibility Client::compatibility() const noexcept {
    return impl_->options.compatibility;
}

const ClientStatistics& Client::statistics() const noexcept {
    return impl_->statistics;
}

std::uint16_t Client::local_port() const {
    return impl_->socket.local().port;
}

std::string Client::peer() const {
    return to_string(impl_->peer);
}

}  // namespace gateway::vds1
