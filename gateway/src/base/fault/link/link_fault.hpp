// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gateway {

/// What the faults of a link do with one packet.
struct PacketFate {
    bool is_lost = false;
    unsigned copies = 1;                    ///< how often it arrives
    SimTime delay{0};                       ///< of its arrival
    std::optional<double> flipped_share{};  ///< one bit is wrong: its place, from 0 to below 1
};

/// A fault of a link.
class LinkFault {
  public:
    virtual ~LinkFault() = default;
    /// Decides about a packet while the fault is active. Does not allocate.
    /// @param factor see FaultState::factor
    /// @param packet its number: the result depends on nothing else
    virtual void decide(PacketFate& fate, double factor, std::uint64_t packet) const noexcept = 0;
};

/// A kind of fault of links. Add a new kind as a file with one, and to link_fault_kinds().
struct LinkFaultKind : FaultKind {
    std::unique_ptr<LinkFault> (*create)(const Fault& fault);
};

extern const LinkFaultKind corruption_kind, cut_kind, duplicates_kind, jitter_kind, link_delay_kind,
    loss_kind, reordering_kind;

/// All of them, for the configuration.
std::vector<const LinkFaultKind*> link_fault_kinds();

/// A fault that is a function.
/// @tparam Function as LinkFault::decide()
template <class Function>
std::unique_ptr<LinkFault> link_fault(Function function) {
    class FunctionFault : public LinkFault {
      public:
        explicit FunctionFault(Function own) : function_(own) {}
        void decide(PacketFate& fate, double factor, std::uint64_t packet) const noexcept override {
            function_(fate, factor, packet);
        }

      private:
        Function function_;
    };
    return std::make_unique<FunctionFault>(function);
}

/// The parameter `probability` of each packet.
FaultParameter packet_probability();

/// A parameter that is a time in s, at most LinkFaults::longest_delay_s.
FaultParameter packet_time(const char* key, const char* about);

inline SimTime sim_time_of_s(double time_s) {
    return std::chrono::round<SimTime>(std::chrono::duration<double>(time_s));
}

/// Decides about the packets of a link in one direction.
class LinkFaults {
  public:
    static constexpr double longest_delay_s = 10;

    /// @param direction another number gives other random numbers
    LinkFaults(const std::vector<AppliedFault>& faults, std::uint32_t direction);

    /// The fate of the next packet. Does not allocate.
    PacketFate next() noexcept;

  private:
    struct Item {
        AppliedFault applied;
        std::unique_ptr<LinkFault> fault;
    };

    std::vector<Item> items_;
    std::uint64_t packet_;  ///< number of the next one
};

}  // namespace gateway
