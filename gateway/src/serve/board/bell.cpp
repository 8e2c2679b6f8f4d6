// SPDX-License-Identifier: MIT
#include "bell.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <system_error>

namespace gateway::data_port {

Bell::Bell() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (event_.get() < 0)
        throw std::system_error(errno, std::generic_category(), "no event for a data port");
}

void Bell::clear() noexcept {
    eventfd_t rings = 0;
    static_cast<void>(::eventfd_read(event_.get(), &rings));
}

void Bell::wake() noexcept {
    static_cast<void>(::eventfd_write(event_.get(), 1));
}

}  // namespace gateway::data_port
