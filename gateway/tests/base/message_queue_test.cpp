// SPDX-License-Identifier: MIT
#include "output/message_queue.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

namespace message_queue_test {

using gateway::MessageQueue;

namespace {

constexpr std::size_t large = MessageQueue::usual_block_bytes / 4;

/// A message of a sequence number followed by copies of one letter.
bool add(MessageQueue& queue, std::uint32_t sequence, std::size_t size) {
    std::byte* out = queue.begin({sequence, sequence, static_cast<std::uint32_t>(size), 7});
    if (out == nullptr) return false;
    std::memset(out, static_cast<char>('a' + sequence % 26), size);
    return true;
}

struct Taken {
    std::vector<std::uint32_t> sequences;
    bool is_whole = true;
};

void take(MessageQueue& queue, std::uint64_t end, Taken& taken) {
    queue.read(end, [&](const MessageQueue::Head& head, std::string_view data) {
        taken.sequences.push_back(head.sequence);
        const char letter = static_cast<char>('a' + head.sequence % 26);
        taken.is_whole = taken.is_whole && head.topic == 7 && head.size == data.size() &&
                         data.find_first_not_of(letter) == std::string_view::npos;
    });
}

Taken take(MessageQueue& queue) {
    Taken taken;
    take(queue, queue.published(), taken);
    return taken;
}

}  // namespace

TEST_CASE("message queue: messages that were added are taken once and in order") {
    MessageQueue sut(2);
    CHECK(add(sut, 0, 10));
    CHECK(add(sut, 1, 0));
    CHECK(take(sut).sequences.empty());
    sut.publish();
    const std::uint64_t both = sut.published();
    CHECK(both == 10 + 2 * sizeof(MessageQueue::Head));
    CHECK(add(sut, 2, 30));
    sut.publish();
    Taken taken;
    take(sut, both, taken);
    CHECK(taken.sequences == std::vector<std::uint32_t>{0, 1});
    CHECK(sut.read_bytes() == both);
    CHECK(take(sut).sequences == std::vector<std::uint32_t>{2});
    CHECK(take(sut).sequences.empty());
    CHECK(taken.is_whole);
    CHECK(sut.dropped() == 0);
}

TEST_CASE("message queue: a message without room is dropped until blocks are taken") {
    MessageQueue sut(3);
    std::uint32_t sequence = 0;
    while (add(sut, sequence, large)) ++sequence;
    sut.publish();
    CHECK(sequence == 9);  // three in each block, since headers need room
    CHECK_FALSE(add(sut, sequence, large));
    CHECK(sut.dropped() == 2);
    CHECK(take(sut).sequences.size() == 9);
    for (std::uint32_t i = 0; i < 6; ++i) CHECK(add(sut, i, large));
    CHECK_FALSE(add(sut, 7, large));  // the third block was filled last
    sut.publish();
    const Taken taken = take(sut);
    CHECK(taken.sequences == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
    CHECK(taken.is_whole);
}

TEST_CASE("message queue: only a message longer than a block is dropped") {
    MessageQueue sut(2);
    CHECK_FALSE(add(sut, 0, MessageQueue::usual_block_bytes));
    CHECK(add(sut, 1, MessageQueue::usual_block_bytes - sizeof(MessageQueue::Head)));
    CHECK(add(sut, 2, 1));
    sut.publish();
    CHECK(take(sut).sequences == std::vector<std::uint32_t>{1, 2});
    CHECK(sut.dropped() == 1);
}

TEST_CASE("message queue: a second thread gets each message once and complete") {
    MessageQueue sut(4);
    constexpr std::uint32_t count = 200'000;
    std::thread adder([&] {
        for (std::uint32_t i = 0; i < count; ++i) {
            add(sut, i, i % 97 * 30);
            if (i % 8 == 0) sut.publish();
        }
        sut.publish();
    });
    Taken taken;
    while (taken.sequences.size() + sut.dropped() < count) take(sut, sut.published(), taken);
    adder.join();
    CHECK(taken.is_whole);
    bool is_rising = true;
    for (std::size_t i = 1; i < taken.sequences.size(); ++i)
        is_rising = is_rising && taken.sequences[i - 1] < taken.sequences[i];
    CHECK(is_rising);
    CHECK(take(sut).sequences.empty());
}

}  // namespace message_queue_test
