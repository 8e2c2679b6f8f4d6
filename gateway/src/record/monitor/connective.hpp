// SPDX-License-Identifier: MIT
#pragma once

#include "stream.hpp"

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

}  // namespace gateway::requirement
