// SPDX-License-Identifier: MIT
#include "fault_messages.hpp"

#include "mcap/port_message.hpp"

#include <utility>
#include <vector>

namespace gateway {
namespace {

using namespace ddc::recording;

template <class Stream>
void give(Stream& stream, const FaultBoard& faults, SimTime now) {
    CdrOut<Stream>(stream).put(header_at(now));
    for (const FaultBoard::Entry& fault : faults.entries) {
        const bool is_active = fault.is_active();
        stream.numbers(&is_active, 1);
    }
}

}  // namespace

FaultMessages::FaultMessages(MessageSink& sink, const std::string& topic, const FaultBoard& faults)
    : faults_(&faults) {
    std::vector<std::pair<std::string, Primitive>> values;
    for (const FaultBoard::Entry& fault : faults.entries)
        values.emplace_back(fault.name, Primitive::boolean);
    topic_ = sink.add_topic(topic, *message_type_of("ddc_msgs/msg/Faults", values), {});
    CdrSizer sizer;
    give(sizer, faults, SimTime{0});
    size_ = sizer.size();
}

void FaultMessages::add_to(MessageSink& sink, SimTime now) const noexcept {
    std::byte* out = sink.begin(topic_, now, size_);
    if (out == nullptr) return;
    CdrWriter writer(out);
    give(writer, *faults_, now);
}

}  // namespace gateway
