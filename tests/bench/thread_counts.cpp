// SPDX-License-Identifier: MIT
#include "thread_counts.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include <new>
#include <thread>

namespace {

thread_local std::uint64_t locks = 0;

}  // namespace

/// Replaces the function of the C library, and calls it.
extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    using Lock = int (*)(pthread_mutex_t*);
    static const auto lock = reinterpret_cast<Lock>(::dlsym(RTLD_NEXT, "pthread_mutex_lock"));
    ++locks;
    return lock(mutex);
}

namespace bench {

std::uint64_t locks_of_this_thread() {
    return locks;
}

struct SystemCalls::Shared {
    std::atomic<pid_t> thread{0};
    std::atomic<int> state{0};  ///< 1: counting, -1: not permitted
    std::atomic<std::uint64_t> stops{0};
};

void SystemCalls::Unmap::operator()(Shared* shared) const noexcept {
    ::munmap(shared, sizeof *shared);
}

namespace {

/// Traces until the thread ends, or this process is killed.
template <class Shared>
int trace(Shared& shared) {
    while (shared.thread == 0) ::usleep(1000);
    const pid_t thread = shared.thread;
    const bool may = ::ptrace(PTRACE_SEIZE, thread, nullptr, PTRACE_O_TRACESYSGOOD) == 0 &&
                     ::ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr) == 0;
    shared.state = may ? 1 : -1;
    for (int status = 0; may && ::waitpid(thread, &status, __WALL) == thread;) {
        if (!WIFSTOPPED(status)) return 0;
        const int signal = WSTOPSIG(status);
        const bool is_call = signal == (SIGTRAP | 0x80), is_event = status >> 16 != 0;
        if (is_call) ++shared.stops;
        ::ptrace(PTRACE_SYSCALL, thread, nullptr, is_call || is_event ? 0 : signal);
    }
    return 0;
}

}  // namespace

SystemCalls::SystemCalls() {
    void* const memory =
        ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    shared_.reset(new (memory) Shared);
    tracer_ = std::make_unique<tests::Child>([this] { return trace(*shared_); });
}

SystemCalls::~SystemCalls() = default;

bool SystemCalls::watch_this_thread() {
    shared_->thread = ::gettid();
    while (shared_->state == 0) std::this_thread::yield();
    return shared_->state == 1;
}

/// Each call stops twice, at its begin and at its end.
std::uint64_t SystemCalls::count() const {
    return shared_->stops / 2;
}

}  // namespace bench
