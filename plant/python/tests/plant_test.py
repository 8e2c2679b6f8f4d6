# SPDX-License-Identifier: MIT
"""Sessions, batches and the environment of the package plant."""
import math

import numpy
import pytest

import plant
from conftest import DATA
from plant.environment import Box, LaneEnvironment

STEP_NS = 10_000_000


def commands(rows):
    table = numpy.zeros((rows, 5))
    table[:, 0] = 0.03 * numpy.sin(numpy.arange(rows) * 0.05)
    table[:, 1], table[:, 3] = 0.3, 1.0
    return table


def test_a_view_shows_the_values_after_each_tick():
    session = plant.SimSession("seven_dof")
    view = session.view
    position, yaw = view["position_m"], view["yaw_rad"]
    session.reset(x_m=3.0, yaw_rad=0.5, vx_mps=10.0)
    assert (position[0], float(yaw)) == (3.0, 0.5)
    for _ in range(20):
        session.set_input(steer_rad=0.05)
        session.tick(STEP_NS)
    now = session.output()
    assert position.shape == (3,) and list(position) == list(now.position_m)
    assert float(yaw) == now.yaw_rad != 0.5
    assert list(view["wheel_load_n"]) == list(now.wheel_load_n)
    assert int(view["sim_time_ns"]) == 20 * STEP_NS
    words = session.snapshot()
    session.tick(STEP_NS)
    session.restore(words)
    assert list(position) == list(now.position_m)


def test_drive_returns_the_outputs_of_single_ticks():
    driven, ticked = (plant.SimSession("fourteen_dof", sensors=DATA / "sensor/sedan.yaml")
                      for _ in range(2))
    for session in (driven, ticked):
        session.reset(vx_mps=15.0)
    rows = commands(300)
    trace = driven.drive(rows, STEP_NS)
    assert trace.shape == (300,) and trace["position_m"].shape == (300, 3)
    for row, seen in zip(rows, trace):
        ticked.set_input(steer_rad=row[0], throttle=row[1], brake=row[2], gear=int(row[3]))
        ticked.tick(STEP_NS)
        assert seen.tobytes() == bytes(ticked.output())
    assert trace["yaw_rad"].std() > 0.001


def test_a_measured_state_has_the_readings_of_the_sensors():
    session = plant.SimSession("seven_dof", sensors=DATA / "sensor/sedan.yaml")
    session.reset(vx_mps=15.0)
    session.drive(commands(100), STEP_NS)
    now, measured = session.output(), session.measured_state()
    assert list(measured.position_m) == list(now.measured_gnss_position_m) != list(now.position_m)
    assert list(measured.wheel_spin_radps) == list(now.measured_wheel_speed_radps)
    assert measured.velocity_mps[0] == pytest.approx(now.velocity_mps[0], abs=1.0)
    assert list(measured.suspension_compression_m) == list(now.suspension_compression_m)


@pytest.mark.parametrize("table", [numpy.zeros(5), numpy.zeros((3, 4)),
                                   numpy.full((3, 5), numpy.nan), numpy.full((3, 5), 0.5)])
def test_invalid_commands_are_rejected(table):
    session = plant.SimSession()
    session.reset()
    with pytest.raises(ValueError, match="commands"):
        session.drive(table, STEP_NS)
    assert session.output().sim_time_ns == 0


def test_an_actuation_model_uses_actuation_commands():
    ends = []
    for command in ({"actuation_accel": 0.3, "actuation_steer": 0.5}, {"throttle": 0.3}):
        session = plant.SimSession(actuation=DATA / "actuation/actuation_cmd_mechanical.yaml")
        session.reset(vx_mps=5.0)
        for _ in range(200):
            session.set_input(**command)
            session.tick(STEP_NS)
        ends.append(session.output())
    actuated, pedalled = ends
    assert actuated.velocity_mps[0] > pedalled.velocity_mps[0] + 0.5
    assert actuated.yaw_rad > 0.01 and pedalled.yaw_rad == 0.0


def test_rows_of_a_batch_share_its_memory_and_move_as_sessions():
    count = 6
    batch = plant.Batch(count)
    rows, states = batch.command_rows, batch.state_rows
    sessions = [plant.SimSession("seven_dof") for _ in range(count)]
    for i, session in enumerate(sessions):
        batch.reset(i, vx_mps=10.0 + i)
        session.reset(vx_mps=10.0 + i)
    rows[:, plant.STEER_RAD] = 0.01 * numpy.arange(count)
    rows[:, plant.THROTTLE] = 0.2
    for _ in range(100):
        batch.step(STEP_NS)
    for i, session in enumerate(sessions):
        for _ in range(100):
            session.set_input(steer_rad=0.01 * i, throttle=0.2)
            session.tick(STEP_NS)
        now = session.output()
        assert states[i, [plant.X_M, plant.Y_M, plant.Z_M]].tolist() == list(now.position_m)
        assert states[i, plant.YAW_RAD] == now.yaw_rad
        assert states[i, plant.SPIN_RADPS:].tolist() == list(now.wheel_spin_radps)


def test_a_step_of_a_batch_reports_errors_and_the_new_states():
    batch = plant.Batch(2)
    rows, states = batch.command_rows, batch.state_rows
    batch.reset(0, x_m=1e308, vx_mps=1e300)
    batch.reset(1, vx_mps=10.0)
    rows[1, plant.GEAR] = 0.5
    with pytest.raises(plant.Error, match="row 1: must be finite, with a whole gear"):
        batch.step(STEP_NS)
    assert states[:, plant.X_M].tolist() == [1e308, 0.0]
    rows[1, plant.GEAR], rows[1, plant.THROTTLE] = 1.0, 3.0  # the throttle is limited
    with pytest.raises(plant.Error, match="would not be finite or roll them over: 1") as caught:
        batch.step(STEP_NS)
    assert caught.value.status == plant.NOT_FINITE
    assert states[0, plant.X_M] == 1e308 and states[1, plant.X_M] > 0.09
    with pytest.raises(AttributeError):
        batch.commands = [0.0] * 10


def test_an_invalid_file_is_reported(tmp_path):
    file = tmp_path / "sedan.yaml"
    file.write_text("body:\n  mass_kg: -1\n")
    with pytest.raises(plant.Error, match="sedan.yaml:2"):
        plant.SimSession(vehicle=file)
    with pytest.raises(TypeError, match="wheels"):
        plant.SimSession(wheels=file)


def keep_lane(seen):
    return [-0.5 * seen[0] - 4.0 * seen[1] - 0.5 * seen[4], 0.5 * seen[5]]


def test_a_driven_episode_lasts_its_time_and_is_repeatable_with_a_seed():
    episodes = []
    for _ in range(2):
        environment = LaneEnvironment(episode_s=10.0)
        seen, info = environment.reset(seed=7)
        rewards, ended = [], (False, False)
        while not any(ended):
            assert seen in environment.observation_space and info == {}
            seen, reward, *ended, info = environment.step(keep_lane(seen))
            rewards.append(reward)
        assert ended == [False, True] and len(rewards) == 200
        assert abs(seen[0]) < 0.1 and abs(seen[5]) < 3.0
        episodes.append(rewards)
    assert episodes[0] == episodes[1]
    first, other = (LaneEnvironment().reset(seed=seed)[0].tolist() for seed in (7, 8))
    assert first != other


def test_leaving_the_lane_ends_an_episode():
    environment = LaneEnvironment("bicycle")
    environment.reset(options={"y_m": 0.0, "yaw_rad": 0.0, "vx_mps": 20.0})
    with pytest.raises(ValueError, match="speed"):
        environment.reset(options={"speed": 1.0})
    terminated = False
    while not terminated:
        seen, reward, terminated, truncated, info = environment.step([1.0, 0.0])
        assert not truncated
    assert seen[0] > 1.75 and reward < -10.0 and info == {"reason": "left its lane"}
    with pytest.raises(RuntimeError, match="reset"):
        environment.step([0.0, 0.0])


def test_a_box_contains_its_samples():
    box = Box([-1.0, 0.0], [1.0, 2.0])
    box.seed(3)
    first = [box.sample() for _ in range(50)]
    assert all(sample in box for sample in first) and box.shape == (2,)
    assert [0.0] not in box and [0.0, 2.1] not in box and [math.nan, 0.0] not in box
    box.seed(3)
    assert numpy.array_equal(first, [box.sample() for _ in range(50)])
    with pytest.raises(ValueError):
        Box([1.0], [0.0])
