// SPDX-License-Identifier: MIT
#pragma once

#include "message_port.hpp"
#include "port_rules.hpp"
#include "signal_functions.hpp"

#include <array>

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

}  // namespace gateway
