// SPDX-License-Identifier: MIT
#pragma once

#include "http/router.hpp"
#include "peer_vehicle.hpp"
#include "plant_server/plant_server_config.hpp"
#include "socket/udp_socket.hpp"

#include <memory>

namespace gateway::studio {

/// The vehicles of another process, over VDS1: of a vdsim_realtime that the studio has started, or
/// of one that runs already. Belongs to one thread.
class Peers : public std::enable_shared_from_this<Peers> {
  public:
    /// Those of a vdsim_realtime that will be started.
    explicit Peers(const vdsim::PlantServerConfig& config);
    /// One that runs. @throws std::invalid_argument, std::runtime_error as vds1::Client does
    explicit Peers(const vds1::ClientOptions& options);

    /// A configuration with us among those that get STATEs.
    std::string joined_by_us(const std::string& yaml) const;
    /// No two of them have the same vehicle_id, by which its data port would know them.
    bool have_own_ids() const;
    /// It has announced where it takes CMDs.
    /// @param cmd_ports each port of the process once, in the order of its configuration
    /// @throws std::invalid_argument, std::runtime_error as vds1::Client does
    void open(const std::vector<std::uint16_t>& cmd_ports);
    /// Takes what has come. Streams are woken if it is a new STATE.
    void look(SteadyTime now);
    /// Readable when look() has something to do, of one that runs.
    int descriptor() const { return vehicles_.front()->descriptor(); }

    /// The calls that are answered by STATE and CMD; nothing for another one, and for a vehicle
    /// that has come later. @throws data_port::Refusal
    std::optional<data_port::Answer> answer(const data_port::Call& call);
    /// What the calls are answered with where there is no data port that knows more.
    /// @param text of the configuration
    data_port::Response config(const std::string& text) const;
    /// Time was told to stand still, or to go on: then no STATE is missed.
    void note_pause(bool is_paused) { is_paused_ = is_paused; }
    /// Gives the ports back; a stream that is still looked at has no more events.
    void close();
    /// Every vehicle has been heard.
    bool are_heard() const;

  private:
    struct Planned {
        std::uint32_t vehicle_id;
        std::size_t port;                  ///< counted among the ports of the process
        std::unique_ptr<UdpSocket> place;  ///< held until its CMD port is known
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
