// SPDX-License-Identifier: MIT
// A packet of VDS1, encoded and decoded.
#include <gateway/protocol/vds1/codec.hpp>

int main() {
    namespace vds1 = gateway::vds1;
    vds1::Cmd sent, received;
    sent.throttle = 0.25;
    vds1::CmdBuffer buffer;
    const std::size_t size = vds1::encode(sent, buffer);
    const bool is_read = vds1::decode(buffer.data(), size, received) == vds1::DecodeStatus::ok;
    return is_read && received.throttle == sent.throttle ? 0 : 1;
}
