// SPDX-License-Identifier: MIT
#include "kill_scene.hpp"

#include <doctest/doctest.h>

namespace tests {
namespace {

using ddc::Status;

std::size_t text_length(char letter) {
    return 40 + 6 * static_cast<std::size_t>(letter - 'a');
}

bool is_expected(Status status) {
    return status == Status::ok || status == Status::no_data || status == Status::half_written;
}

void check_status(Board& board, const char* where, Status status, bool is_right) {
    if (is_right) return;
    ++board.failed;
    board.last_failed = status;
    board.failed_in = where;  // a literal, at the same address in every process of the scene
}

int write_on(ddc::Table& table, Board& board) {
    for (std::int32_t number = 0; !board.stop; ++number) {
        board.writer_is_resting = board.writer_pauses.load();
        if (board.writer_is_resting) {
            ::usleep(100);
            continue;
        }
        const Status status = table.write(lone_entry, static_cast<double>(number));
        check_status(board, "a write", status, status == Status::ok);
        ++board.writes;
        ::usleep(30);  // yields the processor to the others
    }
    return 0;
}

void read_group(const ddc::Table& table, ddc::Group& group, Board& board) {
    const Status status = table.read(group);
    check_status(board, "a read of the group", status, is_expected(status));
    if (status != Status::ok) return;
    ++board.whole_groups;
    for (std::size_t i = 1; i < group.size(); ++i)
        if (group.real64(i) != group.real64(0)) ++board.torn;
}

void read_text(const ddc::Table& table, Board& board) {
    std::string text;
    const Status status = table.read(text_entry, text);
    check_status(board, "a read of the text", status, is_expected(status));
    if (status != Status::ok) return;
    if (text.size() != text_length(text[0]) || text.find_first_not_of(text[0]) != std::string::npos)
        ++board.torn;
}

void read_changing(const ddc::Table& table, Board& board) {
    const ddc::Entry entry = table.entry(changing_entry);
    const bool gave_up = entry.status == Status::timed_out;  // after 2 ms, on a dying writer
    check_status(board, "a look at an entry", entry.status, gave_up || is_expected(entry.status));
    if (const auto* real = std::get_if<double>(&entry.value))
        board.torn += *real != 0.5;
    else if (const auto* text = std::get_if<std::string>(&entry.value))
        board.torn += *text != "half";
    else if (const auto* number = std::get_if<std::int32_t>(&entry.value))
        board.torn += *number != -5;
}

int read_on(const ddc::Table& table, Board& board) {
    ddc::Group group = make_group();
    while (!board.stop) {
        read_group(table, group, board);
        read_text(table, board);
        read_changing(table, board);
        ++board.rounds_read;
        ::usleep(30);
    }
    return 0;
}

}  // namespace

ddc::Group make_group() {
    ddc::Group group;
    for (ddc::Id id = group_first; id < group_first + group_size; ++id)
        group.add(id, ddc::Type::real64);
    return group;
}

Status write_group(ddc::Table& table, ddc::Group& group, std::int32_t number) {
    for (std::size_t i = 0; i < group.size(); ++i) group.set(i, static_cast<double>(number));
    return table.write(group);
}

Status write_text(ddc::Table& table, std::int32_t number) {
    const char letter = static_cast<char>('a' + number % 26);
    return table.write(text_entry, std::string(text_length(letter), letter));
}

Status write_changing(ddc::Table& table, std::int32_t number) {
    switch (number % 3) {
        case 0:
            return table.write(changing_entry, 0.5);
        case 1:
            return table.write(changing_entry, std::string("half"));
        default:
            return table.write(changing_entry, std::int32_t{-5});
    }
}

Board* Scene::current_ = nullptr;

Scene::Scene(unsigned watchdog_s) : watchdog_(watchdog_s), scratch_(64), raw_(options().name) {
    current_ = &*board_;
    survivors_.emplace_back([this] { return write_on(table(), board()); });
    survivors_.emplace_back([this] { return read_on(table(), board()); });
}

void Scene::pause_writer(bool rests) {
    board().writer_pauses = rests;
    await([&] { return board().writer_is_resting == rests; });
}

std::int64_t Scene::await_survivors(std::int64_t since_ns) {
    const std::uint64_t writes = board().writes, reads = board().rounds_read;
    await([&] { return board().writes >= writes + 1 && board().rounds_read >= reads + 2; });
    return now_ns() - since_ns;
}

void Scene::finish() {
    board().stop = true;
    for (Child& survivor : survivors_) CHECK(survivor.wait() == 0);
    CHECK(board().torn == 0);
    INFO("the last in " << board().failed_in.load() << ": " << ddc::to_string(board().last_failed));
    CHECK(board().failed == 0);
    REQUIRE(table().write(lone_entry, 0.0) ==
            Status::ok);  // repairs the state that the last victim left
    CHECK(raw_.lock().owner == 0);
    CHECK(raw_.semaphore_count() >= 0);
    CHECK(raw_.semaphore_count() <= 1);
    for (ddc::Id id = 0; id < table().capacity(); ++id) CHECK(raw_.cell(id).sequence % 2 == 0);
}

}  // namespace tests
