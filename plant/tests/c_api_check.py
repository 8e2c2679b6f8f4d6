#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drives the simulator from another language through its C interface.

usage: c_api_check.py LIBRARY DATA_DIRECTORY
"""
import ctypes as c
import sys


class Command(c.Structure):
    _fields_ = [("steer_rad", c.c_double), ("throttle", c.c_double), ("brake", c.c_double),
                ("gear", c.c_int32), ("handbrake", c.c_int32)]


class Output(c.Structure):
    _fields_ = [("sim_time_ns", c.c_int64), ("position_m", c.c_double * 3),
                ("roll_rad", c.c_double), ("pitch_rad", c.c_double), ("yaw_rad", c.c_double),
                ("velocity_mps", c.c_double * 3), ("angular_velocity_radps", c.c_double * 3),
                ("wheel_spin_radps", c.c_double * 4), ("ax_mps2", c.c_double),
                ("ay_mps2", c.c_double), ("steer_applied_rad", c.c_double),
                ("throttle_applied", c.c_double), ("brake_applied", c.c_double),
                ("wheel_load_n", c.c_double * 4), ("tyre_force_x_n", c.c_double * 4),
                ("tyre_force_y_n", c.c_double * 4), ("slip_ratio", c.c_double * 4),
                ("slip_angle_rad", c.c_double * 4), ("wheel_radius_m", c.c_double)]


def load(path):
    library = c.CDLL(path)
    library.plant_create.restype = c.c_void_p
    library.plant_create.argtypes = [c.c_char_p] * 5 + [c.c_size_t]
    library.plant_destroy.argtypes = [c.c_void_p]
    library.plant_reset.argtypes = [c.c_void_p] + [c.c_double] * 4
    library.plant_set_input.argtypes = [c.c_void_p, c.POINTER(Command)]
    library.plant_tick.argtypes = [c.c_void_p, c.c_int64]
    library.plant_get_output.argtypes = [c.c_void_p, c.POINTER(Output)]
    library.plant_snapshot.restype = c.c_size_t
    library.plant_snapshot.argtypes = [c.c_void_p, c.POINTER(c.c_uint64), c.c_size_t]
    library.plant_restore.argtypes = [c.c_void_p, c.POINTER(c.c_uint64), c.c_size_t]
    return library


def main():
    library, data = load(sys.argv[1]), sys.argv[2].encode()
    error = c.create_string_buffer(200)
    assert library.plant_create(b"tank", None, None, None, error, 200) is None
    assert error.value.startswith(b"model: must be one of"), error.value
    assert library.plant_create(b"actuation_cmd", None, None, None, error, 200) is None
    assert error.value == b"model: must be one of kinematic bicycle seven_dof fourteen_dof"

    session = library.plant_create(b"seven_dof", data + b"/vehicle/sedan.yaml",
                                   data + b"/tyre/sedan.yaml", data + b"/ground/flat.yaml",
                                   error, 200)
    assert session, error.value
    assert library.plant_reset(session, 1.0, 2.0, 0.0, 10.0) == 0
    assert library.plant_reset(session, float("nan"), 2.0, 0.0, 10.0) == 1
    assert library.plant_set_input(session, Command(0.0, 0.5, 0.0, 1, 0)) == 0
    assert library.plant_set_input(session, Command(0.0, 1.5, 0.0, 1, 0)) == 1
    assert library.plant_set_input(session, Command(float("nan"), 0.5, 0.0, 1, 0)) == 2
    assert library.plant_tick(session, 0) == 1

    def drive(ticks):
        for _ in range(ticks):
            assert library.plant_tick(session, 1_000_000) == 0
        output = Output()
        library.plant_get_output(session, output)
        return bytes(output), output

    drive(500)
    size = library.plant_snapshot(session, None, 0)
    words = (c.c_uint64 * size)()
    assert library.plant_snapshot(session, words, size) == size
    first, output = drive(500)
    assert output.sim_time_ns == 1_000_000_000
    assert output.velocity_mps[0] > 12.0 and output.position_m[0] > 11.0
    assert abs(sum(output.wheel_load_n) - 1500 * 9.80665) < 100
    assert library.plant_restore(session, words, size) == 0
    assert drive(500)[0] == first
    assert library.plant_restore(session, words, size - 1) == 1
    library.plant_destroy(session)


if __name__ == "__main__":
    main()
