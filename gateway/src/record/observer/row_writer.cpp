// SPDX-License-Identifier: MIT
#include "row_writer.hpp"

#include "reported_file.hpp"
#include "run_as_batch.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

namespace gateway {
namespace {

using Head = MessageQueue::Head;
static_assert(sizeof(Head) % alignof(double) == 0);  // so rows after it are aligned

constexpr std::size_t most_bytes = std::size_t{32} * 1024 * 1024;
constexpr std::size_t worth_waking = std::size_t{128} * 1024;
constexpr std::size_t text_piece = std::size_t{128} * 1024;
constexpr std::chrono::seconds patience{2};

/// Caches the text of a column's last number: many columns have the same value in many rows, and
/// formatting a number takes longer than everything else here.
class NumberText {
  public:
    void append_to(std::string& line, double value) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);  // 0 and -0 are equal, but have different texts
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

/// Enough blocks for `most_bytes` of rows besides the block that is being written.
WritingThread::Options options_for(std::size_t columns) {
    const std::size_t row = columns * sizeof(double);
    WritingThread::Options options;
    options.block_bytes = std::max(MessageQueue::usual_block_bytes, sizeof(Head) + row);
    const std::size_t bytes_in_block = options.block_bytes / (sizeof(Head) + row) * row;
    options.blocks = most_bytes / bytes_in_block + 2;
    options.worth_waking = worth_waking;
    return options;
}

}  // namespace

/// The state of the writing thread, which may outlive the RowWriter if the disk blocks.
struct RowWriter::CsvFile : WritingThread::Sink {
    CsvFile(std::shared_ptr<OutputFile> output, std::vector<std::string> names, Log report)
        : file(std::move(output), {"trace", "all further rows are lost"}, std::move(report)),
          columns(std::move(names)),
          texts(columns.size()) {}

    void begin() override;
    void write_messages(MessageQueue& messages) override;
    void finish() override { file.finish(); }
    void add(std::string_view row);
    void write();

    ReportedFile file;
    const std::vector<std::string> columns;
    std::vector<NumberText> texts;  ///< one per column
    std::string text;               ///< rows not written yet
    std::uint64_t rows = 0;         ///< number of rows in `text`
    std::atomic<std::uint64_t> rows_written{0};
};

RowWriter::RowWriter(std::shared_ptr<OutputFile> file, const std::vector<std::string>& columns,
                     Log report)
    : dropped_row_(columns.size()),
      file_(std::make_shared<CsvFile>(std::move(file), columns, std::move(report))),
      thread_(file_, options_for(columns.size())) {}

RowWriter::~RowWriter() {
    close();
}

double* RowWriter::next_row() {
    thread_.publish();
    ++rows_added_;
    const std::size_t size = dropped_row_.size() * sizeof(double);
    std::byte* const row = thread_.begin({0, 0, static_cast<std::uint32_t>(size), 0});
    return row == nullptr ? dropped_row_.data() : reinterpret_cast<double*>(row);
}

void RowWriter::close() {
    if (std::exchange(is_closed_, true)) return;
    thread_.publish();
    const bool has_ended = thread_.close(std::chrono::steady_clock::now() + patience);
    problem_ = file_->file.close(has_ended);
    rows_dropped_ = rows_added_ - file_->rows_written;
}

void RowWriter::CsvFile::begin() {
    run_as_batch();
    for (std::size_t i = 0; i < columns.size(); ++i) text += (i == 0 ? "" : ",") + columns[i];
    text += '\n';
    write();
}

/// Reports dropped rows as soon as the file accepts data again, since this thread is blocked until
/// then.
void RowWriter::CsvFile::write_messages(MessageQueue& messages) {
    if (messages.dropped() > 0) file.report_slow("rows are lost, now and whenever it is too slow");
    messages.read(messages.published(), [this](const Head&, std::string_view row) {
        add(row);
        if (text.size() >= text_piece) write();
    });
    if (rows > 0) write();
}

void RowWriter::CsvFile::add(std::string_view row) {
    const char* at = row.data();
    for (NumberText& number : texts) {
        double value;
        std::memcpy(&value, at, sizeof value);
        at += sizeof value;
        number.append_to(text, value);
        text += ',';
    }
    text.back() = '\n';
    ++rows;
}

void RowWriter::CsvFile::write() {
    if (file.write(text)) rows_written += rows;
    text.clear();
    rows = 0;
}

}  // namespace gateway
