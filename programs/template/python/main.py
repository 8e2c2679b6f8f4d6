#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""my_program: follows a route at a constant speed. README.md explains how to run it."""
import math
import sys

try:
    import ddc
except ModuleNotFoundError as error:
    sys.exit(f"{error}: install the package python3-ddc, or set PYTHONPATH and DDC_LIBRARY as "
             "`ddc-gateway new-program NAME --language python` prints them")

TARGET_KMH = 30.0
WHEELBASE_M = 2.7
CROSS_TRACK_GAIN = 2.0  # 1/s: how fast the error decreases


def limited(value, low, high):
    return min(max(value, low), high)


class Controller:
    """The controller: change this."""

    def __init__(self):
        self.reset()

    def reset(self):
        """Sets the state that is kept between cycles."""
        self.held_gas = 0.0

    def update(self, delta_s, velocity_kmh, cross_track_error_m, heading_error_deg,
               curvature_per_m):
        """One cycle. Both errors are positive to the left of the route, and so is curvature.

        Returns steering (deg at the wheels, -30 to 30, positive to the left), gas and braking
        (0 to 1).
        """
        # Any process may write the table, and a value that is not finite would stay in held_gas.
        if not all(map(math.isfinite, (delta_s, velocity_kmh, cross_track_error_m,
                                       heading_error_deg, curvature_per_m))):
            return 0.0, 0.0, 1.0
        error_kmh = TARGET_KMH - velocity_kmh
        gas = self.held_gas + 0.1 * error_kmh
        if gas < 1:
            self.held_gas = limited(self.held_gas + 0.02 * error_kmh * delta_s, 0.0, 0.5)
        # Follows the route's curve and corrects both errors (G. M. Hoffmann et al., Autonomous
        # Automobile Trajectory Tracking for Off-Road Driving, 2007).
        along = math.atan(WHEELBASE_M * curvature_per_m)
        back = math.atan(CROSS_TRACK_GAIN * cross_track_error_m / max(velocity_kmh / 3.6, 1.0))
        steering_deg = limited(math.degrees(along - back) - heading_error_deg, -30.0, 30.0)
        return steering_deg, limited(gas, 0.0, 1.0), limited(-0.05 * (error_kmh + 2.0), 0.0, 1.0)


def drive(start):
    with ddc.Table() as table, \
            ddc.interface.Program(table, start.reference_id, "my_program") as program:
        inputs = [program.input(name) for name in ("true_velocity", "cross_track_error",
                                                   "heading_error", "curvature_ahead")]
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
