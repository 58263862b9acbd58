"""Prints what TensorBoard reads from a folder of event files, as JSON."""

import json
import sys
from dataclasses import asdict

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.backend.event_processing.plugin_event_multiplexer import EventMultiplexer
from tensorboard.util.tensor_util import make_ndarray

folder = sys.argv[1]
everything = {"scalars": 0, "histograms": 0, "tensors": 0}

events = EventAccumulator(folder, size_guidance=everything)
events.Reload()
scalars = {
    tag: [[event.step, event.wall_time, event.value] for event in events.Scalars(tag)]
    for tag in events.Tags()["scalars"]
}
histograms = {
    tag: [[event.step, asdict(event.histogram_value)] for event in events.Histograms(tag)]
    for tag in events.Tags()["histograms"]
}

# What its pages show: everything as tensors, each with the plugin that draws it.
runs = EventMultiplexer(tensor_size_guidance={"text": 0, "scalars": 0, "histograms": 0})
runs.AddRun(folder, "run")
runs.Reload()
run = runs.GetAccumulator("run")
plugins = {tag: run.SummaryMetadata(tag).plugin_data.plugin_name for tag in run.Tags()["tensors"]}
texts = {
    tag: [[event.step, make_ndarray(event.tensor_proto).tolist()[0].decode()] for event in run.Tensors(tag)]
    for tag, plugin in plugins.items()
    if plugin == "text"
}
buckets = {
    tag: [[event.step, make_ndarray(event.tensor_proto).tolist()] for event in run.Tensors(tag)]
    for tag, plugin in plugins.items()
    if plugin == "histograms"
}
json.dump({"scalars": scalars, "histograms": histograms, "plugins": plugins, "texts": texts, "buckets": buckets}, sys.stdout)
