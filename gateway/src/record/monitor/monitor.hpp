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

/// A comparison, sample by sample: a value holds until the next one.
class SampleStream : public Stream {
  public:
    void add(std::int64_t time_ns, const Value& value) {
        emit(time_ns, value);
        set_known(time_ns + 1);
    }
    /// The last value holds up to this instant and at it.
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

/// `and` or `or`.
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

/// Follows a run, sample by sample, and says at its end how robustly a requirement was met (A.
/// Donze and O. Maler, Robust satisfaction of temporal logic over real-valued signals, 2010). A
/// sample holds until the next one, so that all is exact, in whole nanoseconds.
///
/// Windows with an end are kept and no more. An `always`, `eventually` or `until` without one keeps
/// nothing, unless it stands within another one: then all of the run.
class Monitor {
  public:
    using SummaryValue = std::function<std::optional<double>(const std::string& key)>;

    /// Keeps a reference.
    explicit Monitor(const Requirement& requirement);
    ~Monitor();
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    /// Makes room for windows with samples that are at least that far apart, up to 65536 samples a
    /// window, so that taking them allocates nothing.
    void reserve(std::int64_t step_ns);

    /// Times must rise. @param columns values of Formula::columns
    void take(std::int64_t time_ns, const double* columns);

    /// To be called once. The last sample holds up to the end.
    Outcome finish(std::int64_t end_ns, const SummaryValue& summary);

  private:
    struct Leaf {
        std::size_t comparison;
        std::unique_ptr<SampleStream> stream;
    };
    struct Room {
        Stream* stream;
        Window* window;       ///< or null
        std::size_t density;  ///< changes a sample, at most
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
    std::vector<Value> constants_;  ///< of comparisons with the summary
    std::unique_ptr<Beginning> root_;
    std::vector<double> stack_;
    std::int64_t begin_ns_ = never, last_ns_ = 0;
    std::optional<Value> undefined_;  ///< what was not a number, first
};

/// Of a run that ended before its time.
Outcome ended_early(const Requirement& requirement, const std::string& reason);

}  // namespace gateway::requirement
