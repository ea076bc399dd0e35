# SPDX-License-Identifier: BSD-3-Clause
"""ParaView macro and state: the particles of an amphi run as spheres, fluid coloured by speed, walls faint.

As a macro (Macros > Import new macro): select particles.hdf.series in the pipeline, click it. As a state
(File > Load State) it asks for nothing where AMPHI_OUT names the output folder of a run:
  AMPHI_OUT=out/demo paraview --state=particles.py
"""
import os
import re

from paraview import simple


def spacing(source):
    """The particle spacing dp in m, as used.yaml beside the snapshots says, or guessed from the particles."""
    names = source.FileName if hasattr(source, "FileName") else []
    for name in [names] if isinstance(names, str) else list(names):
        path = os.path.join(os.path.dirname(name), "used.yaml")
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                found = re.search(r"^dp: ([-+.e0-9]+)", file.read(), re.M)
            if found:
                return float(found.group(1))
    information = source.GetDataInformation()
    low_high, sides = information.GetBounds(), 0
    volume = 1.0
    for axis in range(3):
        length = low_high[2 * axis + 1] - low_high[2 * axis]
        if length > 0:
            volume, sides = volume * length, sides + 1
    return (volume / max(1, information.GetNumberOfPoints())) ** (1 / max(1, sides))


def kind(source, name, number):
    """The particles of a kind: 0 fluid, 1 walls."""
    part = simple.Threshold(registrationName=name, Input=source)
    part.Scalars = ["POINTS", "type"]
    part.LowerThreshold = part.UpperThreshold = number
    part.ThresholdMethod = "Between"
    return part


def spheres(part, view, radius):
    display = simple.Show(part, view)
    display.SetRepresentationType("Point Gaussian")
    display.ShaderPreset = "Sphere"
    display.GaussianRadius = radius
    display.ScaleByArray = 0
    return display


def show(source):
    view = simple.GetActiveViewOrCreate("RenderView")
    simple.LoadPalette("WhiteBackground")
    times = list(getattr(source, "TimestepValues", []))
    if times:
        simple.GetAnimationScene().AnimationTime = times[-1]  # at the start all may be at rest
    radius = 0.62 * spacing(source)  # of a sphere with the particle's volume
    simple.Hide(source, view)

    fluid = kind(source, "fluid", 0)
    display = spheres(fluid, view, radius)
    simple.ColorBy(display, ("POINTS", "velocity", "Magnitude"))
    colours = simple.GetColorTransferFunction("velocity")
    colours.ApplyPreset("Turbo", True)
    simple.Render(view)
    display.RescaleTransferFunctionToDataRange(False, True)
    display.SetScalarBarVisibility(view, True)
    bar = simple.GetScalarBar(colours, view)
    bar.Title, bar.ComponentTitle = "speed [m/s]", ""

    walls = spheres(kind(source, "walls", 1), view, 0.5 * radius)
    walls.ColorArrayName = ["POINTS", ""]  # one colour
    walls.AmbientColor = walls.DiffuseColor = [0.6, 0.6, 0.6]
    walls.Opacity = 0.05

    simple.Show(simple.AnnotateTimeFilter(registrationName="time", Input=fluid, Format="t = {time:.3f} s"), view)
    low_high = source.GetDataInformation().GetBounds()
    middle = [(low_high[2 * axis] + low_high[2 * axis + 1]) / 2 for axis in range(3)]
    solid = low_high[5] > low_high[4]
    view.CameraFocalPoint = middle
    view.CameraViewUp = [0, 0, 1] if solid else [0, 1, 0]
    view.CameraPosition = [m + d for m, d in zip(middle, (-0.43, -0.81, 0.41) if solid else (0, 0, 1))]
    simple.ResetCamera(view)
    simple.SetActiveSource(fluid)
    simple.Render(view)


def main():
    source = simple.GetActiveSource()
    folder = os.environ.get("AMPHI_OUT")
    if source is None and folder:
        source = simple.OpenDataFile(os.path.join(folder, "particles.hdf.series"))
        simple.UpdatePipeline(proxy=source)
        simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    if source is None:
        raise RuntimeError("open particles.hdf.series of a run first, and select it in the pipeline")
    show(source)


main()
