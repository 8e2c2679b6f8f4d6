// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace bench {

/// A minimal server with Boost.Beast: a thread that replies to each request of one connection with
/// a body of that size.
class BeastEcho {
  public:
    explicit BeastEcho(std::size_t answer_bytes);
    ~BeastEcho();
    std::uint16_t port() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace bench
