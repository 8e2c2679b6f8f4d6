// SPDX-License-Identifier: MIT
#include "http/router.hpp"
#include "board/log_board.hpp"
#include "http/json_body.hpp"

#include <doctest/doctest.h>

namespace router_test {

using namespace gateway::data_port;

namespace {

Request get(const std::string& target, const std::string& host = "127.0.0.1:80") {
    Request request;
    request.method = "GET";
    request.target = target;
    request.host = host;
    return request;
}

Router router_with(Guard guard) {
    Router router(std::move(guard), [](const std::string& path) -> std::optional<PageFile> {
        if (path != "/") return std::nullopt;
        return PageFile{"text/html; charset=utf-8", "<p>page"};
    });
    const auto yes = [](const Call& call) { return json_answer("\"" + call.tail + "\""); };
    router.add({"GET", "/local", Access::local, yes});
    router.add({"GET", "/secret/*", Access::token, yes});
    router.add({"GET", "/api/stream", Access::local, yes, true});
    router.add({"GET", "/guests", Access::local, yes, false, {"https://viewer.example"}});
    router.add({"POST", "/local", Access::local,
                [](const Call&) -> Answer { throw Refusal(409, "not now", "\"vehicles\":[1]"); }});
    router.add({"GET", "/broken", Access::anyone,
                [](const Call&) -> Answer { throw std::runtime_error("\xff\xfe"); }});
    return router;
}

/// The complete reply.
Response response(const Answer& answer) {
    return std::get<Response>(answer);
}

}  // namespace

TEST_CASE("data port: a valid host is this machine by number, or localhost") {
    const Router sut = router_with({});
    for (const char* host : {"127.0.0.1", "localhost", "localhost:81", "10.0.0.7:8100", "[::1]:80"})
        CHECK_MESSAGE(response(sut.answer(get("/local", host))).status == 200, host);
    for (const char* host :
         {"", "evil.example", "127.0.0.1.evil.example", "localhost.evil", "1.2.3", "1.2.3.4.5",
          "127.0.0.1:80x", "127.0.0.1:", "[::1", "[::1]x", "0x7f.1", "localhost:80@evil"})
        CHECK_MESSAGE(response(sut.answer(get("/local", host))).status == 403, host);
}

TEST_CASE("data port: a page of another origin has access only if its origin is configured") {
    const Router sut = router_with({});
    const auto status = [&](const std::string& target, const std::string& origin) {
        Request request = get(target);
        request.origin = origin;
        request.fetch_site = "cross-site";
        return response(sut.answer(request)).status;
    };
    CHECK(status("/guests", "https://viewer.example") == 200);
    for (const char* origin : {"http://viewer.example", "https://viewer.example.evil.example",
                               "https://viewer.example:1", "null", ""})
        CHECK_MESSAGE(status("/guests", origin) == 403, origin);
    for (const char* target : {"/local", "/api/stream", "/", "/nothing"})
        CHECK_MESSAGE(status(target, "https://viewer.example") == 403, target);
    Request renamed = get("/guests", "evil.example");
    renamed.origin = "https://viewer.example";
    CHECK(response(sut.answer(renamed)).status == 403);
}

TEST_CASE("data port: off the loopback every call but the page needs the token") {
    const Router near = router_with({"0123456789abcdef", true});
    const Router far = router_with({"0123456789abcdef", false});
    Request request = get("/local");
    CHECK(response(near.answer(request)).status == 200);
    CHECK(response(far.answer(request)).status == 401);
    CHECK(response(far.answer(get("/"))).status == 200);
    request.authorization = "Bearer 0123456789abcdef";
    CHECK(response(far.answer(request)).status == 200);
    request.target = "/secret/a";
    CHECK(response(near.answer(request)).body == "\"a\"");
    request.authorization = "Basic 0123456789abcdef";
    CHECK(response(near.answer(request)).status == 401);
    CHECK(response(far.answer(get("/api/stream"))).status == 401);
    CHECK(response(far.answer(get("/api/stream?token=0123456789abcdef"))).status == 200);
    CHECK(response(far.answer(get("/api/stream?token=0123456789abcdeF"))).status == 401);
    CHECK(response(far.answer(get("/local?token=0123456789abcdef"))).status == 401);
}

TEST_CASE("data port: without the right token a browser gets a page, and a program a problem") {
    const Router sut = router_with({"0123456789abcdef", true});
    for (const char* target : {"/?token=0123456789abcdeF", "/secret/a"}) {
        Request request = get(target);
        request.accept = "*/*";
        CHECK(response(sut.answer(request)).type == "application/problem+json");
        request.accept = "text/html,application/xhtml+xml,*/*;q=0.8";
        const Response page = response(sut.answer(request));
        CHECK(page.status == 401);
        CHECK(page.type == "text/html; charset=utf-8");
        CHECK(page.body.find("token is missing or wrong") != std::string::npos);
    }
    Request right = get("/?token=0123456789abcdef");
    right.accept = "text/html";
    CHECK(response(sut.answer(right)).status == 303);
}

TEST_CASE("data port: the page is served with a policy that allows no other script") {
    const Response answer = response(router_with({}).answer(get("/")));
    CHECK(answer.body == "<p>page");
    REQUIRE(answer.headers.size() == 1);
    CHECK(answer.headers[0].second.find("script-src 'self'") != std::string::npos);
    CHECK(response(router_with({}).answer(get("/other.js"))).status == 404);
}

TEST_CASE("data port: errors are reported, with any bytes in them") {
    const Router sut = router_with({});
    Request request = get("/local");
    request.method = "POST";
    const Response refused = response(sut.answer(request));
    CHECK(refused.status == 409);
    CHECK(refused.body.find("\"error\":\"not now\",\"vehicles\":[1]}") != std::string::npos);
    CHECK(response(sut.answer(get("/broken"))).status == 500);
    request.method = "PUT";
    const Response wrong = response(sut.answer(request));
    CHECK(wrong.status == 405);
    CHECK(wrong.headers[0].second == "GET, POST");
}

TEST_CASE("data port: targets are parsed, and malformed ones rejected") {
    const auto sut = parse_target("/a%20b/?x=1%262&y&x=+3&");
    REQUIRE(sut);
    CHECK(sut->path == "/a b/");
    CHECK(*sut->find("x") == " 3");
    CHECK(sut->find("y")->empty());
    CHECK(sut->find("z") == nullptr);
    for (const char* wrong : {"", "a", "/%", "/%1", "/%g0", "/?%zz", "*"})
        CHECK_MESSAGE(!parse_target(wrong), wrong);
    CHECK_FALSE(parse_target("/?a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q"));
}

TEST_CASE("data port: a body is an object of limited depth") {
    CHECK(parse_body("{\"a\":{}}").contains("a"));
    for (const std::string& wrong :
         {std::string("{"), std::string("[]"), std::string("{\"a\":1e999}"),
          std::string("{\"a\":\"\xff\"}"), "{\"a\":" + std::string(50, '[')})
        CHECK_THROWS_AS(parse_body(wrong), Refusal);
    const auto body = parse_body("{\"a\":3,\"b\":\"3\"}");
    double value = 0;
    read_number(body, "a", 0, 5, value);
    CHECK(value == doctest::Approx(3));
    CHECK_THROWS_AS(read_number(body, "a", 0, 2, value), Refusal);
    CHECK_THROWS_AS(read_number(body, "b", 0, 5, value), Refusal);
    CHECK_THROWS_AS(check_keys(body, {"a"}), Refusal);
}

TEST_CASE("data port: the log keeps its last lines and their numbers") {
    LogBoard sut;
    for (int i = 1; i <= 1003; ++i) sut.add("line \xff " + std::to_string(i));
    const auto all = nlohmann::json::parse(sut.json_after(0));
    CHECK(all["next"] == 1003);
    REQUIRE(all["lines"].size() == LogBoard::most_lines);
    CHECK(all["lines"][0]["n"] == 4);
    CHECK(nlohmann::json::parse(sut.json_after(1002))["lines"].size() == 1);
    CHECK(nlohmann::json::parse(sut.json_after(99999))["lines"].empty());
}

TEST_CASE("data port: a line of the log has its severity and the part that it is about") {
    LogBoard sut;
    sut.add(gateway::warning_of("vehicle", "lost"));
    sut.add("a text alone");
    const auto lines = nlohmann::json::parse(sut.json_after(0))["lines"];
    CHECK(lines[0]["level"] == "warning");
    CHECK(lines[0]["part"] == "vehicle");
    CHECK(lines[1]["level"] == "info");
    CHECK(lines[1]["part"] == "gateway");
}

TEST_CASE("data port: a line of the log keeps the simulated time of its message") {
    LogBoard sut;
    gateway::SimTime now{0};
    sut.set_clock([&now] { return now; });
    for (std::uint64_t i = 1; i <= 1003; ++i) {
        now = gateway::SimTime(10 * i);
        sut.add("line " + std::to_string(i));
    }
    CHECK(sut.lines_after(0).front().number == 4);
    const auto lines = sut.lines_after(1001);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].number == 1002);
    CHECK(lines[0].time == gateway::SimTime(10020));
    CHECK(lines[1].message.text == "line 1003");
    CHECK(sut.lines_after(1003).empty());
}

}  // namespace router_test
