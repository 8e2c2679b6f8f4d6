// SPDX-License-Identifier: MIT
#pragma once

#include "beginning.hpp"
#include "stream.hpp"
#include "window.hpp"

#include "requirement/requirement.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway::requirement {

/// A comparison evaluated for each sample; its value holds until the next sample.
class SampleStream : public Stream {
  public:
    void add(std::int64_t time_ns, const Value& value) {
        emit(time_ns, value);
        set_known(time_ns + 1);
    }
    /// Ends the stream: the last value holds up to and including this instant.
    void end(std::int64_t end_ns) { set_known(end_ns + 1); }
    void advance(bool) override {}
};

class NegationStream : public Stream {
  public:
    explicit NegationStream(Stream& operand) : operand_(operand) {}

    void advance(bool) override {
        while (operand_.next_ns() != never) {
            const std::int64_t start_ns = operand_.next_ns();
            emit(start_ns, opposite(operand_.take()));
        }
        set_known(operand_.known_ns());
    }

  private:
    Stream& operand_;
};

/// A term with `and` or `or`.
class ConnectiveStream : public Stream {
  public:
    ConnectiveStream(Stream& left, Stream& right, bool is_or)
        : operands_(left, right), is_or_(is_or) {}

    void advance(bool) override {
        for (auto start_ns = operands_.step(); start_ns != never; start_ns = operands_.step())
            emit(start_ns, is_or_ ? better(operands_.left(), operands_.right())
                                  : worse(operands_.left(), operands_.right()));
        set_known(operands_.known_ns());
    }

  private:
    Pair operands_;
    bool is_or_;
};

/// Evaluates a requirement sample by sample, and returns its robustness at the end of the run (A.
/// Donze and O. Maler, Robust satisfaction of temporal logic over real-valued signals, 2010). A
/// sample holds until the next one, so the result is exact, in whole nanoseconds.
///
/// It stores the samples of windows with an end only. An `always`, `eventually` or `until` without
/// an end stores nothing, unless it is nested in another one: then it stores the whole run.
class Monitor {
  public:
    using SummaryValue = std::function<std::optional<double>(const std::string& key)>;

    /// @param requirement outlives this
    explicit Monitor(const Requirement& requirement);
    ~Monitor();
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    /// Allocates memory for windows with samples at least `step_ns` apart, up to 65536 samples per
    /// window, so that take() does not allocate.
    void reserve(std::int64_t step_ns);

    /// Adds a sample. Precondition: `time_ns` increases. @param columns values of Formula::columns
    void take(std::int64_t time_ns, const double* columns);

    /// Ends the evaluation; call it once. The last sample holds up to `end_ns`.
    Outcome finish(std::int64_t end_ns, const SummaryValue& summary);

  private:
    struct Leaf {
        std::size_t comparison;
        std::unique_ptr<SampleStream> stream;
    };
    struct Room {
        Stream* stream;
        Window* window;       ///< may be null
        std::size_t density;  ///< largest number of changes per sample
    };

    Stream& stream_of(const Term& term);
    Stream& kept(std::unique_ptr<Stream> stream, std::size_t density, Window* window = nullptr);
    std::unique_ptr<Beginning> beginning_of(const Term& term);
    std::size_t density_of(const Stream& stream) const;
    Value value_of(std::size_t comparison, const double* columns, const double* summary,
                   std::int64_t time_ns);
    bool take_summary(const SummaryValue& summary, Outcome& outcome);
    Outcome judged(Outcome outcome, const Value& value) const;

    const Requirement& requirement_;
    std::vector<Leaf> leaves_;
    std::vector<std::unique_ptr<Stream>> streams_;  ///< operands first
    std::vector<Room> rooms_;
    std::vector<Value> constants_;  ///< values of comparisons with the summary
    std::unique_ptr<Beginning> root_;
    std::vector<double> stack_;
    std::int64_t begin_ns_ = never, last_ns_ = 0;
    std::optional<Value> undefined_;  ///< the first value that was not a number
};

/// The outcome for a run that ended early. @param reason see Outcome::reason
Outcome ended_early(const Requirement& requirement, const std::string& reason);

}  // namespace gateway::requirement
