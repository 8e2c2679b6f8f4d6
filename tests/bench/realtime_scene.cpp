// SPDX-License-Identifier: MIT
#include "realtime_scene.hpp"

#include "control/control_socket.hpp"

#include <ddc/interface/program.hpp>
#include <gateway/command/run.hpp>
#include <gateway/protocol/vds1/codec.hpp>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bench {
namespace {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr double computed_throttle = 0.5;

double wall_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<double>(now.tv_sec % 1'000'000) * 1e9 + static_cast<double>(now.tv_nsec);
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

int bound_socket() {
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const sockaddr_in any = loopback(0);
    const int on = 1;
    if (socket < 0 || ::bind(socket, reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0 ||
        ::setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0)
        throw std::runtime_error("no socket on the loopback");
    return socket;
}

std::uint16_t port_of(int socket) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
}

std::uint16_t free_port() {
    const int socket = bound_socket();
    const std::uint16_t port = port_of(socket);
    ::close(socket);
    return port;
}

/// The kernel's time stamp of the datagram just received, in the time of wall_ns().
double stamp_ns(msghdr& message) {
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
         part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPNS) continue;
        timespec stamp{};
        std::memcpy(&stamp, CMSG_DATA(part), sizeof stamp);
        return static_cast<double>(stamp.tv_sec % 1'000'000) * 1e9 +
               static_cast<double>(stamp.tv_nsec);
    }
    return 0;
}

}  // namespace

RealtimeScene::RealtimeScene(const std::string& realtime, bool with_plant, double duration_s,
                             int spin_us)
    : spin_us_(spin_us),
      begin_ns_(wall_ns()),
      socket_(bound_socket()),
      cmd_port_(port_of(socket_)),
      state_port_(free_port()) {
    table_name_ = "bench." + folder_.path().filename().string();
    std::ofstream(folder_.path() / "run.yaml")
        << "mode: realtime\nduration_s: " << duration_s << "\nddc: {name: " << table_name_
        << "}\nrealtime: {" << realtime << ", spin_us: " << spin_us << "}\nvehicle: "
        << (with_plant ? "{vds1: {cmd_port: " + std::to_string(cmd_port_) +
                             ", state_port: " + std::to_string(state_port_) + "}}\n"
                       : std::string("{model: kinematic}\n"));
    program_.emplace([this] { return run_program(); });
    gateway_.emplace([this] { return run_gateway(); });
}

RealtimeScene::~RealtimeScene() {
    gateway_.reset();
    program_.reset();
    ::close(socket_);
    ::shm_unlink(("/ddc." + table_name_).c_str());
    std::filesystem::remove(gateway::ControlFolder::name() /
                            gateway::run_socket_name(table_name_, 0x4000));
}

int RealtimeScene::run_gateway() const {
    gateway::RunControl control;
    std::ostringstream out, err;
    return gateway::run(
        {"run", folder_.path() / "run.yaml", "--summary", folder_.path() / "summary.json"}, out,
        err, control);
}

/// Returns its input, and the time at which it does.
int RealtimeScene::run_program() const {
    if (spin_us_ > 0) ::setenv("DDC_SPIN_US", std::to_string(spin_us_).c_str(), 1);
    ddc::TableOptions options;
    options.name = table_name_;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, 0x4000, "bench");
    const auto velocity = program.input<double>("true_velocity");
    const auto gas = program.output<double>("set_gas");
    const auto time = program.output<double>("gripped_accel");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 1s) != ddc::Status::ok) continue;
        program.set(gas, program.get(velocity) < 1e9 ? computed_throttle : 0);
        program.set(time, wall_ns() - begin_ns_);
        static_cast<void>(program.end_cycle());
    }
}

void RealtimeScene::show_state() {
    vds1::State state;
    state.header.sequence = ++sequence_;
    vds1::StateBuffer buffer;
    const std::size_t size = vds1::encode(state, buffer);
    const sockaddr_in to = loopback(state_port_);
    static_cast<void>(::sendto(socket_, buffer.data(), size, 0,
                               reinterpret_cast<const sockaddr*>(&to), sizeof to));
}

std::optional<Arrival> RealtimeScene::await_cmd(std::chrono::milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    for (auto left = limit; left > 0ms;
         left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now())) {
        pollfd polled{socket_, POLLIN, 0};
        if (::poll(&polled, 1, static_cast<int>(left.count())) <= 0) break;
        std::array<std::byte, 512> data;
        alignas(cmsghdr) char control[128];
        iovec part{data.data(), data.size()};
        msghdr message{nullptr, 0, &part, 1, control, sizeof control, 0};
        const ssize_t size = ::recvmsg(socket_, &message, 0);
        vds1::Cmd cmd;
        if (size < 0 || vds1::decode(data.data(), static_cast<std::size_t>(size), cmd) !=
                            vds1::DecodeStatus::ok)
            continue;
        if (cmd.throttle == computed_throttle)
            return Arrival{cmd.aux_accel_target_mps2, stamp_ns(message) - begin_ns_};
    }
    return std::nullopt;
}

nlohmann::json RealtimeScene::finish() {
    const int code = gateway_->wait();
    if (code != 0 && code != 3)
        throw std::runtime_error("the gateway ended with " + std::to_string(code));
    std::ifstream file(folder_.path() / "summary.json");
    return nlohmann::json::parse(file);
}

BareLoop run_bare_loop(std::chrono::nanoseconds period, double duration_s) {
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    BareLoop result;
    const auto count =
        static_cast<std::size_t>(duration_s * 1e9 / static_cast<double>(period.count()));
    result.lateness_us.reserve(count);
    auto next = Clock::now() + period;
    for (std::size_t i = 0; i < count; ++i) {
        const auto ns = next.time_since_epoch().count();
        const timespec deadline{ns / 1'000'000'000, ns % 1'000'000'000};
        ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nullptr);
        const auto late = Clock::now() - next;
        result.lateness_us.push_back(std::chrono::duration<double, std::micro>(late).count());
        if (late >= period) ++result.missed;
        next += (1 + late / period) * period;
    }
    return result;
}

}  // namespace bench
