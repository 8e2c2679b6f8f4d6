// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

namespace gateway {
namespace {

class NormalNoise : public ValueFault {
  public:
    explicit NormalNoise(const Fault& fault)
        : deviation_(fault.value("deviation")), random_(fault) {}
    double faulty(const ValueMoment& at, std::size_t element, double true_value) noexcept override {
        if (!at.state.is_active) return true_value;
        return true_value +
               deviation_ * random_.normal(at.cycle, static_cast<std::uint32_t>(element));
    }

  private:
    double deviation_;
    FaultRandom random_;
};

}  // namespace

const ValueFaultKind noise_kind{
    {"noise",
     "Adds normally distributed noise, independent in each cycle and element.",
     value_sides(),
     {{"deviation", "Standard deviation, in the unit of the target.", {0, 1e9}, {}, true}}},
    [](const Fault& fault, const ValueTarget&) -> std::unique_ptr<ValueFault> {
        return std::make_unique<NormalNoise>(fault);
    }};

}  // namespace gateway
