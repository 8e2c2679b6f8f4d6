// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap_reader.hpp>

#include <string>

namespace gateway {

/// The error of a recording, with advice if the file can be repaired.
inline std::string with_repair_advice(const ddc::recording::McapError& error) {
    const bool is_repairable = error.is_damage() && error.offset() > 0;
    return error.what() + std::string(is_repairable ? "; `ddc-gateway mcap repair` keeps what is "
                                                      "before it"
                                                    : "");
}

}  // namespace gateway
