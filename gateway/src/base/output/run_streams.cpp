// SPDX-License-Identifier: MIT
#include <gateway/base/run_streams.hpp>

#include "output_queue.hpp"
#include "service/journal.hpp"

#include <ddc/interface/visible.hpp>

#include <unistd.h>

#include <cstdlib>
#include <limits>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

namespace gateway {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_of_log = std::size_t{64} * 1024;
constexpr std::size_t result_piece = std::size_t{64} * 1024;
constexpr std::chrono::seconds patience_at_end{1}, patience_with_results{10};
constexpr std::chrono::milliseconds slice{50};
constexpr const char* line_eraser = "\r\033[K";

/// Where the last character begins, which may not be whole yet.
std::size_t last_character(std::string_view text) {
    std::size_t at = text.size();
    while (at > 0 && (static_cast<unsigned char>(text[--at]) & 0xC0U) == 0x80U) {
    }
    return at;
}

/// Gathers text and hands it over in pieces, without control characters.
class PieceBuffer : public std::streambuf {
  public:
    PieceBuffer(int descriptor, std::size_t most_waiting) : queue_(descriptor, most_waiting) {}

  protected:
    /// Called after each text that was added. @return false if what was said before is lost
    virtual bool hand_over_some() = 0;

    std::string text_;
    OutputQueue queue_;

  private:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        text_.append(text, static_cast<std::size_t>(size));
        return hand_over_some() ? size : 0;
    }
    int_type overflow(int_type letter) override {
        if (traits_type::eq_int_type(letter, traits_type::eof())) return 0;
        text_ += traits_type::to_char_type(letter);
        return hand_over_some() ? letter : traits_type::eof();
    }
};

/// Whole lines; never waits.
class LogBuffer : public PieceBuffer {
  public:
    LogBuffer() : PieceBuffer(STDERR_FILENO, most_of_log) {}

    void erase_line() {
        sync();
        if (::isatty(STDERR_FILENO) != 0) queue_.push(line_eraser);
    }
    void finish() {
        sync();
        queue_.drain(Clock::now() + patience_at_end);
        if (queue_.dropped() == 0) return;
        queue_.push(mark_on_stderr(spdlog::level::warn) + "(" + std::to_string(queue_.dropped()) +
                    " lines before this one were dropped: they were not read)\n");
        queue_.drain(Clock::now() + slice);
    }

  private:
    bool hand_over_some() override {
        for (std::size_t end; (end = text_.find('\n')) != std::string::npos;) {
            queue_.push(ddc::interface::visible_lines(std::string_view(text_).substr(0, end + 1)));
            text_.erase(0, end + 1);
        }
        return true;
    }
    int sync() override {
        if (!text_.empty()) queue_.push(ddc::interface::visible_lines(text_));
        text_.clear();
        return 0;
    }
};

/// Waits for its reader, but not for ever.
class ResultBuffer : public PieceBuffer {
  public:
    explicit ResultBuffer(const RunControl& control)
        : PieceBuffer(STDOUT_FILENO, std::numeric_limits<std::size_t>::max()), control_(control) {}

    void limit_wait() { is_limited_ = true; }
    void write_coloured(const std::string& text, Colour colour) {
        static const bool has_colour =
            ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
        if (has_colour && sync() == 0)
            queue_.push(colour == Colour::green ? "\033[32m" : "\033[31m");
        sputn(text.data(), static_cast<std::streamsize>(text.size()));
        if (has_colour && sync() == 0) queue_.push("\033[0m");
    }

  private:
    bool hand_over_some() override {
        if (text_.size() < result_piece) return true;
        std::string rest = text_.substr(last_character(text_));
        text_.resize(text_.size() - rest.size());
        const bool is_well = sync() == 0;
        text_ = std::move(rest);
        return is_well;
    }
    int sync() override {
        if (!text_.empty()) queue_.push(ddc::interface::visible_lines(text_));
        text_.clear();
        const auto start = Clock::now();
        while (!queue_.drain(Clock::now() + slice))
            if (is_given_up(Clock::now() - start)) return -1;
        return queue_.dropped() == 0 ? 0 : -1;
    }
    bool is_given_up(Clock::duration waited) const {
        return control_.stop ? waited >= patience_at_end
                             : is_limited_ && waited >= patience_with_results;
    }

    const RunControl& control_;
    bool is_limited_ = false;
};

}  // namespace

struct RunStreams::Buffers {
    explicit Buffers(const RunControl& control) : results(control) {}
    ResultBuffer results;
    LogBuffer log;
    std::ostream out{&results}, err{&log};
};

RunStreams::RunStreams(const RunControl& control) : buffers_(std::make_unique<Buffers>(control)) {}

RunStreams::~RunStreams() {
    buffers_->log.finish();
}

std::ostream& RunStreams::out() {
    return buffers_->out;
}

std::ostream& RunStreams::err() {
    return buffers_->err;
}

bool goes_to_journal(const std::ostream& log) {
    return dynamic_cast<const LogBuffer*>(log.rdbuf()) != nullptr && is_journal(STDERR_FILENO);
}

bool goes_to_terminal(const std::ostream& stream) {
    if (dynamic_cast<const LogBuffer*>(stream.rdbuf()) != nullptr)
        return ::isatty(STDERR_FILENO) != 0;
    return dynamic_cast<const ResultBuffer*>(stream.rdbuf()) != nullptr &&
           ::isatty(STDOUT_FILENO) != 0;
}

void write_coloured(std::ostream& results, const std::string& text, Colour colour) {
    if (auto* buffer = dynamic_cast<ResultBuffer*>(results.rdbuf()))
        buffer->write_coloured(text, colour);
    else
        results << text;
}

void erase_line(std::ostream& log) {
    if (auto* buffer = dynamic_cast<LogBuffer*>(log.rdbuf()))
        buffer->erase_line();
    else
        log << line_eraser << std::flush;
}

void limit_wait(std::ostream& results) {
    if (auto* buffer = dynamic_cast<ResultBuffer*>(results.rdbuf())) buffer->limit_wait();
}

}  // namespace gateway
