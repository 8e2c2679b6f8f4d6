#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""my_program: follows a route at a constant speed, and stops at its end. README.md explains how to run it."""
import math
import sys

try:
    import ddc
except ModuleNotFoundError as error:
    sys.exit(f"{error}: install the package python3-ddc, or set PYTHONPATH and DDC_LIBRARY as "
             "`ddc-gateway new-program NAME --language python` prints them")

TARGET_KMH = 30.0
CROSS_TRACK_GAIN = 2.0  # 1/s: how fast the error decreases
BEND_DELAY_M = 3.0      # curvature_ahead is the mean of the next 10 m, and comes too early
DECELERATION_MPS2, JERK_MPS3 = 1.5, 1.5
FADING_S = 0.5          # before a standstill the braking fades over this time
# About those of the vehicle.
WHEELBASE_M, CENTRE_TO_REAR_AXLE_M = 2.7, 1.5
DRIFT_S2_PER_M = 0.008  # sideslip of the rear axle per lateral acceleration
FULL_GAS_MPS2, FULL_BRAKING_MPS2 = 3.0, 10.0


def limited(value, low, high):
    return min(max(value, low), high)


class Controller:
    """The controller: change this."""

    def __init__(self):
        self.reset()

    def reset(self):
        """Sets the state that is kept between cycles."""
        self.curvature_per_m = 0.0
        self.acceleration_mps2 = 0.0
        self.integral_mps2 = 0.0  # what drag and slopes need

    def update(self, delta_s, velocity_kmh, cross_track_error_m, heading_error_deg,
               curvature_per_m, distance_to_end_m):
        """One cycle. Both errors are positive to the left of the route, and so is curvature.

        Returns steering (deg at the wheels, -30 to 30, positive to the left), gas and braking
        (0 to 1).
        """
        # Any process may write the table, and a value that is not finite would stay in the state.
        if not all(map(math.isfinite, (delta_s, velocity_kmh, cross_track_error_m,
                                       heading_error_deg, curvature_per_m, distance_to_end_m))):
            return 0.0, 0.0, 1.0
        delta_s = limited(delta_s, 0.0, 1.0)
        speed_mps = limited(velocity_kmh / 3.6, -100.0, 100.0)
        self.accelerate(speed_mps, distance_to_end_m, delta_s)
        effort_mps2 = self.acceleration_mps2 + self.integral_mps2
        self.delay_curvature(limited(curvature_per_m, -1.0, 1.0), speed_mps * delta_s)
        return (limited(self.wheel_deg(speed_mps, cross_track_error_m) - heading_error_deg,
                        -30.0, 30.0),
                limited(effort_mps2 / FULL_GAS_MPS2, 0.0, 1.0),
                min(-effort_mps2 / FULL_BRAKING_MPS2, 1.0) if effort_mps2 < 0 else 0.0)

    def delay_curvature(self, curvature_per_m, driven_m):
        change = curvature_per_m - self.curvature_per_m
        self.curvature_per_m += change * limited(driven_m / BEND_DELAY_M, 0.0, 1.0)

    def wheel_deg(self, speed_mps, cross_track_error_m):
        """Follows the route's curve and corrects the error (G. M. Hoffmann et al., Autonomous
        Automobile Trajectory Tracking for Off-Road Driving, 2007)."""
        along = math.atan(WHEELBASE_M * self.curvature_per_m)
        back = math.atan(CROSS_TRACK_GAIN * cross_track_error_m / max(speed_mps, 1.0))
        # In a bend the centre of gravity does not move where the car points to.
        slip_m = CENTRE_TO_REAR_AXLE_M - DRIFT_S2_PER_M * speed_mps * speed_mps
        return math.degrees(along - back - slip_m * self.curvature_per_m)

    def accelerate(self, speed_mps, distance_to_end_m, delta_s):
        """To the target speed, and to a stop 1 m before the end of the route, without jerk."""
        target_mps, fading_mps = TARGET_KMH / 3.6, DECELERATION_MPS2 * FADING_S
        room_m = max(distance_to_end_m - 1.0, 0.0)
        end_mps = math.sqrt(fading_mps * fading_mps + 2 * DECELERATION_MPS2 * room_m) - fading_mps
        error_mps = min(target_mps, end_mps) - speed_mps
        wanted = 1.0 * error_mps
        if end_mps < target_mps:
            wanted -= DECELERATION_MPS2 * end_mps / (end_mps + fading_mps)
        elif abs(wanted) < 0.5:
            self.integral_mps2 = limited(self.integral_mps2 + 0.2 * error_mps * delta_s, 0.0, 1.0)
        if max(end_mps, speed_mps) < 0.05:
            wanted = -1.5  # keeps it at standstill
        change = limited(wanted, -3.0, 1.5) - self.acceleration_mps2
        self.acceleration_mps2 += limited(change, -JERK_MPS3 * delta_s, JERK_MPS3 * delta_s)


def drive(start):
    with ddc.Table() as table, \
            ddc.interface.Program(table, start.reference_id, "my_program") as program:
        inputs = [program.input(name) for name in ("true_velocity", "cross_track_error",
                                                   "heading_error", "curvature_ahead",
                                                   "distance_to_end")]
        outputs = [program.output(name) for name in ("set_steering", "set_gas", "set_braking")]
        controller = Controller()
        program.declare_resettable(controller.reset)
        program.publish()
        while not start.stopped:
            if program.begin_cycle(timeout_s=1.0):
                values = controller.update(program.delta_s(), *map(program.get, inputs))
                for port, value in zip(outputs, values):
                    program.set(port, value)
                program.end_cycle()


if __name__ == "__main__":
    sys.exit(ddc.run_program(sys.argv, "Follows a route at a constant speed.", "1.0", drive))
