# SPDX-License-Identifier: BSD-3-Clause
"""For test_paraview.py, in ParaView's own Python: opens files as File > Open does and prints what is in them at
each time, as JSON: look_with_paraview.py FILE..."""
import json
import sys

from paraview.simple import OpenDataFile, Threshold


def contents(source, time):
    source.UpdatePipeline(time)
    about = source.GetDataInformation()
    arrays = [source.PointData.GetArray(i) for i in range(source.PointData.GetNumberOfArrays())]
    return {"time": about.GetTime(), "type": about.GetDataSetTypeAsString(), "points": about.GetNumberOfPoints(),
            "bounds": about.GetBounds(),
            "arrays": {a.Name: [list(a.GetRange(k)) for k in range(a.GetNumberOfComponents())] for a in arrays}}


def look(path):
    source = OpenDataFile(path)
    times = list(source.TimestepValues)
    found = {"times": times, "steps": [contents(source, time) for time in times]}
    if "type" in found["steps"][0]["arrays"]:
        fluid = Threshold(Input=source, Scalars=["POINTS", "type"])
        fluid.LowerThreshold = fluid.UpperThreshold = 0
        found["fluid"] = [contents(fluid, time)["points"] for time in times]
    return found


print("LOOK " + json.dumps([look(path) for path in sys.argv[1:]]))
