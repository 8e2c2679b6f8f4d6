// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <memory>
#include <mutex>
#include <ostream>

namespace gateway {

/// A log of lines on a stream, to which several threads may write at once.
inline Log log_to(std::ostream& stream) {
    return [&stream, mutex = std::make_shared<std::mutex>()](const std::string& text) {
        const std::lock_guard lock(*mutex);
        stream << text << '\n';
    };
}

}  // namespace gateway
