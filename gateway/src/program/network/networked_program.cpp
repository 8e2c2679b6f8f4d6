// SPDX-License-Identifier: MIT
#include "networked_program.hpp"

#include "summary/summary.hpp"

namespace gateway {

void SocketPost::finish(Summary& summary) {
    summary.sockets = sockets_.summaries();
}

}  // namespace gateway
