// SPDX-License-Identifier: MIT
#pragma once

#include <zip.h>

#include <memory>
#include <string>

namespace gateway::fmu {

/// An archive that libzip has open; changes that were not written are discarded.
using ZipHandle = std::unique_ptr<zip_t, decltype(&zip_discard)>;

/// The text of an error of libzip.
inline std::string zip_text(zip_error_t* error) {
    return zip_error_strerror(error);
}

}  // namespace gateway::fmu
