// SPDX-License-Identifier: MIT
#include "output/writing_thread.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstring>
#include <future>
#include <memory>
#include <string_view>
#include <vector>

namespace writing_thread_test {

using gateway::MessageQueue;
using gateway::WritingThread;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

/// Stores the numbers that it gets, and blocks until it is released.
struct Numbers : WritingThread::Sink {
    void begin() override { let_go.wait(); }
    void write_messages(MessageQueue& messages) override {
        messages.read(messages.published(),
                      [this](const MessageQueue::Head& head, std::string_view) {
                          taken.push_back(head.sequence);
                          ++count;
                      });
    }
    void finish() override { is_finished = true; }

    std::promise<void> key;
    std::future<void> let_go = key.get_future();
    std::vector<std::uint32_t> taken;
    std::atomic<std::uint32_t> count{0};
    std::atomic<bool> is_finished{false};
};

/// @return false if it was dropped
bool add(WritingThread& thread, std::uint32_t sequence, std::uint32_t size = 8) {
    std::byte* const out = thread.begin({0, sequence, size, 0});
    if (out != nullptr) std::memset(out, 'a', size);
    thread.publish();
    return out != nullptr;
}

WritingThread::Options waking_for(std::size_t bytes) {
    WritingThread::Options options;
    options.worth_waking = bytes;
    options.longest_sleep = 5ms;
    return options;
}

steady_clock::time_point soon() {
    return steady_clock::now() + 20s;
}

}  // namespace

TEST_CASE("writing thread: added data is written once and in order before the thread ends") {
    constexpr std::uint32_t count = 50'000;
    for (const std::size_t worth_waking : {std::size_t{1}, std::size_t{4096}}) {
        const auto place = std::make_shared<Numbers>();
        place->key.set_value();
        WritingThread::Options options = waking_for(worth_waking);
        options.blocks = 4;
        WritingThread sut(place, options);
        for (std::uint32_t i = 0; i < count; ++i) REQUIRE(add(sut, i));
        REQUIRE(sut.close(soon()));
        CHECK(place->is_finished);
        REQUIRE(place->taken.size() == count);
        bool is_in_order = true;
        for (std::uint32_t i = 0; i < count; ++i) is_in_order = is_in_order && place->taken[i] == i;
        CHECK(is_in_order);
        CHECK(sut.dropped() == 0);
    }
}

TEST_CASE("writing thread: little data is written although it wakes no thread") {
    const tests::Watchdog watchdog;
    const auto place = std::make_shared<Numbers>();
    place->key.set_value();
    WritingThread sut(place, waking_for(1'000'000));
    for (std::uint32_t i = 0; i < 3; ++i) {
        add(sut, i);
        tests::await([&] { return place->count == i + 1; });
    }
    CHECK(sut.close(soon()));
}

TEST_CASE("writing thread: a blocked file is waited for until the deadline and then abandoned") {
    const tests::Watchdog watchdog;
    const auto place = std::make_shared<Numbers>();
    std::uint32_t kept = 0;
    {
        WritingThread sut(place, waking_for(1));
        while (add(sut, kept, 1000)) ++kept;
        for (int i = 0; i < 10; ++i) CHECK_FALSE(add(sut, kept, 1000));
        CHECK(sut.dropped() == 11);
        CHECK_FALSE(sut.close(steady_clock::now() + 10ms));
    }
    CHECK(place->count == 0);
    place->key.set_value();
    tests::await([&] { return place->is_finished.load(); });
    CHECK(place->taken.size() == kept);
}

}  // namespace writing_thread_test
