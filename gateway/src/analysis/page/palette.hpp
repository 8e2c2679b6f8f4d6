// SPDX-License-Identifier: MIT
#pragma once

/// The colours of pictures, and of pages in a light theme. Those of the dark theme are in
/// page_style().
namespace gateway::palette {

/// @name Text and lines around it, as on the gateway's web page
/// @{
constexpr const char* text = "#1a1c1e";
constexpr const char* muted = "#565b61";
constexpr const char* line = "#dcdfe2";
constexpr const char* missing = "#8b9299";
/// @}

/// @name Verdicts
/// Blue and vermilion of M. Okabe and K. Ito, which readers with red-green colour blindness can
/// distinguish.
/// @{
constexpr const char* pass = "#0072b2";
constexpr const char* fail = "#c84a00";
constexpr const char* error = "#8f5f00";
/// @}

/// @name Curves
/// @{
constexpr const char* blue = "#1f6fb4";
constexpr const char* orange = "#d9641e";
constexpr const char* green = "#009e73";
constexpr const char* pink = "#cc79a7";
constexpr const char* sky = "#56b4e9";
constexpr const char* brown = error;
constexpr const char* red = "#b00020";
constexpr const char* bright_red = "#c00000";
constexpr const char* grey = "#7f7f7f";
/// @}

/// @name Elements around curves
/// @{
constexpr const char* grid = "#dddddd";
constexpr const char* border = "#888888";
constexpr const char* band = "#bbbbbb";
constexpr const char* route = "#cccccc";
constexpr const char* start = "#2a9d3a";
/// @}

}  // namespace gateway::palette
