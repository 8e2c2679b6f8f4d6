// SPDX-License-Identifier: MIT
#include "networked_program.hpp"

#include "../record/summary.hpp"

namespace gateway {

void SocketPost::finish(Summary& summary) {
    summary.sockets = sockets_.summaries();
}

}  // namespace gateway
