// SPDX-License-Identifier: MIT
#include "percentile.hpp"
#include "suites.hpp"

#include "plant_server/plant_server.hpp"
#include "platform/sim_vehicle.hpp"

#include <gateway/protocol/vds1/codec.hpp>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <thread>

namespace bench {
namespace {

namespace vds1 = gateway::vds1;
namespace vdsim = gateway::vdsim;
using namespace std::chrono_literals;
using gateway::SteadyTime;
using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

constexpr std::chrono::nanoseconds tick = 5ms;
constexpr int server_rounds = 5;
constexpr gateway::SimTime duration = 4s;

std::unique_ptr<vdsim::PlantVehicle> make_vehicle(std::uint32_t id, const gateway::Endpoint& to) {
    vdsim::PlantVehicleOptions options;
    options.vehicle_id = id;
    options.destinations.push_back({to, vds1::newest_version});
    auto session =
        std::make_unique<plant::SimSession>(plant::create_seven_dof(), plant::create_flat_ground());
    return std::make_unique<vdsim::PlantVehicle>(
        options, std::make_unique<gateway::SimVehicle>(std::move(session), tick),
        gateway::Filters(), 1);
}

/// A plant of several vehicles at a free port, run in this thread.
class Plant {
  public:
    Plant(std::size_t vehicles, const gateway::Endpoint& to) : server_(options()) {
        vdsim::CmdPort& port = server_.add_port(gateway::make_endpoint("127.0.0.1", 0));
        for (std::size_t i = 0; i < vehicles; ++i)
            port.add(make_vehicle(static_cast<std::uint32_t>(i), to));
    }
    std::uint16_t port() const { return server_.ports().front()->local().port; }
    void run() {
        const gateway::RunControl control;
        gateway::StepGate gate(control, "bench");
        server_.run(duration, control, gate);
    }
    const gateway::RealTimeRunner& runner() const { return server_.runner(); }

  private:
    static gateway::RealTimeOptions options() {
        gateway::RealTimeOptions result;
        result.dt = tick;
        return result;
    }
    vdsim::PlantServer server_;
};

/// Receives datagrams and their times of arrival in a separate thread.
class Receiver {
  public:
    Receiver() : socket_(gateway::make_endpoint("127.0.0.1", 0)), thread_([this] { receive(); }) {}
    ~Receiver() { stop(); }
    gateway::Endpoint endpoint() const { return socket_.local(); }
    const std::vector<SteadyTime>& stop() {
        is_stopped_ = true;
        if (thread_.joinable()) thread_.join();
        return arrivals_;
    }

  private:
    void receive() {
        gateway::DatagramBatch batch;
        while (!is_stopped_) {
            pollfd polled{socket_.descriptor(), POLLIN, 0};
            if (::poll(&polled, 1, 50) <= 0) continue;
            const SteadyTime now = Clock::now();
            const std::size_t count = batch.receive(socket_);
            for (std::size_t i = 0; i < count; ++i) arrivals_.push_back(now);
        }
    }
    gateway::UdpSocket socket_;
    std::vector<SteadyTime> arrivals_;
    std::atomic<bool> is_stopped_{false};
    std::thread thread_;
};

/// Sends CMDs to `vehicles` vehicles at 100 Hz each, in a separate thread.
class Controllers {
  public:
    Controllers(std::uint16_t port, std::size_t vehicles)
        : to_(gateway::make_endpoint("127.0.0.1", port)),
          vehicles_(vehicles),
          socket_(gateway::make_endpoint("127.0.0.1", 0)),
          thread_([this] { send(); }) {}
    ~Controllers() {
        is_stopped_ = true;
        thread_.join();
    }

  private:
    void send() {
        vds1::Cmd cmd;
        cmd.header.version = vds1::newest_version;
        cmd.throttle = 0.2;
        vds1::CmdBuffer buffer;
        for (auto next = Clock::now(); !is_stopped_; next += 10ms) {
            std::this_thread::sleep_until(next);
            ++cmd.header.sequence;
            for (std::size_t i = 0; i < vehicles_; ++i) {
                cmd.header.vehicle_id = static_cast<std::uint32_t>(i);
                const std::size_t size = vds1::encode(cmd, buffer);
                static_cast<void>(socket_.send(to_, buffer.data(), size));
            }
        }
    }
    gateway::Endpoint to_;
    std::size_t vehicles_;
    gateway::UdpSocket socket_;
    std::atomic<bool> is_stopped_{false};
    std::thread thread_;
};

/// A loop that only receives and sends the same bytes at the same deadlines.
class BarePlant {
  public:
    BarePlant(std::size_t vehicles, const gateway::Endpoint& to)
        : socket_(gateway::make_endpoint("127.0.0.1", 0)),
          states_(socket_),
          vehicles_(vehicles),
          to_(to) {
        state_.header.version = vds1::newest_version;
    }
    std::uint16_t port() const { return socket_.local().port; }
    /// @return the lateness of each tick's begin, in us
    std::vector<double> run() {
        ::prctl(PR_SET_TIMERSLACK, 1UL);
        std::vector<double> late_us;
        const SteadyTime start = Clock::now();
        for (SteadyTime next = start; next < start + duration; next += tick) {
            for (auto left = next - Clock::now(); left > 0ns; left = next - Clock::now()) {
                pollfd polled{socket_.descriptor(), POLLIN, 0};
                const timespec limit{0, static_cast<long>(left.count())};
                if (::ppoll(&polled, 1, &limit, nullptr) > 0)
                    while (batch_.receive(socket_) == gateway::DatagramBatch::capacity) continue;
            }
            late_us.push_back(Microseconds(Clock::now() - next).count());
            for (std::size_t i = 0; i < vehicles_; ++i) states_.add(to_, state_);
            states_.flush();
        }
        return late_us;
    }

  private:
    gateway::UdpSocket socket_;
    vds1::SendBatch states_;
    gateway::DatagramBatch batch_;
    std::size_t vehicles_;
    gateway::Endpoint to_;
    vds1::State state_;
};

/// The lateness of each arrival after the last deadline of a grid, in us.
std::vector<double> after_deadlines(const std::vector<SteadyTime>& arrivals, SteadyTime start) {
    std::vector<double> late_us;
    late_us.reserve(arrivals.size());
    for (const SteadyTime arrival : arrivals)
        late_us.push_back(Microseconds((arrival - start) % tick).count());
    return late_us;
}

struct Latencies {
    std::vector<double> p50, p99;
    void add(std::vector<double> values) {
        p50.push_back(percentile(values, 0.5));
        p99.push_back(percentile(std::move(values), 0.99));
    }
};

std::vector<Result> as_results(const std::string& name, const Latencies& value,
                               const Latencies& bare) {
    const std::string base = "bare deadline loop, same bytes";
    return {
        {name + " p50", pick(value.p50, Pick::median), "us", base, pick(bare.p50, Pick::median)},
        {name + " p99", pick(value.p99, Pick::median), "us", base, pick(bare.p99, Pick::median)}};
}

template <class P>
std::vector<double> deadline_to_state_us() {
    Receiver receiver;
    P plant(1, receiver.endpoint());
    const Controllers controllers(plant.port(), 1);
    const SteadyTime start = Clock::now();
    plant.run();
    return after_deadlines(receiver.stop(), start);
}

std::vector<Result> deadline_to_state() {
    Latencies value, bare;
    for (int i = 0; i < server_rounds; ++i) {
        value.add(deadline_to_state_us<Plant>());
        bare.add(deadline_to_state_us<BarePlant>());
    }
    return as_results("deadline to STATE received", value, bare);
}

/// From the sending of a CMD until `take` has it, in us: one every 2 ms.
template <class Take>
std::vector<double> arrival_us(const gateway::Endpoint& to, Take take) {
    constexpr int count = 1000;
    std::atomic<std::int64_t> sent_ns{0};
    std::thread sender([&] {
        const gateway::UdpSocket socket(gateway::make_endpoint("127.0.0.1", 0));
        vds1::Cmd cmd;
        vds1::CmdBuffer buffer;
        for (int i = 0; i < count; ++i) {
            std::this_thread::sleep_for(2ms);
            ++cmd.header.sequence;
            const std::size_t size = vds1::encode(cmd, buffer);
            sent_ns = Clock::now().time_since_epoch().count();
            static_cast<void>(socket.send(to, buffer.data(), size));
        }
    });
    std::vector<double> latencies_us;
    for (int i = 0; i < count; ++i) {
        take();
        const auto now_ns = Clock::now().time_since_epoch().count();
        latencies_us.push_back(static_cast<double>(now_ns - sent_ns) * 1e-3);
    }
    sender.join();
    return latencies_us;
}

std::vector<double> latched_us() {
    gateway::DeadlineWaiter waiter;
    vdsim::CmdPort port(gateway::make_endpoint("127.0.0.1", 0), 5ms, Clock::now());
    port.add(make_vehicle(0, gateway::make_endpoint("127.0.0.1", 9)));
    waiter.watch(port.descriptor());
    return arrival_us(port.local(), [&] {
        waiter.wait(Clock::now() + 1s);
        port.drain(Clock::now());
    });
}

std::vector<double> barely_taken_us() {
    const gateway::UdpSocket socket(gateway::make_endpoint("127.0.0.1", 0));
    return arrival_us(socket.local(), [&] {
        std::array<std::byte, vds1::cmd_bytes> data;
        pollfd polled{socket.descriptor(), POLLIN, 0};
        const timespec limit{1, 0};
        ::ppoll(&polled, 1, &limit, nullptr);
        keep(::recv(socket.descriptor(), data.data(), data.size(), 0));
        keep(data);
    });
}

std::vector<Result> cmd_to_latch() {
    Latencies value, bare;
    for (int i = 0; i < server_rounds; ++i) {
        value.add(latched_us());
        bare.add(barely_taken_us());
    }
    return as_results("CMD sent to latched", value, bare);
}

Result many_vehicles() {
    constexpr std::size_t vehicles = 200;
    std::vector<double> value, bare;
    for (int i = 0; i < server_rounds; ++i) {
        Receiver receiver;
        {
            Plant plant(vehicles, receiver.endpoint());
            const Controllers controllers(plant.port(), vehicles);
            plant.run();
            value.push_back(plant.runner().lateness().percentiles_us().p99);
        }
        BarePlant plant(vehicles, receiver.endpoint());
        const Controllers controllers(plant.port(), vehicles);
        bare.push_back(percentile(plant.run(), 0.99));
    }
    return {"lateness p99, 200 vehicles at 200 Hz", pick(value, Pick::median), "us",
            "bare deadline loop, same bytes", pick(bare, Pick::median)};
}

/// The number of ticks a second that are not skipped.
Result tick_rate(std::size_t vehicles, const char* name) {
    std::vector<double> rates;
    for (int i = 0; i < 3; ++i) {
        Receiver receiver;
        Plant plant(vehicles, receiver.endpoint());
        const Controllers controllers(plant.port(), vehicles);
        const SteadyTime start = Clock::now();
        plant.run();
        const std::chrono::duration<double> taken = Clock::now() - start;
        rates.push_back(static_cast<double>(plant.runner().counters().ticks) / taken.count());
    }
    return {name, pick(rates, Pick::median), "1/s", "deadlines", 200};
}

double cpu_us() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/// CPU time of the loop's thread for the whole tick of a vehicle.
double cost_us(std::size_t vehicles) {
    Receiver receiver;
    Plant plant(vehicles, receiver.endpoint());
    const Controllers controllers(plant.port(), vehicles);
    const double before = cpu_us();
    plant.run();
    return (cpu_us() - before) / static_cast<double>(plant.runner().counters().ticks * vehicles);
}

}  // namespace

std::vector<Result> vds1_server() {
    std::vector<Result> results = deadline_to_state();
    for (const Result& result : cmd_to_latch()) results.push_back(result);
    results.push_back(many_vehicles());
    results.push_back(tick_rate(1000, "ticks of 1,000 vehicles at 200 Hz"));
    results.push_back(tick_rate(3000, "ticks of 3,000 vehicles at 200 Hz"));
    results.push_back(
        compare(Measured{"CPU for a vehicle's tick, of 200", [] { return cost_us(200); }},
                Measured{"of 1", [] { return cost_us(1); }}, "us", {3, Pick::median}));
    return results;
}

}  // namespace bench
