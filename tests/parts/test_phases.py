#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Several phases with the models that go with them, in three parts: the state of a run alone, whatever backend; and resumed."""
import json
import os
import sys
from pathlib import Path

from launch import library, parts

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from harness import SOURCE, amphi, expect, expect_run, main  # noqa: E402

OIL = "{name: oil, density: 500, speed_of_sound: 50, nu: 0.02%s}"
PLAIN = ("phases=[" + OIL % "" + "]",)
WARM = ("phases=[" + OIL % ", heat: {conductivity: 1e4, capacity: 2000, expansion: 0.1, thinning: 0.1}" + "]",
        "heat={model: conduction, conductivity: 2e4, capacity: 4000, reference: 2, expansion: 0.05}",
        "fluids.lower.temperature=1", "fluids.upper.temperature=3", "walls.tank.temperature=2")
MODELS = {
    "heat": WARM,
    "mdbc": (*PLAIN, "boundary={model: mdbc}", "acoustic_damper.model=sun"),
    "shifted": (*PLAIN, "shifting={model: plus, every: 2}", "gradient_correction=adjoint", "gradients_every=4"),
    "drifting": (*PLAIN, "shifting={model: xsph, strength: 0.3}", "viscosity={model: artificial}", "boundary={model: lennard_jones}"),
    "stirred": (*PLAIN, "turbulence={model: smagorinsky}", "viscosity={model: espanol, nu: 0.01, bulk: 0.005}", "rheology.average=geometric"),
}


def state_hash(folder):
    return json.loads((folder / "summary.json").read_text())["state_hash"]


def test_models(folder):
    for name, sets in MODELS.items():
        given = [word for s in ("summation=fixed", "fluids.upper.phase=oil", *sets) for word in ("--set", s)]
        command = ("run", SOURCE / "tests/wcsph/phases/twin.yaml", "--threads", "1", "--quiet", *given)
        expect_run(amphi(*command, "--steps", "24", "-o", folder / name / "alone"), 0)
        alone = state_hash(folder / name / "alone")
        for backend in ("cpu", "offload")[:1 if "AMPHI_SANITIZED" in os.environ else 2]:
            device = ("--device", "host") if backend == "offload" else ()
            expect_run(parts(3, *command, "--steps", "24", "-o", folder / name / backend, "--backend", backend, *device), 0)
            expect(state_hash(folder / name / backend) == alone, f"{name} on {backend}: another hash than alone")
        expect_run(parts(3, *command, "--steps", "11", "-o", folder / name / "half"), 0)
        expect_run(parts(2, "run", "--resume", folder / name / "half", "--steps", "24", "--threads", "1"), 0)
        expect(state_hash(folder / name / "half") == alone, f"{name}: resumed, another hash")


if not library():
    print("skipped: this amphi was built without MPI (tools/setup check installs it)")
    sys.exit(77)
main([test_models])
