// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

/// One zstd frame, which contains a whole chunk.
namespace ddc::recording {

class ZstdPacker {
  public:
    ZstdPacker();
    ~ZstdPacker();
    /// @return the frame, valid until the next call
    /// @throws std::runtime_error without memory
    std::string_view pack(std::string_view bytes);

  private:
    struct Context;
    std::unique_ptr<Context> context_;
    std::string frame_;  ///< has the maximum length, so that it is not initialised each time
};

/// Allocates no more memory than the unpacked frame needs.
/// @return the error in the frame, or null if `out` has its contents, which are `size` bytes
const char* unpack_zstd(std::string_view frame, std::size_t size, std::string& out);

}  // namespace ddc::recording
