// SPDX-License-Identifier: MIT
#include "writing_thread.hpp"

#include <semaphore.h>

#include <atomic>
#include <ctime>
#include <utility>

namespace gateway {

/// Shared with the thread, which may outlive the WritingThread.
struct WritingThread::State {
    State(std::shared_ptr<Sink> its_sink, const Options& options)
        : sink(std::move(its_sink)),
          messages(options.blocks, options.block_bytes),
          longest_sleep(options.longest_sleep) {
        ::sem_init(&woken, 0, 0);
    }
    ~State() { ::sem_destroy(&woken); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void run();
    void sleep();
    void end() noexcept;

    std::shared_ptr<Sink> sink;
    MessageQueue messages;
    std::chrono::milliseconds longest_sleep;
    std::atomic<bool> is_closing{false};
    sem_t woken;  ///< posting it makes a system call only if the thread sleeps
};

WritingThread::WritingThread(std::shared_ptr<Sink> sink, const Options& options)
    : worth_waking_(options.worth_waking),
      state_(std::make_shared<State>(std::move(sink), options)),
      thread_([state = state_] { state->run(); }) {}

WritingThread::~WritingThread() {
    state_->end();
}

std::byte* WritingThread::begin(const MessageQueue::Head& head) noexcept {
    return state_->messages.begin(head);
}

void WritingThread::publish() noexcept {
    state_->messages.publish();
    const std::uint64_t published = state_->messages.published();
    if (published - woken_at_ < worth_waking_) return;
    woken_at_ = published;
    ::sem_post(&state_->woken);
}

bool WritingThread::close(std::chrono::steady_clock::time_point deadline) {
    state_->end();
    return thread_.ends_by(deadline);
}

std::uint64_t WritingThread::published() const noexcept {
    return state_->messages.published();
}

std::uint64_t WritingThread::dropped() const noexcept {
    return state_->messages.dropped();
}

void WritingThread::State::run() {
    sink->begin();
    for (bool is_last = false; !is_last;) {
        sleep();
        is_last = is_closing;
        sink->write_messages(messages);
    }
    sink->finish();
}

/// Several posts since the last sleep wake it once.
void WritingThread::State::sleep() {
    timespec until{};
    ::clock_gettime(CLOCK_MONOTONIC, &until);
    constexpr long second_ns = 1'000'000'000;
    until.tv_nsec += std::chrono::nanoseconds(longest_sleep).count();
    until.tv_sec += until.tv_nsec / second_ns;
    until.tv_nsec %= second_ns;
    ::sem_clockwait(&woken, CLOCK_MONOTONIC, &until);
    while (::sem_trywait(&woken) == 0) continue;
}

void WritingThread::State::end() noexcept {
    is_closing = true;
    ::sem_post(&woken);
}

}  // namespace gateway
