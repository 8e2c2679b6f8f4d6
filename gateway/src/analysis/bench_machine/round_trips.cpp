// SPDX-License-Identifier: MIT
#include "round_trips.hpp"

#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <thread>

namespace gateway::machine {
namespace {

using Clock = std::chrono::steady_clock;
using Word = std::atomic<std::uint32_t>;
using namespace std::chrono_literals;

constexpr auto longest_answer = 1s;
/// After this time without a request, a partner ends.
constexpr auto longest_idle = 60s;
constexpr auto pause_between = 2ms;
constexpr std::size_t state_bytes = 436;

[[noreturn]] void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

void set(Word& word, std::uint32_t value) {
    word = value;
    ::syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

/// Sleeps until the word has the value. @return false after the time limit
bool await(Word& word, std::uint32_t wanted, std::chrono::seconds limit) {
    const timespec longest{limit.count(), 0};
    const auto end = Clock::now() + limit;
    for (std::uint32_t seen = word; seen != wanted; seen = word) {
        const long result = ::syscall(SYS_futex, &word, FUTEX_WAIT, seen, &longest, nullptr, 0);
        if (result != 0 && errno != EAGAIN && Clock::now() >= end) return false;
    }
    return true;
}

Descriptor loopback_socket() {
    Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (socket.get() < 0 ||
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0)
        fail("no socket on the loopback");
    return socket;
}

sockaddr_in address_of(const Descriptor& socket) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
    return address;
}

bool is_readable(int socket, std::chrono::milliseconds limit) {
    pollfd polled{socket, POLLIN, 0};
    return ::poll(&polled, 1, static_cast<int>(limit.count())) > 0;
}

using Datagram = std::array<std::byte, state_bytes>;

bool send(int socket, const Datagram& datagram, const sockaddr_in& to) {
    return ::sendto(socket, datagram.data(), datagram.size(), 0,
                    reinterpret_cast<const sockaddr*>(&to), sizeof to) > 0;
}

bool receive(int socket, Datagram& datagram) {
    return ::recv(socket, datagram.data(), datagram.size(), 0) ==
           static_cast<ssize_t>(datagram.size());
}

void echo(int socket, const sockaddr_in& back) {
    Datagram datagram;
    while (is_readable(socket, longest_idle))
        if (receive(socket, datagram)) static_cast<void>(send(socket, datagram, back));
}

}  // namespace

struct FutexPartner::Balls {
    alignas(64) Word ping{0};
    alignas(64) Word pong{0};
};

FutexPartner::FutexPartner() {
    void* memory =
        ::mmap(nullptr, sizeof(Balls), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail("mmap");
    balls_ = new (memory) Balls;
    process_.emplace([balls = balls_] {
        for (std::uint32_t i = 1; await(balls->ping, i, longest_idle); ++i) set(balls->pong, i);
    });
}

FutexPartner::~FutexPartner() {
    process_.reset();
    ::munmap(balls_, sizeof(Balls));
}

RoundTrip FutexPartner::round_trip() {
    const auto start = Clock::now();
    set(balls_->ping, ++sent_);
    if (!await(balls_->pong, sent_, longest_answer)) return std::nullopt;
    return Clock::now() - start;
}

UdpPartner::UdpPartner() : here_(loopback_socket()), there_(loopback_socket()) {
    to_ = address_of(there_);
    process_.emplace([socket = there_.get(), back = address_of(here_)] { echo(socket, back); });
}

/// Each datagram has a number, so that a late answer is not used for the next request.
RoundTrip UdpPartner::round_trip() {
    Datagram datagram{};
    ++sent_;
    std::memcpy(datagram.data(), &sent_, sizeof sent_);
    const auto start = Clock::now();
    if (!send(here_.get(), datagram, to_)) return std::nullopt;
    while (Clock::now() < start + longest_answer && is_readable(here_.get(), longest_answer)) {
        std::uint64_t number = 0;
        if (!receive(here_.get(), datagram)) continue;
        std::memcpy(&number, datagram.data(), sizeof number);
        if (number == sent_) return Clock::now() - start;
    }
    return std::nullopt;
}

RoundTrips measure_round_trips(const std::function<RoundTrip()>& round_trip, int count,
                               const SchedulingOptions& scheduling, const std::atomic<bool>& stop) {
    RoundTrips trips;
    std::thread([&] {
        apply_scheduling(scheduling, [](const std::string&) {});
        for (int i = 0; i < count && !stop; ++i) {
            std::this_thread::sleep_for(pause_between);
            if (const RoundTrip time = round_trip())
                trips.times.add(*time);
            else
                ++trips.lost;
        }
    }).join();
    return trips;
}

}  // namespace gateway::machine
