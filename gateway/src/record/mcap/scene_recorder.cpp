// SPDX-License-Identifier: MIT
#include "scene_recorder.hpp"

#include "port_message.hpp"

#include <algorithm>

namespace gateway {

SceneRecorder::SceneRecorder(MessageSink& file, const SceneFacts& facts)
    : file_(file),
      frame_(facts.frame),
      markers_(facts.name, facts.frame, facts.vehicle),
      origin_(facts.origin) {
    scene_topic_ = file_.add_topic<messages::MarkerArray>(facts.prefix + "/scene");
    if (facts.route != nullptr) {
        route_topic_ = file_.add_topic<messages::MarkerArray>(facts.prefix + "/route");
        route_.markers.push_back(route_marker(facts.name, *facts.route));
    }
    if (!origin_) return;
    fix_topic_ = file_.add_topic<ddc::recording::NavSatFix>(facts.prefix + "/vehicle/fix");
    fix_ = fix_of(*origin_, frame_, SimTime{0}, {0, 0, 0});
}

void SceneRecorder::add(SimTime now, const Feedback& feedback) {
    if (next_ && now < *next_) return;
    next_ = std::max(next_.value_or(now) + scene_period, now);
    if (!route_.markers.empty()) {
        file_.add(route_topic_, now, route_);
        route_.markers.clear();
    }
    file_.add(scene_topic_, now, markers_.at(now, pose_of(feedback)));
    if (!origin_) return;
    move_to(*origin_, now, feedback.state.position_m, fix_);
    file_.add(fix_topic_, now, fix_);
}

}  // namespace gateway
