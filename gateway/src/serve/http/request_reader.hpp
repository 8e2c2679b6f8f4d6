// SPDX-License-Identifier: MIT
#pragma once

#include "chunked_body.hpp"
#include "http.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace gateway::data_port {

/// Takes the requests of one connection apart (HTTP/1.1), without sockets and however their bytes
/// are cut. What it holds is bounded: a request's headers and body by the limits, what follows the
/// request by what was given at once.
class RequestReader {
  public:
    enum class Progress { more, complete, refused };

    RequestReader(std::size_t header_bytes, std::size_t body_bytes);
    ~RequestReader();
    RequestReader(const RequestReader&) = delete;
    RequestReader& operator=(const RequestReader&) = delete;

    /// The next request, of which the first bytes may be there already.
    void begin();
    /// More bytes; none, to see what was there already.
    /// @return `complete` and `refused` stay until begin()
    Progress take(std::string_view bytes);

    /// @name Of a request that is complete
    /// @{
    Request take_request();
    /// Whether the connection may have another request.
    bool keeps_alive() const;
    /// What came behind it. Nothing is left of that here.
    std::string take_rest();
    /// @}
    /// Of one that was refused: why.
    const Response& refusal() const { return *refusal_; }
    /// Of one that is complete or was refused: its answer has no body. False if its first line
    /// could not be read.
    bool is_head() const;

  private:
    struct Parser;

    void take_head();
    void check_head();
    void take_body();
    void take_chunks();
    void refuse(int status, const std::string& detail);

    const std::size_t header_bytes_, body_bytes_;
    std::unique_ptr<Parser> parser_;
    std::string in_;  ///< not yet taken
    std::size_t head_bytes_ = 0;
    bool has_head_ = false;
    std::size_t body_left_ = 0;  ///< of a body whose length was told
    std::string body_;
    std::optional<ChunkedBody> chunks_;
    std::optional<Response> refusal_;
    Progress progress_ = Progress::more;
};

}  // namespace gateway::data_port
