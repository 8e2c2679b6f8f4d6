// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/types.hpp>

#include <utility>

namespace gateway::tests {

inline ddc::interface::Port port(const char* name, ddc::interface::Direction direction,
                                 ddc::interface::DataType type) {
    ddc::interface::Port result;
    result.name = name;
    result.direction = direction;
    result.data_type = std::move(type);
    return result;
}

}  // namespace gateway::tests
