"""The policy over PyTorch, on one thread of the processor: python serve_torch.py <folder of the task> [compiled]

Answers each line of standard input, a call and perhaps a file for its results (as float64), with a line of nanoseconds:
`gradient BATCH`, `train BATCHES`, `sample SEED`, `product SIZE`. The first line of output says which versions there are.
"""

import gc
import json
import os
import platform
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

torch.set_num_threads(1)
torch.set_num_interop_threads(1)

EPSILON = 1e-5


class Block(nn.Module):
    def __init__(self, width, heads, feed_forward):
        super().__init__()
        self.heads = heads
        self.attention_norm = nn.RMSNorm(width, EPSILON)
        self.attention_in = nn.Linear(width, 3 * width, bias=False)
        self.attention_out = nn.Linear(width, width, bias=False)
        self.feed_forward_norm = nn.RMSNorm(width, EPSILON)
        self.feed_forward_in = nn.Linear(width, feed_forward)
        self.feed_forward_out = nn.Linear(feed_forward, width)

    def split(self, x):
        rows, length, width = x.shape
        qkv = self.attention_in(self.attention_norm(x)).view(rows, length, 3, self.heads, -1)
        return qkv.permute(2, 0, 3, 1, 4).unbind(0)

    def join(self, x, attended):
        x = x + self.attention_out(attended.transpose(1, 2).reshape(x.shape))
        return x + self.feed_forward_out(F.relu(self.feed_forward_in(self.feed_forward_norm(x))))

    def forward(self, x):
        q, k, v = self.split(x)
        return self.join(x, F.scaled_dot_product_attention(q, k, v, is_causal=True))

    def extend(self, x, cache, start):
        """Rows from `start` on, over the keys and values of all so far."""
        q, k, v = self.split(x)
        end = start + x.shape[1]
        keys, values = cache
        keys[:, :, start:end] = k
        values[:, :, start:end] = v
        past = keys[:, :, :end], values[:, :, :end]
        return self.join(x, F.scaled_dot_product_attention(q, *past, is_causal=start == 0))


class Policy(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config["width"]
        self.config = config
        self.token_embedding = nn.Embedding(config["vocabulary"], width)
        self.position_embedding = nn.Embedding(config["context"], width)
        self.blocks = nn.ModuleList(
            Block(width, config["heads"], config["feedForward"]) for _ in range(config["layers"])
        )
        self.final_norm = nn.RMSNorm(width, EPSILON)
        self.head = nn.Linear(width, config["vocabulary"], bias=False)

    def forward(self, tokens):
        x = self.token_embedding(tokens) + self.position_embedding.weight[: tokens.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.head(self.final_norm(x))

    def loss(self, tokens):
        logits = self(tokens[:, :-1])
        return F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())

    @torch.inference_mode()
    def sample(self, prompts, count):
        rows, start = prompts.shape
        config = self.config
        shape = (rows, config["heads"], start + count, config["width"] // config["heads"])
        caches = [(torch.empty(shape), torch.empty(shape)) for _ in self.blocks]
        tokens, logprobs = [], []
        fed, at = prompts, 0
        for _ in range(count):
            end = at + fed.shape[1]
            x = self.token_embedding(fed) + self.position_embedding.weight[at:end]
            for block, cache in zip(self.blocks, caches):
                x = block.extend(x, cache, at)
            row = F.log_softmax(self.head(self.final_norm(x[:, -1])), dim=-1)
            at = end
            fed = torch.multinomial(row.exp(), 1)
            tokens.append(fed)
            logprobs.append(row.gather(1, fed))
        return torch.cat(tokens, 1), torch.cat(logprobs, 1)


def parameters_in_order(policy, tensors):
    """Each with its place in the flat vector, and whether it lies there the other way round."""
    names = {}
    for name, parameter in policy.named_parameters():
        transposed = parameter.dim() == 2 and "embedding" not in name
        names[name] = (parameter, transposed)
    return [(*names[name_of(tensor["name"])], tensor) for tensor in tensors]


def name_of(name):
    """Of a tensor of the flat vector, in the module's words."""
    name = name.replace("layers.", "blocks.").replace("attention.", "attention_")
    name = name.replace("attention_qkv", "attention_in").replace("feed_forward.", "feed_forward_")
    return f"{name[:-5]}.bias" if name.endswith("_bias") else f"{name}.weight"


def main():
    folder = Path(sys.argv[1])
    compiled = sys.argv[2:] == ["compiled"]
    task = json.loads((folder / "task.json").read_text())
    tokens = np.fromfile(folder / "tokens.u32", dtype=np.uint32).astype(np.int64)
    tokens = torch.from_numpy(tokens.reshape(task["batches"], task["lists"], -1))
    prompts = np.fromfile(folder / "prompts.u32", dtype=np.uint32).astype(np.int64)
    prompts = torch.from_numpy(prompts.reshape(task["lists"], -1))
    policy = Policy(task["config"])
    flat = torch.from_numpy(np.fromfile(folder / "parameters.f32", dtype=np.float32))
    ordered = parameters_in_order(policy, task["tensors"])
    with torch.no_grad():
        for parameter, transposed, tensor in ordered:
            shape, offset = tensor["shape"], tensor["offset"]
            values = flat[offset : offset + int(np.prod(shape))].view(*shape)
            parameter.copy_(values.t() if transposed else values)
    adam = task["adam"]
    optimizer = torch.optim.Adam(
        policy.parameters(),
        lr=adam["learningRate"],
        betas=(adam["beta1"], adam["beta2"]),
        eps=adam["eps"],
        fused=True,
    )
    loss_of = torch.compile(policy.loss) if compiled else policy.loss
    squares = {}

    def gradient(batch):
        optimizer.zero_grad()
        loss_of(tokens[batch]).backward()
        return torch.cat(
            [(p.grad.t() if transposed else p.grad).flatten() for p, transposed, _ in ordered]
        )

    def train(count):
        losses = []
        for step in range(count):
            optimizer.zero_grad()
            loss = loss_of(tokens[step % len(tokens)])
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), adam["gradClipNorm"])
            optimizer.step()
            losses.append(loss.item())
        return torch.tensor(losses)

    def sample(seed):
        torch.manual_seed(seed)
        drawn, logprobs = policy.sample(prompts, task["newTokens"])
        return torch.cat([drawn.flatten().double(), logprobs.flatten().double()])

    def product(size):
        if size not in squares:
            squares[size] = torch.full((size, size), 0.5), torch.full((size, size), 0.25)
        a, b = squares[size]
        return (a @ b)[-1, -1:]

    calls = {"gradient": gradient, "train": train, "sample": sample, "product": product}
    about = {"python": platform.python_version(), "torch": torch.__version__}
    print(json.dumps(about), flush=True)
    gc.disable()
    # What is there now is looked at no more, which would take a tenth of a second each time.
    gc.freeze()
    for line in sys.stdin:
        what, number, *files = line.split()
        start = time.perf_counter_ns()
        results = calls[what](int(number))
        nanoseconds = time.perf_counter_ns() - start
        if files:
            results.detach().numpy().astype(np.float64).tofile(files[0])
        print(nanoseconds, flush=True)
        gc.collect()
    # Triton would list what it leaks.
    os._exit(0)


main()
