// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

#include <vector>

namespace gateway {
namespace {

class Freeze : public ValueFault {
  public:
    explicit Freeze(std::size_t elements) : held_(elements), activities_(elements) {}
    double faulty(const ValueMoment& at, std::size_t element, double true_value) noexcept override {
        if (activities_[element] != at.state.activities) {
            activities_[element] = at.state.activities;
            held_[element] = true_value;
        }
        return held_[element];
    }

  private:
    std::vector<double> held_;               ///< at the begin of the last activity
    std::vector<std::uint64_t> activities_;  ///< seen so far
};

}  // namespace

const ValueFaultKind freeze_kind{
    {"freeze", "Holds the value that it has at the begin.", value_sides()},
    [](const Fault&, const ValueTarget& target) -> std::unique_ptr<ValueFault> {
        return std::make_unique<Freeze>(target.elements);
    }};

}  // namespace gateway
