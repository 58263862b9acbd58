# The same by Polars: only the columns that are needed, in its streaming engine; or, `eager`, the whole file as a table, which is
# what its guide begins with.
#   python polars_advantages.py FILE OUT THREADS [eager]
import os
import resource
import sys

file, out, threads, *how = sys.argv[1:]
os.environ["POLARS_MAX_THREADS"] = threads

import polars as pl  # noqa: E402

group = "_ng_task_index"
reward = pl.col("reward")
schema = {
    group: pl.Int64,
    "reward": pl.Float64,
    "agent_ref": pl.Struct({"type": pl.String, "name": pl.String}),
}
lines = pl.read_ndjson(file).lazy() if how == ["eager"] else pl.scan_ndjson(file, schema=schema)
rows = (
    lines
    .select(group, pl.col("agent_ref").struct.field("name").alias("role"), "reward")
    .with_row_index("line", offset=1)
    .collect(engine="streaming")
)
rows.with_columns(
    advantage=(reward - reward.mean().over(group)) / (reward.std(ddof=0).over(group) + 1e-6)
).rename({group: "group"}).write_csv(out, separator="\t")
usage = resource.getrusage(resource.RUSAGE_SELF)
with open(os.environ["UPPERHAND_BENCH_USAGE"], "w") as told:
    cpu = usage.ru_utime + usage.ru_stime
    told.write(f'{{"peakBytes": {usage.ru_maxrss * 1024}, "cpuMs": {cpu * 1000}}}')
