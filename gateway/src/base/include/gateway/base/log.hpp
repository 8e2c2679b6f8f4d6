// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>

namespace gateway {

/// The severity of a message.
enum class LogLevel {
    status,  ///< a line that is repeated periodically while a run lasts
    info,
    warning,
    error,
};

/// A message for the user, one sentence.
struct LogMessage {
    /// An info of the gateway.
    LogMessage(const char* words) : text(words) {}  // NOLINT(*-explicit-*)
    /// An info of the gateway.
    LogMessage(std::string words) : text(std::move(words)) {}  // NOLINT(*-explicit-*)
    /// @param speaker see part
    LogMessage(LogLevel importance, const char* speaker, std::string words)
        : level(importance), part(speaker), text(std::move(words)) {}

    /// The same with another text, such as one with the name of a program before it.
    LogMessage with_text(std::string words) const { return {level, part, std::move(words)}; }
    /// The text alone, for receivers that show nothing else.
    operator const std::string&() const { return text; }  // NOLINT(*-explicit-*)

    LogLevel level = LogLevel::info;
    /// The part of the system that it is about: gateway, program, vehicle, safety, web.
    const char* part = "gateway";
    std::string text;
};

/// An info about a part; see LogMessage::part.
inline LogMessage info_of(const char* part, std::string text) {
    return {LogLevel::info, part, std::move(text)};
}
/// A warning about a part.
inline LogMessage warning_of(const char* part, std::string text) {
    return {LogLevel::warning, part, std::move(text)};
}
/// An error of a part.
inline LogMessage error_of(const char* part, std::string text) {
    return {LogLevel::error, part, std::move(text)};
}

/// Receives messages for the user. Called from any thread, never within a cycle.
using Log = std::function<void(const LogMessage&)>;

}  // namespace gateway
