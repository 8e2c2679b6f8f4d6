// SPDX-License-Identifier: MIT
#include "mapping.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <utility>

namespace ddc {

/// Data of a mapping for the signal handler. Never freed, only reused, so that the handler may
/// traverse the list at any time.
struct Mapping::Watched {
    static constexpr std::uintptr_t free = 0, taken = 1;

    /// First address of the mapping; `free` if unused, `taken` while the other members are set.
    std::atomic<std::uintptr_t> begin{taken};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> is_cut{false};
    Watched* next = nullptr;

    bool holds(std::uintptr_t address) const noexcept {
        const std::uintptr_t first = begin.load();
        return first > taken && first <= address && address < end.load() && begin.load() == first;
    }
};

namespace {

using Watched = Mapping::Watched;

std::atomic<Watched*> all_watched{nullptr};
struct sigaction earlier {};

Watched* take_watched() {
    for (Watched* one = all_watched.load(); one != nullptr; one = one->next) {
        std::uintptr_t expected = Watched::free;
        if (one->begin.compare_exchange_strong(expected, Watched::taken)) return one;
    }
    auto* one = new Watched;
    one->next = all_watched.load();
    while (!all_watched.compare_exchange_weak(one->next, one)) continue;
    return one;
}

/// Maps zeros over an address range. Uses the system call directly, since it runs in a signal
/// handler: a sanitizer's mmap() does more and reports a data race.
bool map_zeros(void* at, std::size_t size) noexcept {
    return ::syscall(SYS_mmap, at, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0L) != -1;
}

/// Replaces the mapping that contains an address by zeros.
/// @return false if no Mapping contains the address
bool replace_mapping_at(std::uintptr_t address) noexcept {
    for (Watched* one = all_watched.load(); one != nullptr; one = one->next) {
        if (!one->holds(address)) continue;
        one->is_cut.store(true);  // before another thread can read the zeros
        const std::uintptr_t begin = one->begin.load();
        return map_zeros(reinterpret_cast<void*>(begin), one->end.load() - begin);
    }
    return false;
}

void pass_on(int number, siginfo_t* info, void* context) noexcept {
    const bool is_fault = info->si_code > 0;
    if ((earlier.sa_flags & SA_SIGINFO) != 0) return earlier.sa_sigaction(number, info, context);
    if (earlier.sa_handler == SIG_IGN && !is_fault) return;
    if (earlier.sa_handler != SIG_IGN && earlier.sa_handler != SIG_DFL)
        return earlier.sa_handler(number);
    struct sigaction end_process {};
    end_process.sa_handler = SIG_DFL;
    ::sigaction(number, &end_process, nullptr);
    if (!is_fault) ::raise(number);  // a fault is raised again by the same access
}

void on_bus_error(int number, siginfo_t* info, void* context) noexcept {
    const int error = errno;
    const bool is_ours = info->si_code == BUS_ADRERR &&
                         replace_mapping_at(reinterpret_cast<std::uintptr_t>(info->si_addr));
    if (!is_ours) pass_on(number, info, context);
    errno = error;
}

bool install_handler() noexcept {
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    ::sigaction(SIGBUS, nullptr, &earlier);  // before the handler can need it
    return ::sigaction(SIGBUS, &action, nullptr) == 0;
}

}  // namespace

Mapping::Mapping(int descriptor, std::size_t size, bool is_writable) : size_(size) {
    [[maybe_unused]] static const bool installed = install_handler();
    watched_ = take_watched();
    watched_->is_cut.store(false);
    const int rights = is_writable ? PROT_READ | PROT_WRITE : PROT_READ;
    void* memory = ::mmap(nullptr, size, rights, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) {
        watched_->begin.store(Watched::free);
        return;
    }
    base_ = static_cast<char*>(memory);
    watched_->end.store(reinterpret_cast<std::uintptr_t>(base_) + size);
    watched_->begin.store(reinterpret_cast<std::uintptr_t>(base_));
}

Mapping::~Mapping() {
    if (base_ == nullptr) return;
    watched_->begin.store(Watched::free);
    ::munmap(base_, size_);
}

Mapping::Mapping(Mapping&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)), size_(other.size_), watched_(other.watched_) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(size_, other.size_);
    std::swap(watched_, other.watched_);
    return *this;
}

const std::atomic<bool>& Mapping::is_cut() const noexcept {
    return watched_->is_cut;
}

}  // namespace ddc
