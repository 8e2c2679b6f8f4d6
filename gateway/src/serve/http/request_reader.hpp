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

/// Parses the requests of one connection (HTTP/1.1), without sockets, with any division of their
/// bytes. Its memory is limited: headers and body by the limits, the bytes after a request by the
/// size of the last input.
class RequestReader {
  public:
    enum class Progress { more, complete, refused };

    RequestReader(std::size_t header_bytes, std::size_t body_bytes);
    ~RequestReader();
    RequestReader(const RequestReader&) = delete;
    RequestReader& operator=(const RequestReader&) = delete;

    /// Begins the next request. Its first bytes may have been received already.
    void begin();
    /// Parses more bytes. An empty text parses the bytes received before.
    /// @return `complete` and `refused` persist until begin()
    Progress parse(std::string_view bytes);

    /// @name Of a complete request
    /// @{
    Request take_request();
    /// Whether the connection stays open for another request.
    bool keeps_alive() const;
    /// Returns and removes the bytes after the request.
    std::string take_rest();
    /// @}
    /// The error reply to a rejected request.
    const Response& refusal() const { return *refusal_; }
    /// Whether the request is a HEAD, so that its reply has no body. False if its first line could
    /// not be parsed.
    bool is_head() const;

  private:
    struct Parser;

    void parse_head();
    void check_head();
    void parse_body();
    void parse_chunks();
    void refuse(int status, const std::string& detail);

    const std::size_t header_bytes_, body_bytes_;
    std::unique_ptr<Parser> parser_;
    std::string in_;  ///< bytes that are not parsed yet
    std::size_t head_bytes_ = 0;
    bool has_head_ = false;
    std::size_t body_left_ = 0;  ///< bytes missing from a body with Content-Length
    std::string body_;
    std::optional<ChunkedBody> chunks_;
    std::optional<Response> refusal_;
    Progress progress_ = Progress::more;
};

}  // namespace gateway::data_port
