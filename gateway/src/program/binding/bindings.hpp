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

/// Where the elements of an input port come from, cycle by cycle. What never changes needs none.
class InputSource {
  public:
    virtual ~InputSource() = default;
    /// Writes all elements. Allocates nothing.
    virtual void show(const Moment& moment, double* elements) const noexcept = 0;
    /// It tells of other vehicles.
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

/// Columns of a file over simulated time.
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
    bool only_real64;  ///< nothing is to be converted to the type of its entry
};

/// Where the elements of an output port go: into a signal of the catalogue. What is only recorded
/// needs none.
struct OutputSink {
    const OutputSignal* signal;
    Conversion conversion;
    double min;  ///< of the signal
    double max;
    /// Of a message the elements of the program's struct; else none.
    std::vector<MessageElement> elements{};

    /// What the signal gets of a value that is finite.
    double limited(double value) const noexcept { return std::clamp(value, min, max); }
};

/// The same of an output port that sets a signal.
struct BoundOutput {
    std::string name;
    OutputSink sink;
    std::size_t first;
    std::size_t count;
};

/// What a program is shown. Items without a port keep the value they were bound with.
struct InputBindings : BoundEntries {
    std::vector<BoundInput> ports;

    /// Some of them tell of other vehicles.
    bool look_around() const;
};

/// What a program gives. Items without a port are only recorded.
struct OutputBindings : BoundEntries {
    std::vector<BoundOutput> ports;
    /// The items that the gateway never writes: new ones are an answer of the program.
    std::vector<std::size_t> answers;
};

/// The first output that only vehicles of that level take, or null.
const BoundOutput* first_output(const OutputBindings& outputs, Level level);
/// The level of the commands that the outputs make; nothing if every vehicle takes them.
std::optional<Level> level_of(const OutputBindings& outputs);

/// Computes every input into its items.
void set_inputs(const Moment& moment, InputBindings& inputs);

/// What stands in an int32 for a quantity that is not known, as in reports of the specification.
constexpr double whole_not_known = 255;
/// Stores a number in an item of whatever numeric type; a double is rounded to an int32, at its
/// limits beyond them, and one that is not a number is whole_not_known there.
void store_number(ddc::Group& group, std::size_t item, double value) noexcept;

}  // namespace gateway
