// SPDX-License-Identifier: MIT
#include "control_text.hpp"

#include "number/limits.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace gateway {
namespace {

using request::Cabin;
using vehicle_interface::Secured;

struct CabinWord {
    const char* text;
    Cabin::Part part;
    Secured state;
};

constexpr CabinWord cabin_words[] = {{"doors=closed", Cabin::Part::doors, Secured::yes},
                                     {"doors=open", Cabin::Part::doors, Secured::no},
                                     {"doors=unknown", Cabin::Part::doors, Secured::unknown},
                                     {"belts=fastened", Cabin::Part::belts, Secured::yes},
                                     {"belts=open", Cabin::Part::belts, Secured::no},
                                     {"belts=unknown", Cabin::Part::belts, Secured::unknown}};

/// In the order of Reply::Outcome.
constexpr const char* outcome_words[] = {"done", "refused", "failed"};

std::string text_of(const request::Pause& /*asked*/) {
    return "pause";
}
std::string text_of(const request::Resume& /*asked*/) {
    return "resume";
}
std::string text_of(const request::Stop& /*asked*/) {
    return "stop";
}
std::string text_of(const request::Step& asked) {
    return "step " + std::to_string(asked.count);
}
std::string text_of(const request::Scale& asked) {
    return "scale " + plant::plain(asked.factor);
}
std::string text_of(const Cabin& asked) {
    const auto* const word = std::find_if(
        std::begin(cabin_words), std::end(cabin_words),
        [&](const CabinWord& w) { return w.part == asked.part && w.state == asked.state; });
    return std::string("cabin ") + word->text;
}
std::string text_of(const request::Fault& asked) {
    return "fault " + asked.name + (asked.is_on ? " on" : " off");
}
std::string text_of(const request::Release& /*asked*/) {
    return "release";
}
std::string text_of(const request::Status& /*asked*/) {
    return "status";
}

/// The text after a word and a space, if a text begins with them.
std::optional<std::string> behind(const std::string& word, const std::string& text) {
    if (text.rfind(word + " ", 0) != 0) return std::nullopt;
    return text.substr(word.size() + 1);
}

template <class Number>
Number parse_number(const std::string& text, const plant::Range& range, const std::string& what) {
    Number number{};
    const std::string complaint = plant::read_number(text, range, number);
    if (!complaint.empty()) throw std::invalid_argument(what + " " + complaint);
    return number;
}

}  // namespace

std::string to_text(const RunRequest& request) {
    return std::visit([](const auto& asked) { return text_of(asked); }, request);
}

RunRequest parse_request(const std::string& text) {
    if (text == "pause") return request::Pause{};
    if (text == "resume") return request::Resume{};
    if (text == "stop") return request::Stop{};
    if (text == "release") return request::Release{};
    if (text == "status") return request::Status{};
    if (const auto factor = behind("scale", text))
        return request::Scale{parse_number<double>(*factor, limits::time_scale, "the time scale")};
    if (const auto count = behind("step", text))
        return request::Step{
            parse_number<std::uint64_t>(*count, limits::steps, "the number of steps")};
    if (const auto part = behind("cabin", text)) return parse_cabin(*part);
    if (const auto rest = behind("fault", text)) return parse_fault(*rest);
    throw std::invalid_argument("'" + text +
                                "' is none of pause, step COUNT, resume, stop, release, scale "
                                "FACTOR, cabin PART=STATE, fault NAME on|off, status");
}

Cabin parse_cabin(const std::string& text) {
    std::string known;
    for (const CabinWord& word : cabin_words) {
        if (text == word.text) return {word.part, word.state};
        known += (known.empty() ? "" : ", ") + std::string(word.text);
    }
    throw std::invalid_argument("'" + text + "' is none of " + known);
}

request::Fault parse_fault(const std::string& text) {
    const std::size_t space = text.rfind(' ');
    const std::string word = space == std::string::npos ? "" : text.substr(space + 1);
    if (space == 0 || (word != "on" && word != "off"))
        throw std::invalid_argument("'" + text + "' is not a name and on or off");
    return {text.substr(0, space), word == "on"};
}

std::string to_text(const Reply& reply) {
    return outcome_words[static_cast<int>(reply.outcome)] + (" " + reply.text);
}

Reply parse_reply(const std::string& text) {
    for (const auto outcome :
         {Reply::Outcome::done, Reply::Outcome::refused, Reply::Outcome::failed})
        if (auto said = behind(outcome_words[static_cast<int>(outcome)], text))
            return {outcome, std::move(*said)};
    throw std::invalid_argument("'" + text + "' is not a reply");
}

}  // namespace gateway
