// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <memory>
#include <mutex>
#include <ostream>

namespace gateway {

/// A log that writes lines to a stream; several threads may call it at once.
/// @param stream outlives the log
inline Log log_to(std::ostream& stream) {
    return [&stream, mutex = std::make_shared<std::mutex>()](const std::string& text) {
        const std::lock_guard lock(*mutex);
        stream << text << '\n';
    };
}

}  // namespace gateway
