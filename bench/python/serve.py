"""Times NumPy and the real rLLM on the rewards of a file: python serve.py <file of float64>

Each line of standard input has an implementation (numpy, rllm), a case, a group size (0: one pool) and, if the results
are wanted, a file for them. The answer is a line with the nanoseconds of the call; the data lay in memory before.
The first line of output says what there is: versions, and why rLLM is absent if it is.
"""

import gc
import json
import platform
import sys
import time

import numpy as np

import real_rllm
import vectorised


def main():
    values = np.fromfile(sys.argv[1], dtype=np.float64)
    rllm, problem = real_rllm.load()
    about = {"python": platform.python_version(), "numpy": np.__version__, "rllmProblem": problem}
    print(json.dumps(about), flush=True)
    for line in sys.stdin:
        implementation, case, size, *files = line.split()
        rewards = values.reshape(-1, int(size) or len(values))
        if implementation == "numpy":
            call = vectorised.CASES[case]
            nanoseconds, results = timed(lambda: call(rewards))
        else:
            nanoseconds, results = timed(rllm.call(case, list(rewards)))
        if files:
            np.concatenate([np.ravel(part) for part in results]).astype(np.float64).tofile(files[0])
        del results
        print(nanoseconds, flush=True)


def timed(call):
    gc.collect()
    gc.disable()
    start = time.perf_counter_ns()
    results = call()
    nanoseconds = time.perf_counter_ns() - start
    gc.enable()
    return nanoseconds, results


main()
