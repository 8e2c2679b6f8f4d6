// SPDX-License-Identifier: MIT
#pragma once

#include "control_folder.hpp"
#include "handle_request.hpp"

#include <ddc/table.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace gateway {

/// The name of a run's control socket in the ControlFolder.
/// @param reference_id lowest reference id of the run's programs
std::string run_socket_name(const std::string& table_name, ddc::Id reference_id);
/// The name of the control socket of the run in a table, or of the run with that lowest reference
/// id.
/// @throws std::runtime_error if there is none, or if there are several and no id is given
std::string find_run_socket(const std::string& table_name, std::optional<ddc::Id> reference_id);
/// Removes control sockets left by killed processes.
/// @throws std::runtime_error if the folder must not be used
void remove_dead_sockets();

/// Accepts requests (pause, step, resume, stop, scale and others) from other processes of this
/// user: a Unix socket, served by a separate thread.
///
/// A connection is for one packet, `NANOSECONDS REQUEST`, and its reply, both in the format of
/// control_text.hpp; before a delayed reply, `wait` is sent. NANOSECONDS is the time-out of the
/// sender on the monotonic clock: a request that is read later, because this process was stopped,
/// is not executed. A client has one second to send its request; of more than sixteen clients the
/// oldest is disconnected. A request is executed even if the client disconnects before the reply.
class ControlSocket {
  public:
    using Report = std::function<void(const std::string&)>;

    /// A socket left by a process that has ended is replaced.
    /// @param name in the ControlFolder
    /// @param report called with each request that is not executed
    /// @throws std::runtime_error if it cannot be created, or another process serves it
    ControlSocket(const std::string& name, Controlled run, Report report);
    ~ControlSocket();
    ControlSocket(const ControlSocket&) = delete;
    ControlSocket& operator=(const ControlSocket&) = delete;

  private:
    void listen();
    void serve();
    Descriptor accept_peer() const;
    Reply answer_to(const std::string& message) const;

    ControlFolder folder_;
    std::string name_;
    const Controlled run_;
    Report report_;
    Descriptor listener_;
    Descriptor closing_;       ///< an eventfd
    unsigned long inode_ = 0;  ///< of the socket's file
    std::thread thread_;
};

/// Sends a request to the socket of that name. @return the reply, which has no `later`
/// @param patience time-out of a delayed reply
/// @throws std::runtime_error if no process serves it or replies within two seconds, if the process
/// belongs to another user, if the reply is invalid, or after `patience`
Reply ask_control_socket(const std::string& name, const RunRequest& request,
                         std::chrono::milliseconds patience = std::chrono::seconds(2));

}  // namespace gateway
