// SPDX-License-Identifier: MIT
#include "row_writer.hpp"

#include "run_as_batch.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <utility>

namespace gateway {
namespace {

constexpr std::size_t rows_per_block = 1024;
constexpr std::size_t blocks_at_start = 8;
constexpr std::size_t most_bytes = std::size_t{32} * 1024 * 1024;
constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds flush_every{500};

/// The text of a column's last number: many columns say the same for many rows, and making the
/// text of a number takes longer than all else here.
class NumberText {
  public:
    void append_to(std::string& line, double value) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);  // 0 and -0 are equal, but not their texts
        if (length_ == 0 || bits != bits_) {
            const char* end = std::to_chars(text_, text_ + sizeof text_, value).ptr;
            length_ = static_cast<std::size_t>(end - text_);
            bits_ = bits;
        }
        line.append(text_, length_);
    }

  private:
    char text_[32];
    std::size_t length_ = 0;
    std::uint64_t bits_ = 0;
};

}  // namespace

/// Shared with the thread, which may be left behind.
struct RowWriter::State {
    /// Numbers of whole rows, those first that are in the file already.
    struct Rows {
        Block block;
        std::size_t written = 0;
    };
    void run();
    bool take(std::vector<Rows>& blocks);
    void copy_new_rows(Rows& rows);
    void write_header();
    void write(const Rows& rows);
    void write_line();
    void fail(int error);
    void tell_if_slow();

    std::shared_ptr<OutputFile> file;
    std::vector<std::string> columns;
    std::vector<NumberText> texts;  ///< one a column
    std::string line;

    /// @name Of the block at hand, which the loop fills
    /// Its memory is there for as long as the mutex is held and `ready` is not 0.
    /// @{
    std::atomic<const double*> filling{nullptr};
    std::atomic<std::size_t> ready{0};  ///< numbers of rows that are whole
    /// @}

    std::mutex mutex;  ///< guards all below
    std::condition_variable filled;
    std::size_t written_of_filling = 0;
    std::vector<Rows> full;
    std::vector<Block> empty;
    bool is_closing = false;
    bool is_too_slow = false;
    bool is_broken = false;
    Report report;
    std::uint64_t rows_written = 0;
    std::string problem;
};

RowWriter::RowWriter(std::shared_ptr<OutputFile> file, const std::vector<std::string>& columns,
                     Report report)
    : columns_(columns.size()), state_(std::make_shared<State>()) {
    const std::size_t block = columns_ * rows_per_block * sizeof(double);
    blocks_left_ = std::max(most_bytes / block, blocks_at_start) - blocks_at_start;
    filling_.reserve(columns_ * rows_per_block);
    state_->file = std::move(file);
    state_->columns = columns;
    state_->texts.resize(columns.size());
    state_->report = std::move(report);
    state_->empty.resize(blocks_at_start);
    for (Block& empty : state_->empty) empty.reserve(columns_ * rows_per_block);
    state_->filling = filling_.data();
    state_->full.reserve(blocks_left_ + blocks_at_start + 1);
    thread_.emplace([state = state_] { state->run(); });
}

RowWriter::~RowWriter() {
    close();
}

double* RowWriter::next_row() {
    state_->ready.store(filling_.size(), std::memory_order_release);
    if (filling_.size() + columns_ > filling_.capacity()) hand_over();
    filling_.resize(filling_.size() + columns_);
    ++rows_added_;
    return filling_.data() + filling_.size() - columns_;
}

/// Where no block is left, the one at hand is dropped and filled again.
void RowWriter::hand_over() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->ready = 0;
        const std::size_t written = std::exchange(state_->written_of_filling, 0);
        Block fresh;
        if (!state_->empty.empty()) {
            fresh = std::move(state_->empty.back());
            state_->empty.pop_back();
        } else if (blocks_left_ == 0) {
            state_->is_too_slow = true;
            return filling_.clear();
        } else {
            --blocks_left_;
        }
        state_->full.push_back({std::move(filling_), written});
        filling_ = std::move(fresh);
    }
    state_->filled.notify_one();
    filling_.reserve(columns_ * rows_per_block);
    state_->filling.store(filling_.data(), std::memory_order_release);
}

void RowWriter::State::run() {
    run_as_batch();
    write_header();
    std::vector<Rows> blocks;
    while (take(blocks)) {
        tell_if_slow();
        for (Rows& rows : blocks) {
            write(rows);
            rows.block.clear();
            const std::lock_guard lock(mutex);
            empty.push_back(std::move(rows.block));
        }
    }
    if (const int error = file->finish()) fail(error);
}

/// Meanwhile writes what there is of the block at hand, now and then.
/// @return false if there will be no more
bool RowWriter::State::take(std::vector<Rows>& blocks) {
    blocks.clear();
    Rows new_rows;
    std::unique_lock lock(mutex);
    blocks.reserve(full.capacity());  // the loop adds to what full gets in exchange
    while (!filled.wait_for(lock, flush_every, [this] { return is_closing || !full.empty(); })) {
        copy_new_rows(new_rows);
        lock.unlock();
        if (!new_rows.block.empty()) write(new_rows);
        lock.lock();
    }
    blocks.swap(full);
    return !blocks.empty();
}

/// A copy, since the loop must not wait for the disk with its block.
void RowWriter::State::copy_new_rows(Rows& rows) {
    const std::size_t end = ready.load(std::memory_order_acquire);
    const double* const from = filling.load(std::memory_order_acquire);
    if (end <= written_of_filling) return rows.block.clear();
    rows.block.assign(from + written_of_filling, from + end);
    written_of_filling = end;
}

void RowWriter::State::write_header() {
    for (std::size_t i = 0; i < columns.size(); ++i) line += (i == 0 ? "" : ",") + columns[i];
    line += '\n';
    write_line();
}

void RowWriter::State::write(const Rows& rows) {
    const Block& block = rows.block;
    auto value = block.begin() + static_cast<std::ptrdiff_t>(rows.written);
    const auto count = static_cast<std::size_t>(block.end() - value) / columns.size();
    while (value != block.end()) {
        for (NumberText& text : texts) {
            text.append_to(line, *value++);
            line += ',';
        }
        line.back() = '\n';
    }
    write_line();
    const std::lock_guard lock(mutex);
    if (!is_broken) rows_written += count;
}

void RowWriter::State::write_line() {
    const int error = file->write(line);
    line.clear();
    if (error != 0) fail(error);
}

void RowWriter::State::fail(int error) {
    const std::lock_guard lock(mutex);
    if (is_broken) return;
    is_broken = true;
    problem = "trace " + file->name() + ": could not be written in full: " + std::strerror(error);
    if (report) report(problem + "; the rows from here on are lost");
}

/// Once, as soon as it takes rows again; until then there is no moment to say anything.
void RowWriter::State::tell_if_slow() {
    const std::lock_guard lock(mutex);
    if (!is_too_slow || !problem.empty()) return;
    problem = "trace " + file->name() + ": its place is too slow";
    if (report) report(problem + "; rows are lost, and will be again where it does not keep up");
}

void RowWriter::close() {
    if (!thread_) return;
    {
        const std::lock_guard lock(state_->mutex);
        state_->full.push_back({std::move(filling_), state_->written_of_filling});
        state_->is_closing = true;
    }
    state_->filled.notify_one();
    const bool has_ended = thread_->ends_by(std::chrono::steady_clock::now() + patience);
    thread_.reset();
    const std::lock_guard lock(state_->mutex);
    state_->report = nullptr;
    rows_dropped_ = rows_added_ - state_->rows_written;
    problem_ = state_->problem;
    if (!has_ended && !state_->is_broken)
        problem_ = "trace " + state_->file->name() + ": its place does not take what is written";
}

}  // namespace gateway
