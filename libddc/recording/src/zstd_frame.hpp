// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

/// One frame of zstd, which holds a whole chunk.
namespace ddc::recording {

class ZstdPacker {
  public:
    ZstdPacker();
    ~ZstdPacker();
    /// @return the frame, which stays until the next call
    /// @throws std::runtime_error without memory
    std::string_view pack(std::string_view bytes);

  private:
    struct Context;
    std::unique_ptr<Context> context_;
    std::string frame_;  ///< as long as the longest may be: it is not filled anew each time
};

/// Takes no more memory than comes out of the frame.
/// @return what is wrong with the frame, or null if `out` is `size` bytes that were in it
const char* unpack_zstd(std::string_view frame, std::size_t size, std::string& out);

}  // namespace ddc::recording
