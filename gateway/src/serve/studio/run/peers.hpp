// SPDX-License-Identifier: MIT
#pragma once

#include "http/router.hpp"
#include "peer_vehicle.hpp"
#include "plant_server/plant_server_config.hpp"
#include "socket/udp_socket.hpp"

#include <memory>

namespace gateway::studio {

/// The vehicles of another process, reached over VDS1: a vdsim_realtime started by the studio, or a
/// process that was running before. Not thread-safe.
class Peers : public std::enable_shared_from_this<Peers> {
  public:
    /// The vehicles of a vdsim_realtime that is going to be started.
    explicit Peers(const vdsim::PlantServerConfig& config);
    /// The vehicle of a running process. @throws std::invalid_argument, std::runtime_error as
    /// vds1::Client does
    explicit Peers(const vds1::ClientOptions& options);

    /// Adds the studio to the receivers of STATEs. @return the new configuration
    std::string with_studio_as_receiver(const std::string& yaml) const;
    /// Whether all vehicle_ids differ, so that the process's data port can identify vehicles by
    /// them.
    bool have_unique_ids() const;
    /// Connects to the process's CMD ports.
    /// @param cmd_ports announced ports, each once, in the order of the configuration
    /// @throws std::invalid_argument, std::runtime_error as vds1::Client does
    void open(const std::vector<std::uint16_t>& cmd_ports);
    /// Receives STATEs, and wakes streams after a new one.
    void update(SteadyTime now);
    /// Readable when update() has data to read. Precondition: the second constructor was used
    int descriptor() const { return vehicles_.front()->descriptor(); }

    /// Answers a call by STATE and CMD. @return nothing for other calls, and for a vehicle that was
    /// added later. @throws data_port::Refusal
    std::optional<data_port::Answer> answer(const data_port::Call& call);
    /// The reply to GET /api/config if the process has no data port.
    /// @param text content of the configuration
    data_port::Response config(const std::string& text) const;
    /// Sets whether the process was paused: then missing STATEs are no failure.
    void set_paused(bool is_paused) { is_paused_ = is_paused; }
    /// Closes the ports. Streams have no more events.
    void close();
    /// Whether every vehicle has sent a STATE.
    bool have_states() const;

  private:
    struct Planned {
        std::uint32_t vehicle_id;
        std::size_t port;                   ///< index among the ports of the process
        std::unique_ptr<UdpSocket> socket;  ///< reserves the port for STATEs until open()
    };

    std::uint64_t id_of(std::size_t index) const;
    std::optional<std::size_t> chosen(const std::string* name) const;
    std::string state(std::size_t index) const;
    template <class Write>
    void write_each(data_port::JsonText& json, const char* key, const Write& write) const;
    std::optional<data_port::Response> drive(const std::string& body);
    data_port::EventStream stream(std::size_t index, double rate_hz);

    std::string address_ = "127.0.0.1";
    std::vector<Planned> planned_;
    std::vector<std::unique_ptr<PeerVehicle>> vehicles_;
    std::vector<data_port::Wake> streams_;
    bool is_paused_ = false;
};

}  // namespace gateway::studio
