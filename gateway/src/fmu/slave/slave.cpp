// SPDX-License-Identifier: MIT
#include "slave.hpp"

#include <stdexcept>

namespace gateway::fmu {

void Slave::save(std::vector<std::uint8_t>&) const {
    throw std::runtime_error("its state cannot be saved");
}

void Slave::restore(const std::vector<std::uint8_t>&) {
    throw std::runtime_error("its state cannot be restored");
}

}  // namespace gateway::fmu
