// SPDX-License-Identifier: MIT
#pragma once

#include "reach.hpp"
#include "stream.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace gateway::requirement {

/// The value of a term at the first instant of the run, computed while samples arrive. Its memory
/// does not grow with the length of its window.
class Beginning {
  public:
    virtual ~Beginning() = default;
    /// Consumes the new values of the streams of its operands.
    virtual void advance() {}
    /// The value; call it at the end of the run.
    virtual Value value() = 0;
};

/// A comparison of constant values, such as keys of the summary.
class ConstantBeginning : public Beginning {
  public:
    explicit ConstantBeginning(const Value& value) : value_(value) {}
    Value value() override { return value_; }

  private:
    const Value& value_;
};

/// A comparison at the first instant.
class FirstBeginning : public Beginning {
  public:
    explicit FirstBeginning(Stream& stream) : stream_(stream) {}

    void advance() override {
        while (stream_.next_ns() != never) {
            const Value value = stream_.take();
            if (!first_) first_ = value;
        }
    }
    Value value() override { return *first_; }

  private:
    Stream& stream_;
    std::optional<Value> first_;
};

class NegationBeginning : public Beginning {
  public:
    explicit NegationBeginning(std::unique_ptr<Beginning> operand) : operand_(std::move(operand)) {}
    void advance() override { operand_->advance(); }
    Value value() override { return opposite(operand_->value()); }

  private:
    std::unique_ptr<Beginning> operand_;
};

class ConnectiveBeginning : public Beginning {
  public:
    ConnectiveBeginning(std::unique_ptr<Beginning> left, std::unique_ptr<Beginning> right,
                        bool is_or)
        : left_(std::move(left)), right_(std::move(right)), is_or_(is_or) {}

    void advance() override {
        left_->advance();
        right_->advance();
    }
    Value value() override {
        const Value left = left_->value(), right = right_->value();
        return is_or_ ? better(left, right) : worse(left, right);
    }

  private:
    std::unique_ptr<Beginning> left_, right_;
    bool is_or_;
};

/// The window of the first instant.
class WindowBeginning {
  public:
    /// @param begin_ns the first instant of the run; must be set before advance()
    WindowBeginning(std::int64_t from_ns, std::int64_t to_ns, const std::int64_t& begin_ns)
        : from_ns_(from_ns), to_ns_(to_ns), begin_ns_(begin_ns) {}

  protected:
    void enter(std::int64_t start_ns, const Reach& reach);
    Value value_until(std::int64_t known_ns);

  private:
    void end_last(std::int64_t end_ns);

    std::int64_t from_ns_, to_ns_;
    const std::int64_t& begin_ns_;
    std::int64_t last_start_ns_ = never;
    Reach last_;
    std::optional<Reach> total_;
};

class EventuallyBeginning : public Beginning, private WindowBeginning {
  public:
    EventuallyBeginning(Stream& operand, const WindowBeginning& window)
        : WindowBeginning(window), operand_(operand) {}
    void advance() override;
    Value value() override { return value_until(operand_.known_ns()); }

  private:
    Stream& operand_;
};

class UntilBeginning : public Beginning, private WindowBeginning {
  public:
    UntilBeginning(Stream& before, Stream& then, const WindowBeginning& window)
        : WindowBeginning(window), operands_(before, then) {}
    void advance() override;
    Value value() override { return value_until(operands_.known_ns()); }

  private:
    Pair operands_;
};

}  // namespace gateway::requirement
