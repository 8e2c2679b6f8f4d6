#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A VCG program in Python: programs/autopilot/autopilot_basic.cpp with the same outputs (basic
interface)."""
import math
import pathlib
import sys
import time

# Not needed where python3-ddc is installed.
sys.path.append(str(pathlib.Path(__file__).absolute().parents[2] / "libddc/python"))
import ddc  # noqa: E402

(RUNNING, INTERFACE_TYPE, TIME_MODE, RUN_CYCLE_SWITCH, DELTA_SEC, EXECUTION_TIME,
 SIMULATION_RUNNING, INPUT_START, OUTPUT_START) = range(9)
INPUTS, OUTPUTS, ENTRIES = 10, 40, 70
POINTS = 10

# The numbers are those of programs/autopilot/route_follower.cpp, which explains them.
WHEELBASE_M, CENTRE_TO_REAR_AXLE_M, DRIFT_S2_PER_M = 2.7, 1.5, 0.009
FULL_GAS_MPS2, FULL_BRAKING_MPS2, STEERING_LIMIT_DEG = 3.1, 10.0, 30.0
LOOKAHEAD_MIN_M, LOOKAHEAD_S = 2.5, 0.38
CRUISE_MPS, LATERAL_LIMIT_MPS2, STOP_BEFORE_END_M, RESERVE_M = 50 / 3.6, 2.5, 0.8, 1.0
DECELERATION_MPS2, FADING_S, ANTICIPATION_S = 2.5, 0.5, 0.4
FASTEST_RISE_MPS2, HARDEST_BRAKING_MPS2, HOLDING_MPS2 = 1.5, 6.0, 1.5
GENTLE_MPS3, QUICK_MPS3, STANDSTILL_MPS = 1.0, 3.0, 0.05
PROPORTIONAL_PER_S, INTEGRAL_PER_S2, LARGEST_INTEGRAL_MPS2, STEADY_MPS2 = 1.2, 0.2, 1.0, 0.5
LONGEST_CYCLE_S = 60.0


def clamp(value, low, high):
    return min(max(value, low), high)


def progress_m(route, place):
    """Position along the first segment, which the gateway makes the nearest one, or past the end."""
    (ax, ay), (bx, by) = route[:2]
    length = math.dist(*route[:2])
    along = (place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)
    along = along / length if length > 0 else 0.0
    return clamp(along, 0.0, length) if len(route) > 2 else max(along, 0.0)


def spline(a, b, c, d, t):
    """Between b (t = 0) and c (t = 1) on a smooth curve through a, b, c and d."""
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def mirrored(point, centre):
    return 2 * centre[0] - point[0], 2 * centre[1] - point[1]


def point_at(route, along_m):
    """The point at that distance along a smooth curve through the route; then straight on."""
    i = 0
    while along_m > math.dist(*route[i:i + 2]) and i + 2 < len(route):
        along_m -= math.dist(*route[i:i + 2])
        i += 1
    b, c = route[i:i + 2]
    t = along_m / math.dist(b, c) if b != c else 0.0
    if t > 1:
        return b[0] + t * (c[0] - b[0]), b[1] + t * (c[1] - b[1])
    a = route[i - 1] if i > 0 else mirrored(c, b)
    d = route[i + 2] if i + 2 < len(route) else mirrored(b, c)
    return spline(a[0], b[0], c[0], d[0], t), spline(a[1], b[1], c[1], d[1], t)


def pursuit_curvature(route, place, heading_rad, speed_mps):
    """Curvature of the circle to the point that is steered for, 1/m, positive left (pure pursuit)."""
    behind_m = CENTRE_TO_REAR_AXLE_M - DRIFT_S2_PER_M * speed_mps * speed_mps
    lookahead_m = LOOKAHEAD_MIN_M + LOOKAHEAD_S * abs(speed_mps)
    start = (place[0] - behind_m * math.cos(heading_rad),
             place[1] - behind_m * math.sin(heading_rad))
    goal = point_at(route, progress_m(route, place) - behind_m + lookahead_m)
    bearing = math.atan2(goal[1] - start[1], goal[0] - start[0]) - heading_rad
    return 2 * math.sin(bearing) / max(math.dist(start, goal), 1.0)


def braking_curve_mps(end_mps, room_m):
    """The speed from which a car brakes evenly; the braking fades out before a standstill."""
    fading_mps = DECELERATION_MPS2 * FADING_S
    total_mps = end_mps + fading_mps
    room_m = max(room_m, 0.0)
    return math.sqrt(total_mps * total_mps + 2 * DECELERATION_MPS2 * room_m) - fading_mps


def bend_limit_mps(route, i):
    """The limit of the bend at point i; CRUISE_MPS on a straight and at the last point."""
    if i + 1 >= len(route):
        return CRUISE_MPS
    a, b, c = route[i - 1:i + 2]
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    sides = math.dist(a, b) * math.dist(b, c) * math.dist(a, c)
    bend = 2 * abs(cross) / sides if sides > 0 else 0.0
    return min(math.sqrt(LATERAL_LIMIT_MPS2 / bend), CRUISE_MPS) if bend > 0 else CRUISE_MPS


def speed_limits(route, progress):
    """Pairs of a speed and the distance before which it must be reached."""
    lengths = [math.dist(*route[i:i + 2]) for i in range(len(route) - 1)]
    share = progress / lengths[0] if lengths[0] > 0 else 0.0
    bend_mps = bend_limit_mps(route, 1)
    yield bend_mps + share * max(bend_limit_mps(route, 2) - bend_mps, 0.0), 0.0
    ahead_m = lengths[0]
    for i in range(2, len(route)):
        yield bend_limit_mps(route, i), ahead_m - progress
        ahead_m += lengths[i - 1]
    if len(route) < POINTS:  # else further points follow
        yield 0.0, ahead_m - progress - STOP_BEFORE_END_M
    else:
        yield braking_curve_mps(0.0, ahead_m - lengths[0] - RESERVE_M), 0.0


class Autopilot:
    """The controller of programs/autopilot/route_follower.cpp, with the same outputs."""

    def __init__(self):
        self.acceleration_mps2 = self.integral_mps2 = 0.0

    def execute(self, inputs, delta_s):
        """One cycle: converts the inputs, in their order, to steering, gas and braking."""
        velocity_kmph, x, y, compass_deg, points, *route = inputs
        points = clamp(points, 0, POINTS)
        route = list(zip(route[:points], route[POINTS:POINTS + points]))
        if points < 2 or not all(map(math.isfinite, inputs)):  # any process may write the table
            return [0.0, 0.0, 1.0]
        speed_mps = velocity_kmph / 3.6
        delta_s = delta_s if 0 < delta_s <= LONGEST_CYCLE_S else 0.0
        following = self.accelerated(*self.limit(route, (x, y), speed_mps), speed_mps, delta_s)
        effort_mps2 = sum(following)
        curvature = pursuit_curvature(route, (x, y), math.radians(compass_deg), speed_mps)
        steering_deg = math.degrees(math.atan(WHEELBASE_M * curvature))
        outputs = [clamp(steering_deg, -STEERING_LIMIT_DEG, STEERING_LIMIT_DEG),
                   clamp(effort_mps2 / FULL_GAS_MPS2, 0.0, 1.0),
                   min(-effort_mps2 / FULL_BRAKING_MPS2, 1.0) if effort_mps2 < 0 else 0.0]
        if not all(map(math.isfinite, outputs)):  # the points are too far apart to compute with
            return [0.0, 0.0, 1.0]
        self.acceleration_mps2, self.integral_mps2 = following
        return outputs

    @staticmethod
    def limit(route, place, speed_mps):
        """The speed limit, and the deceleration that it needs."""
        anticipated_m = ANTICIPATION_S * abs(speed_mps)
        limit_mps = soon_mps = CRUISE_MPS
        braking_mps2 = 0.0
        for end_mps, room_m in speed_limits(route, progress_m(route, place)):
            now_mps = braking_curve_mps(end_mps, room_m)
            limit_mps = min(limit_mps, now_mps)
            if braking_curve_mps(end_mps, room_m - anticipated_m) < soon_mps:
                soon_mps = braking_curve_mps(end_mps, room_m - anticipated_m)
                fade = now_mps / (now_mps + DECELERATION_MPS2 * FADING_S)
                if end_mps == 0:  # a car that is too fast for the place must brake more
                    excess = clamp(speed_mps / now_mps, 1.0, 2.0) if now_mps > 0 else 1.0
                    braking_mps2 = DECELERATION_MPS2 * fade * excess * excess
                else:
                    braking_mps2 = DECELERATION_MPS2 * fade if room_m > anticipated_m else 0.0
        return limit_mps, braking_mps2

    def accelerated(self, limit_mps, braking_mps2, speed_mps, delta_s):
        """The acceleration of the next cycle, with a limited jerk, and the integral."""
        error_mps = limit_mps - speed_mps
        is_arriving = limit_mps < STANDSTILL_MPS
        wanted = PROPORTIONAL_PER_S * error_mps - braking_mps2
        integral = self.integral_mps2
        if braking_mps2 == 0 and abs(wanted) < STEADY_MPS2:
            integral = clamp(integral + INTEGRAL_PER_S2 * error_mps * delta_s, 0.0,
                             LARGEST_INTEGRAL_MPS2)
        if is_arriving and speed_mps < STANDSTILL_MPS:
            wanted = -HOLDING_MPS2
        wanted = clamp(wanted, -HARDEST_BRAKING_MPS2, FASTEST_RISE_MPS2)
        fall_mps3 = GENTLE_MPS3 if is_arriving else QUICK_MPS3
        rise_mps3 = QUICK_MPS3 if self.acceleration_mps2 < 0 else GENTLE_MPS3
        change = clamp(wanted - self.acceleration_mps2, -fall_mps3 * delta_s, rise_mps3 * delta_s)
        return self.acceleration_mps2 + change, integral


def run(table, start):
    reference = start.reference_id
    table.clear(reference, ENTRIES)
    header = {INTERFACE_TYPE: "basic", TIME_MODE: "", RUN_CYCLE_SWITCH: False, DELTA_SEC: 0.0,
              EXECUTION_TIME: 0.0, SIMULATION_RUNNING: False, INPUT_START: INPUTS,
              OUTPUT_START: OUTPUTS}
    for entry, value in header.items():
        table.write(reference + entry, value)
    inputs = ddc.Group(table, [(reference + INPUTS + i, int if i == 4 else float)
                               for i in range(25)] + [(reference + DELTA_SEC, float)])
    outputs = ddc.Group(table, [(reference + OUTPUTS + i, float) for i in range(3)])
    inputs.write([0] * 26)
    autopilot = Autopilot()
    outputs.write([0] * 3)
    while not start.stopped:
        table.write(reference + RUNNING, True)
        if not table.wait(reference + RUN_CYCLE_SWITCH, True, timeout_s=0.02):
            continue
        began_s = time.perf_counter()
        *values, delta_s = inputs.read()
        outputs.write(autopilot.execute(values, delta_s))
        table.write(reference + EXECUTION_TIME, time.perf_counter() - began_s)
        table.write(reference + RUN_CYCLE_SWITCH, False)
    table.write(reference + RUNNING, False)


def drive(start):
    with ddc.Table() as table:
        run(table, start)


if __name__ == "__main__":
    # Existing programs are called with the word `ddc` first.
    words = sys.argv[:1] + sys.argv[2:] if sys.argv[1:2] == ["ddc"] else sys.argv
    sys.exit(ddc.run_program(words, "Follows the route it is given and keeps to a speed.",
                             ddc.version(), drive))
