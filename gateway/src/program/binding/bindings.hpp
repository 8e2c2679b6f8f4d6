// SPDX-License-Identifier: MIT
#pragma once

#include "message_port.hpp"
#include "port_rules.hpp"
#include "signal_functions.hpp"

#include "columns/bound_entries.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// Computes the elements of an input port in each cycle. Ports with constant elements have none.
class InputSource {
  public:
    virtual ~InputSource() = default;
    /// Writes all elements. Allocates nothing.
    virtual void show(const Moment& moment, double* elements) const noexcept = 0;
    /// Whether it depends on other vehicles.
    virtual bool looks_around() const noexcept { return false; }
};

/// A signal of the catalogue.
class SignalSource : public InputSource {
  public:
    SignalSource(const InputSignal& signal, const Conversion& conversion)
        : signal_(signal), conversion_(conversion), converts_(conversion.is_needed()) {}

    void show(const Moment& moment, double* elements) const noexcept override {
        signal_.function(moment, elements);
        if (!converts_) return;
        for (std::size_t i = 0; i < signal_.elements; ++i) elements[i] = conversion_(elements[i]);
    }

    bool looks_around() const noexcept override { return signal_.looks_around; }

  private:
    const InputSignal& signal_;
    Conversion conversion_;
    bool converts_;
};

/// A message of the catalogue, as the fields of a program's struct.
class MessageSource : public InputSource {
  public:
    /// @param elements of the struct, as match_message() found them
    MessageSource(const InputSignal& signal, std::vector<MessageElement> elements)
        : signal_(signal), elements_(std::move(elements)) {}

    void show(const Moment& moment, double* elements) const noexcept override {
        std::array<double, longest_message> message{};
        signal_.function(moment, message.data());
        for (const MessageElement& element : elements_)
            *elements++ = element.meaning(message[element.place]);
    }

  private:
    const InputSignal& signal_;
    std::vector<MessageElement> elements_;
};

/// Columns of a file, over simulated time.
class SeriesSource : public InputSource {
  public:
    explicit SeriesSource(std::shared_ptr<const TimeSeries> series) : series_(std::move(series)) {}

    void show(const Moment& moment, double* elements) const noexcept override {
        series_->at(moment.now, elements);
    }

  private:
    std::shared_ptr<const TimeSeries> series_;
};

/// One input port: `count` consecutive items of a group.
struct BoundInput {
    std::unique_ptr<const InputSource> source;
    std::size_t first;
    std::size_t count;
    bool only_real64;  ///< no element is converted to the type of its entry
};

/// Converts the elements of an output port to a signal of the catalogue. Ports that are only
/// recorded have none.
struct OutputSink {
    const OutputSignal* signal;
    Conversion conversion;
    double min;  ///< of the signal
    double max;
    /// Elements of the program's struct, for a message; otherwise none.
    std::vector<MessageElement> elements{};

    /// The value of the signal for a finite value of the program.
    double limited(double value) const noexcept { return std::clamp(value, min, max); }
};

/// An output port that sets a signal.
struct BoundOutput {
    std::string name;
    OutputSink sink;
    std::size_t first;
    std::size_t count;
};

/// The inputs of a program. Items without a port keep the value from the binding.
struct InputBindings : BoundEntries {
    std::vector<BoundInput> ports;

    /// Whether one of them depends on other vehicles.
    bool look_around() const;
};

/// The outputs of a program. Items without a port are only recorded.
struct OutputBindings : BoundEntries {
    std::vector<BoundOutput> ports;
    /// The items that the gateway never writes: a new value there is an answer of the program.
    std::vector<std::size_t> answers;
};

/// The first output that only vehicles of that level accept, or null.
const BoundOutput* first_output(const OutputBindings& outputs, Level level);
/// The level of the commands that the outputs make; nothing if every vehicle accepts them.
std::optional<Level> level_of(const OutputBindings& outputs);

/// Computes the elements of every input.
void set_inputs(const Moment& moment, InputBindings& inputs);

/// The int32 that means "unknown", as in reports of the specification.
constexpr double whole_not_known = 255;
/// Stores a number in an item of any numeric type. For an int32 it is rounded and limited; a value
/// that is not a number becomes whole_not_known.
void store_number(ddc::Group& group, std::size_t item, double value) noexcept;

}  // namespace gateway
