// SPDX-License-Identifier: MIT
#include "probe_program.hpp"

#include "cycle/handshake.hpp"
#include "posix/descriptor.hpp"
#include "process/child_process.hpp"
#include "process/own_table.hpp"
#include "process/program_file.hpp"
#include "program_host/private_table.hpp"

#include <fcntl.h>

#include <stdexcept>

namespace gateway::fmu {

ProgramDescription probe_program(const std::vector<std::string>& command, ddc::Id reference_id,
                                 bool is_quiet) {
    const Descriptor nowhere(is_quiet ? ::open("/dev/null", O_WRONLY | O_CLOEXEC) : -1);
    OwnTable table(private_table());
    const std::atomic<bool> stop{false};
    ProgramOptions options;
    options.reference_id = reference_id;
    options.start_timeout_name = "the program";
    ProgramPeer peer{*table, options, nullptr, stop, [](const LogMessage&) {}};
    peer.prepare_start();
    ChildProcess child(command, own_directory(), {{"DDC_NAME", (*table).name()}, {"DDC_GROUP", ""}},
                       is_quiet ? std::optional(nowhere.get()) : std::nullopt);
    peer.child = &child;
    const ddc::Deadline limit = peer.clock.now() + options.start_timeout;
    Handshake handshake(peer, limit);
    if (handshake.advance(limit) != Handshake::State::done)
        throw std::runtime_error(handshake.problem());
    return handshake.description();
}

}  // namespace gateway::fmu
