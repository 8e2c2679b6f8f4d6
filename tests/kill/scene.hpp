// SPDX-License-Identifier: MIT
#pragma once

#include "child.hpp"
#include "raw_table.hpp"
#include "scratch_table.hpp"
#include "shared.hpp"
#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <atomic>
#include <thread>
#include <vector>

namespace tests {

constexpr ddc::Id lone_entry = 1;      ///< written by the surviving writer
constexpr ddc::Id watched_entry = 2;   ///< written by victims with a waiter asleep on it
constexpr ddc::Id text_entry = 3;      ///< a text of one letter, whose length follows from it
constexpr ddc::Id changing_entry = 4;  ///< changes its type with every write
constexpr ddc::Id group_first = 16;    ///< a group whose values are all equal
constexpr ddc::Id group_size = 12;

/// What the processes of a scene tell each other.
struct Board {
    std::atomic<bool> stop{false};
    std::atomic<bool> writer_rests{false};  ///< the surviving writer stays out of the table
    std::atomic<bool> writer_is_resting{false};
    std::atomic<std::int64_t> struck_ns{0};      ///< when the victim reached its end
    std::atomic<std::uint64_t> writes{0};        ///< of the surviving writer
    std::atomic<std::uint64_t> rounds_read{0};   ///< of the surviving reader
    std::atomic<std::uint64_t> torn{0};          ///< values that were never written
    std::atomic<std::uint64_t> failed{0};        ///< statuses that should not occur
    std::atomic<std::uint64_t> whole_groups{0};  ///< to know that the reader saw something
};

std::int64_t now_ns() noexcept;

/// The scene's values: everything a victim writes follows from one number.
ddc::Group make_group();
ddc::Status write_group(ddc::Table& table, ddc::Group& group, std::int32_t number);
ddc::Status write_text(ddc::Table& table, std::int32_t number);
ddc::Status write_changing(ddc::Table& table, std::int32_t number);

/// A table with a writer and a reader that go on whatever happens to others.
class Scene {
  public:
    explicit Scene(unsigned watchdog_s);

    ddc::Table& table() { return scratch_.table(); }
    const ddc::TableOptions& options() const { return scratch_.options(); }
    RawTable& raw() { return raw_; }
    Board& board() { return *board_; }
    static Board& current() { return *current_; }

    /// Keeps the surviving writer out of the table, or lets it in again.
    void rest_writer(bool rests);
    /// Waits until both survivors have finished an operation that they began after now.
    /// @return how long that took after `since_ns`
    std::int64_t await_survivors(std::int64_t since_ns);
    /// Stops the survivors and checks all that must hold when all victims are dead.
    void finish();

  private:
    static Board* current_;
    Watchdog watchdog_;
    ddc::tests::ScratchTable scratch_;
    RawTable raw_;
    Shared<Board> board_;
    std::vector<Child> survivors_;
};

/// How long this machine keeps a process waiting that is ready to run: a thread that sleeps a
/// millisecond at a time sees how much later it wakes.
class WakeUpDelay {
  public:
    WakeUpDelay() : thread_([this] { sleep_until_closed(); }) {}
    ~WakeUpDelay() {
        is_closed_ = true;
        thread_.join();
    }
    WakeUpDelay(const WakeUpDelay&) = delete;
    WakeUpDelay& operator=(const WakeUpDelay&) = delete;

    /// The longest since the last call.
    std::int64_t take_longest_ns() { return longest_ns_.exchange(0); }

  private:
    void sleep_until_closed();

    std::atomic<bool> is_closed_{false};
    std::atomic<std::int64_t> longest_ns_{0};
    std::thread thread_;
};

/// Delays after deaths, in ns. Those count during which this machine let its processes run.
class Delays {
  public:
    void add(std::int64_t ns);
    /// Prints the distribution and checks it: 50 ms.
    void check();

  private:
    WakeUpDelay machine_;
    std::vector<std::int64_t> all_;
    int on_busy_machine_ = 0;
};

/// Kills at each named point in a default run; DDC_KILL_ROUNDS asks for more.
int kill_rounds();

}  // namespace tests
