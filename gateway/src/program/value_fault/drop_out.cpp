// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

#include <vector>

namespace gateway {
namespace {

class DropOut : public ValueFault {
  public:
    DropOut(const Fault& fault, std::size_t elements)
        : probability_(fault.value("probability")), random_(fault), last_(elements) {}
    double faulty(const ValueMoment& at, std::size_t element, double true_value) noexcept override {
        is_lost_ = at.state.is_active && random_.uniform(at.cycle) < probability_;
        if (!is_lost_) last_[element] = true_value;
        return last_[element];
    }
    bool is_lost() const noexcept override { return is_lost_; }

  private:
    double probability_;
    FaultRandom random_;
    std::vector<double> last_;  ///< not lost
    bool is_lost_ = false;      ///< in this cycle
};

}  // namespace

const ValueFaultKind drop_out_kind{
    {"drop_out",
     "Loses the values of whole cycles: those of the last cycle that was not lost stay.",
     value_sides(),
     {{"probability", "Probability of each cycle to be lost.", {0, 1}, 1}},
     false},
    [](const Fault& fault, const ValueTarget& target) -> std::unique_ptr<ValueFault> {
        return std::make_unique<DropOut>(fault, target.elements);
    }};

}  // namespace gateway
