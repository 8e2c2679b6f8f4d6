// SPDX-License-Identifier: MIT
#pragma once

#include "payload.hpp"

#include "summary/socket_summary.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <string>

namespace gateway {

/// The two queues of one SOCKET port in the table. The reader of a queue sets its count to zero;
/// only then the writer fills it again.
class SocketQueues {
  public:
    /// Longer queues are refused by bind().
    static constexpr std::int64_t most_packets = 1024;

    /// Precondition: check_layout has accepted the queues
    SocketQueues(ddc::Table& table, ddc::Id reference_id, const ddc::interface::PortPlace& place,
                 const Payload& payload);

    /// @name Messages of the program
    /// @{
    /// Reads the output queue. A count that is too large and packets with invalid values are
    /// counted and dropped.
    void collect(SocketSummary& counters);
    /// Calls visit(address, elements) once for each collected packet, and removes them.
    template <class Visit>
    void hand_over(const Visit& visit) {
        for (std::size_t i = 0; i < collected_; ++i)
            visit(texts_[i],
                  static_cast<const std::uint64_t*>(elements_.data()) + i * payload_.size());
        collected_ = 0;
    }
    /// @}

    /// @name Messages to the program
    /// @{
    /// The program has read all packets; new ones may be put.
    bool has_room() const;
    /// @return false if there is no room, or the table is locked
    bool put(const std::string& address, const std::uint64_t* elements);
    /// Makes the packets visible to the program. @return false if the table is locked: nothing was
    /// put
    bool show();
    std::size_t put_so_far() const noexcept { return put_; }
    /// @}

  private:
    void take_packet(const ddc::Group& packet);

    ddc::Table& table_;
    Payload payload_;
    ddc::Id output_count_;
    ddc::Id input_count_;
    std::vector<ddc::Group> output_;  ///< of each packet
    std::vector<ddc::Group> input_;
    std::vector<std::string> texts_;       ///< the addresses of what was collected
    std::vector<std::uint64_t> elements_;  ///< and the payloads
    std::size_t collected_ = 0;
    std::size_t put_ = 0;
};

}  // namespace gateway
