// SPDX-License-Identifier: MIT
#include "token_page.hpp"

namespace gateway::data_port {
namespace {

/// Its form leads to the address that turns a token into a cookie.
constexpr const char* page = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ddc-gateway: token</title>
</head>
<body>
<main>
<h1>The token is missing or wrong</h1>
<p>The address has no token, or not the one of this run. A terminal shows the whole address at the
start: open it, or enter what follows <code>token=</code> in it. Elsewhere the token is in the line
of <code>--announce FD</code>, or the <code>data_port.token</code> of the configuration:</p>
<form action="/">
<label>Token <input type="password" name="token" autocomplete="off" required></label>
<button>Open</button>
</form>
</main>
</body>
</html>
)";

}  // namespace

Response token_page(Response refusal) {
    refusal.type = "text/html; charset=utf-8";
    refusal.body = page;
    refusal.headers.emplace_back("Content-Security-Policy",
                                 "default-src 'none'; form-action 'self'; base-uri 'none'; "
                                 "frame-ancestors 'none'");
    return refusal;
}

}  // namespace gateway::data_port
