// SPDX-License-Identifier: MIT
#include "layout.hpp"

#include "mcap/log_message.hpp"
#include "mcap/vehicle_messages.hpp"

#include <nlohmann/json.hpp>

#include <set>
#include <string_view>
#include <utility>

namespace gateway::foxglove {
namespace {

using nlohmann::ordered_json;

/// A curve of a vehicle's plot.
struct Curve {
    std::string_view topic;  ///< without the vehicle's prefix
    std::string_view field;
    std::string_view label;
};

const std::vector<Curve> speed_curves{{"/vehicle/odometry", ".twist.twist.linear.x", "speed"}};
const std::vector<Curve> steering_curves{
    {"/command/before_filters", ".steer_rad", "before filters"},
    {"/command/after_filters", ".steer_rad", "after filters"},
    {"/vehicle/state", ".steer_rad", "applied"}};

/// A part of a column, which gets a share of its height.
struct Part {
    ordered_json node;  ///< the id of a panel, or a split
    int share;
};

ordered_json split(const char* direction, ordered_json first, ordered_json second, int percent) {
    return {{"direction", direction},
            {"first", std::move(first)},
            {"second", std::move(second)},
            {"splitPercentage", percent}};
}

/// @param parts at least one, from top to bottom
ordered_json column(const std::vector<Part>& parts) {
    ordered_json node = parts.back().node;
    int below = parts.back().share;
    for (auto part = parts.rbegin() + 1; part != parts.rend(); ++part) {
        const int all = below + part->share;
        node = split("column", part->node, std::move(node), 100 * part->share / all);
        below = all;
    }
    return node;
}

/// Makes the panels and arranges them.
class Layout {
  public:
    Layout(const std::vector<std::string>& topics, const std::vector<VehicleNames>& vehicles)
        : topics_(topics.begin(), topics.end()), vehicles_(vehicles) {}

    ordered_json make() {
        ordered_json left = column(views());
        ordered_json arrangement = split("row", std::move(left), column(values()), 60);
        return {{"configById", std::move(panels_)},
                {"globalVariables", ordered_json::object()},
                {"userNodes", ordered_json::object()},
                {"playbackConfig", {{"speed", 1}}},
                {"layout", std::move(arrangement)}};
    }

  private:
    /// @param id `TYPE!NAME`
    std::string add(std::string id, const char* title, ordered_json config);
    std::vector<Part> views();
    std::vector<Part> values();
    std::string add_scene();
    ordered_json scene_topics() const;
    std::string add_map(const std::string& topic);
    void add_plots(const VehicleNames& vehicle, std::vector<Part>& to);
    void add_plot(const std::string& id, const char* title, const VehicleNames& vehicle,
                  const std::vector<Curve>& curves, std::vector<Part>& to);
    std::string add_tabs();
    std::string diagnostics_topic() const;
    ordered_json add_status();

    const std::set<std::string> topics_;
    const std::vector<VehicleNames>& vehicles_;
    ordered_json panels_;  ///< by their ids
};

/// Foxglove and Lichtblick read the title from different keys.
std::string Layout::add(std::string id, const char* title, ordered_json config) {
    config["foxglovePanelTitle"] = title;
    config["lichtblickPanelTitle"] = title;
    panels_[id] = std::move(config);
    return id;
}

std::vector<Part> Layout::views() {
    std::vector<Part> parts{{add_scene(), 2}};
    for (const VehicleNames& vehicle : vehicles_) {
        const std::string fix = vehicle.prefix + "/vehicle/fix";
        if (topics_.count(fix) == 0) continue;
        parts.push_back({add_map(fix), 1});
        break;
    }
    return parts;
}

std::vector<Part> Layout::values() {
    std::vector<Part> parts;
    if (vehicles_.size() == 1)
        add_plots(vehicles_.front(), parts);
    else if (!vehicles_.empty())
        parts.push_back({add_tabs(), 2});
    parts.push_back({add_status(), 1});
    parts.push_back({add("RosOut!log", "Log",
                         {{"searchTerms", ordered_json::array()},
                          {"minLogLevel", 1},
                          {"topicToRender", log_topic_name}}),
                     1});
    return parts;
}

/// Without a line from each vehicle to the origin, which may be far away.
std::string Layout::add_scene() {
    const ordered_json zero{0, 0, 0};
    const ordered_json grid{
        {"layerId", "foxglove.Grid"}, {"instanceId", "grid"}, {"label", "Grid"},  {"visible", true},
        {"frameId", map_frame},       {"size", 2000},         {"divisions", 200}, {"lineWidth", 1},
        {"color", "#248eff40"},       {"position", zero},     {"rotation", zero}};
    return add(
        "3D!scene", "Vehicles",
        {{"followTf", vehicles_.empty() ? map_frame : vehicles_.front().frame},
         {"followMode", "follow-pose"},
         {"scene",
          {{"transforms", {{"labelSize", 0.1}, {"lineWidth", 0}, {"enablePreloading", true}}}}},
         {"cameraState",
          {{"perspective", true},
           {"distance", 25},
           {"phi", 60},
           {"thetaOffset", 45},
           {"fovy", 45},
           {"near", 0.5},
           {"far", 5000},
           {"target", zero},
           {"targetOffset", zero},
           {"targetOrientation", {0, 0, 0, 1}}}},
         {"layers", {{"grid", grid}}},
         {"topics", scene_topics()}});
}

ordered_json Layout::scene_topics() const {
    const ordered_json is_visible{{"visible", true}};
    ordered_json shown{{"/scene", is_visible}, {"/route", is_visible}};
    if (topics_.count("/tf") != 0) shown["/tf"] = is_visible;
    for (const VehicleNames& vehicle : vehicles_)
        if (topics_.count(vehicle.prefix + "/tf") != 0) shown[vehicle.prefix + "/tf"] = is_visible;
    return shown;
}

std::string Layout::add_map(const std::string& topic) {
    return add("map!fix", "Map",
               {{"customTileUrl", ""},
                {"disabledTopics", ordered_json::array()},
                {"followTopic", topic},
                {"layer", "map"},
                {"topicColors", ordered_json::object()},
                {"zoomLevel", 17},
                {"maxNativeZoom", 18}});
}

void Layout::add_plots(const VehicleNames& vehicle, std::vector<Part>& to) {
    std::string suffix = vehicle.prefix;
    if (!suffix.empty()) suffix[0] = '_';
    add_plot("Plot!speed" + suffix, "Speed, m/s", vehicle, speed_curves, to);
    add_plot("Plot!steering" + suffix, "Steering, rad", vehicle, steering_curves, to);
}

/// @param to unchanged if none of the curves has a topic
void Layout::add_plot(const std::string& id, const char* title, const VehicleNames& vehicle,
                      const std::vector<Curve>& curves, std::vector<Part>& to) {
    auto paths = ordered_json::array();
    for (const Curve& curve : curves) {
        const std::string topic = vehicle.prefix + std::string(curve.topic);
        if (topics_.count(topic) != 0)
            paths.push_back({{"value", topic + std::string(curve.field)},
                             {"enabled", true},
                             {"timestampMethod", "receiveTime"},
                             {"label", curve.label}});
    }
    if (paths.empty()) return;
    to.push_back({add(id, title,
                      {{"paths", std::move(paths)},
                       {"showXAxisLabels", true},
                       {"showYAxisLabels", true},
                       {"showLegend", true},
                       {"legendDisplay", "floating"},
                       {"isSynced", true},
                       {"xAxisVal", "timestamp"},
                       {"sidebarDimension", 240}}),
                  1});
}

std::string Layout::add_tabs() {
    auto tabs = ordered_json::array();
    for (const VehicleNames& vehicle : vehicles_) {
        std::vector<Part> plots;
        add_plots(vehicle, plots);
        ordered_json tab{{"title", vehicle.frame.substr(0, vehicle.frame.rfind('/'))}};
        if (!plots.empty()) tab["layout"] = column(plots);
        tabs.push_back(std::move(tab));
    }
    return add("Tab!vehicles", "Plots", {{"activeTabIdx", 0}, {"tabs", std::move(tabs)}});
}

/// The diagnostics of the first vehicle that has them. @return an empty text if none has
std::string Layout::diagnostics_topic() const {
    for (const VehicleNames& vehicle : vehicles_)
        if (topics_.count(vehicle.prefix + "/diagnostics") != 0)
            return vehicle.prefix + "/diagnostics";
    return {};
}

ordered_json Layout::add_status() {
    std::string parameters = add("Parameters!run", "Run", ordered_json::object());
    const std::string topic = diagnostics_topic();
    if (topic.empty()) return parameters;
    std::string diagnostics = add("DiagnosticSummary!run", "Diagnostics",
                                  {{"minLevel", 0},
                                   {"pinnedIds", ordered_json::array()},
                                   {"topicToRender", topic},
                                   {"hardwareIdFilter", "ddc-gateway"},
                                   {"sortByLevel", true}});
    return split("row", std::move(parameters), std::move(diagnostics), 40);
}

}  // namespace

std::string layout_of(const std::vector<std::string>& topics,
                      const std::vector<VehicleNames>& vehicles) {
    return Layout(topics, vehicles).make().dump(2) + "\n";
}

}  // namespace gateway::foxglove
