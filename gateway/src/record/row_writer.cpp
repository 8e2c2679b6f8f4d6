// SPDX-License-Identifier: MIT
#include "row_writer.hpp"

#include <charconv>
#include <stdexcept>

namespace gateway {
namespace {
constexpr std::size_t rows_per_block = 256;
constexpr std::size_t blocks_at_start = 8;
}  // namespace

RowWriter::RowWriter(const std::filesystem::path& file, const std::vector<std::string>& columns)
    : name_(file.string()), columns_(columns.size()) {
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
    out_.open(file);
    if (!out_) throw std::runtime_error(name_ + ": cannot be written");
    for (std::size_t i = 0; i < columns.size(); ++i) out_ << (i == 0 ? "" : ",") << columns[i];
    out_ << '\n';
    filling_.reserve(columns_ * rows_per_block);
    empty_.resize(blocks_at_start);
    for (Block& block : empty_) block.reserve(columns_ * rows_per_block);
    full_.reserve(1024);
    thread_ = std::thread([this] { run(); });
}

RowWriter::~RowWriter() {
    try {
        close();
    } catch (const std::exception&) {  // whoever cares calls close()
    }
}

double* RowWriter::next_row() {
    if (filling_.size() + columns_ > filling_.capacity()) hand_over();
    filling_.resize(filling_.size() + columns_);
    return filling_.data() + filling_.size() - columns_;
}

void RowWriter::hand_over() {
    Block fresh;
    {
        const std::lock_guard lock(mutex_);
        full_.push_back(std::move(filling_));
        if (!empty_.empty()) {
            fresh = std::move(empty_.back());
            empty_.pop_back();
        }
    }
    filled_.notify_one();
    filling_ = std::move(fresh);
    filling_.reserve(columns_ * rows_per_block);
}

void RowWriter::run() {
    for (;;) {
        std::vector<Block> blocks;
        {
            std::unique_lock lock(mutex_);
            filled_.wait(lock, [this] { return closing_ || !full_.empty(); });
            if (full_.empty()) return;
            blocks.swap(full_);
            full_.reserve(1024);
        }
        for (Block& block : blocks) {
            write(block);
            block.clear();
            const std::lock_guard lock(mutex_);
            empty_.push_back(std::move(block));
        }
    }
}

void RowWriter::write(const Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        char text[32];
        const char* end = std::to_chars(text, text + sizeof text, block[i]).ptr;
        line_.append(text, static_cast<std::size_t>(end - text));
        line_ += (i + 1) % columns_ == 0 ? '\n' : ',';
    }
    out_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
    line_.clear();
}

void RowWriter::close() {
    if (!thread_.joinable()) return;
    hand_over();
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    filled_.notify_one();
    thread_.join();
    out_.close();
    if (!out_) throw std::runtime_error(name_ + ": could not be written in full");
}

}  // namespace gateway
