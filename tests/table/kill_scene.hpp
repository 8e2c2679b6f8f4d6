// SPDX-License-Identifier: MIT
#pragma once

#include "delays.hpp"

#include "child.hpp"
#include "raw_table.hpp"
#include "scratch_table.hpp"
#include "shared.hpp"
#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <atomic>
#include <vector>

namespace tests {

constexpr ddc::Id lone_entry = 1;      ///< written by the surviving writer
constexpr ddc::Id watched_entry = 2;   ///< written by victims while a waiter sleeps on it
constexpr ddc::Id text_entry = 3;      ///< a text of one letter, which determines its length
constexpr ddc::Id changing_entry = 4;  ///< changes its type with every write
constexpr ddc::Id group_first = 16;    ///< a group whose values are all equal
constexpr ddc::Id group_size = 12;

/// Data that the processes of a scene share.
struct Board {
    std::atomic<bool> stop{false};
    std::atomic<bool> writer_pauses{false};  ///< the surviving writer does not access the table
    std::atomic<bool> writer_is_resting{false};
    std::atomic<std::int64_t> struck_ns{0};      ///< when the victim reached its end
    std::atomic<std::uint64_t> writes{0};        ///< of the surviving writer
    std::atomic<std::uint64_t> rounds_read{0};   ///< of the surviving reader
    std::atomic<std::uint64_t> torn{0};          ///< values that were never written
    std::atomic<std::uint64_t> failed{0};        ///< statuses that should not occur
    std::atomic<ddc::Status> last_failed{};      ///< of them
    std::atomic<const char*> failed_in{""};      ///< where that was
    std::atomic<std::uint64_t> whole_groups{0};  ///< shows that the reader has read something
};

/// The scene's values: one number determines everything that a victim writes.
ddc::Group make_group();
ddc::Status write_group(ddc::Table& table, ddc::Group& group, std::int32_t number);
ddc::Status write_text(ddc::Table& table, std::int32_t number);
ddc::Status write_changing(ddc::Table& table, std::int32_t number);

/// A table with a writer and a reader that continue when others die.
class Scene {
  public:
    explicit Scene(unsigned watchdog_s);

    ddc::Table& table() { return scratch_.table(); }
    const ddc::TableOptions& options() const { return scratch_.options(); }
    RawTable& raw() { return raw_; }
    Board& board() { return *board_; }
    static Board& current() { return *current_; }

    /// Stops the surviving writer's accesses to the table, or permits them again.
    void pause_writer(bool rests);
    /// Waits until both survivors have finished an operation that they began after now.
    /// @return the time since `since_ns`
    std::int64_t await_survivors(std::int64_t since_ns);
    /// Stops the survivors and checks all invariants after the death of all victims.
    void finish();

  private:
    static Board* current_;
    Watchdog watchdog_;
    ddc::tests::ScratchTable scratch_;
    RawTable raw_;
    Shared<Board> board_;
    std::vector<Child> survivors_;
};

}  // namespace tests
