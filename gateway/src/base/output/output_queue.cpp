// SPDX-License-Identifier: MIT
#include "output_queue.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace gateway {

int write_all(int descriptor, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
        if (written >= 0 || errno == EINTR) continue;
        if (errno != EAGAIN) return errno;
        pollfd until_writable{descriptor, POLLOUT, 0};  // another process set it non-blocking
        ::poll(&until_writable, 1, -1);
    }
    return 0;
}

/// Shared with the thread, which may outlive the queue.
struct OutputQueue::State {
    explicit State(std::size_t most) : most_waiting(most) {}

    void drop_oldest() {
        bytes -= waiting.front().size();
        waiting.pop_front();
        ++dropped;
    }

    const std::size_t most_waiting;
    std::mutex mutex;  ///< guards all below
    std::condition_variable changed;
    std::deque<std::string> waiting;
    std::size_t bytes = 0;
    bool is_writing = false;
    bool is_closed = false;
    std::uint64_t dropped = 0;
};

OutputQueue::OutputQueue(int descriptor, std::size_t most_waiting)
    : state_(std::make_shared<State>(most_waiting)),
      thread_([descriptor, state = state_] { run(descriptor, *state); }) {}

OutputQueue::~OutputQueue() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->is_closed = true;
        state_->waiting.clear();
    }
    state_->changed.notify_all();
}

void OutputQueue::push(std::string piece) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->bytes += piece.size();
        state_->waiting.push_back(std::move(piece));
        while (state_->bytes > state_->most_waiting) state_->drop_oldest();
    }
    state_->changed.notify_all();
}

bool OutputQueue::drain(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(state_->mutex);
    return state_->changed.wait_until(
        lock, deadline, [&] { return state_->waiting.empty() && !state_->is_writing; });
}

std::uint64_t OutputQueue::dropped() const {
    const std::lock_guard lock(state_->mutex);
    return state_->dropped;
}

void OutputQueue::run(int descriptor, State& state) {
    std::unique_lock lock(state.mutex);
    for (;;) {
        state.changed.wait(lock, [&] { return state.is_closed || !state.waiting.empty(); });
        if (state.waiting.empty()) return;
        const std::string piece = std::move(state.waiting.front());
        state.waiting.pop_front();
        state.bytes -= piece.size();
        state.is_writing = true;
        lock.unlock();
        const int error = write_all(descriptor, piece);
        lock.lock();
        state.is_writing = false;
        if (error != 0) ++state.dropped;
        state.changed.notify_all();
    }
}

}  // namespace gateway
