"""The paper's leTF and its training step in plain PyTorch, to time beside dnfs4j on the same machine.

    python3 letf_reference.py --hidden 64 --json

Two causal transformers read an Ising lattice from both ends, a hollow attention joins them, and
G(tau, i) = (omega_tau - omega_{x_i})' z_i. One step: xi_t(x) for a batch, the mean of (xi - c)^2, backward, AdamW.
Timed as `dnfs bench` times itself: medians after a warm-up.
"""

import argparse
import json
import math
import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    """x + attention(norm(x)), then x + mlp(norm(x)), causal; x is [n, d, h]."""

    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(hidden), nn.LayerNorm(hidden)
        self.qkv, self.out = nn.Linear(hidden, 3 * hidden), nn.Linear(hidden, hidden)
        self.mlp = nn.Sequential(nn.Linear(hidden, 4 * hidden), nn.GELU(), nn.Linear(4 * hidden, hidden))

    def forward(self, x):
        n, d, h = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(n, d, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(n, d, h))
        return x + self.mlp(self.norm2(x))


class LeTF(nn.Module):
    """G(tau, i | x), [n, d, 2], of states x [n, d] at times t [n]."""

    def __init__(self, sites, hidden, heads, layers):
        super().__init__()
        self.heads = heads
        self.token = nn.Embedding(3, hidden)
        self.place = nn.Parameter(0.02 * torch.randn(2, sites, hidden))
        self.time = nn.Sequential(nn.Linear(11, hidden), nn.GELU(), nn.Linear(hidden, hidden))
        self.left = nn.Sequential(*[Block(hidden, heads) for _ in range(layers)])
        self.right = nn.Sequential(*[Block(hidden, heads) for _ in range(layers)])
        self.norms = nn.ModuleList([nn.LayerNorm(hidden), nn.LayerNorm(hidden)])
        self.reads = nn.ModuleList([nn.Linear(hidden, 3 * hidden), nn.Linear(hidden, 3 * hidden)])
        self.out, self.norm = nn.Linear(hidden, hidden), nn.LayerNorm(hidden)
        self.omega = nn.Linear(hidden, 2, bias=False)
        i = torch.arange(sites)
        allowed = torch.cat([i[None] <= i[:, None], i[None] >= i[:, None]], 1)
        self.register_buffer("mask", allowed)
        self.register_buffer("frequencies", math.pi * 2.0 ** torch.arange(5))

    def forward(self, x, t):
        n, d = x.shape
        angles = t[:, None] * self.frequencies
        time_features = self.time(torch.cat([t[:, None], angles.sin(), angles.cos()], 1))[:, None]
        start = torch.full_like(x[:, :1], 2)
        l = self.left(self.token(torch.cat([start, x[:, :-1]], 1)) + self.place[0] + time_features)
        r = self.right(self.token(torch.cat([start, x[:, 1:].flip(1)], 1)) + self.place[1] + time_features).flip(1)
        split = lambda y: y.view(n, d, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        ql, kl, vl = split(self.reads[0](self.norms[0](l)))
        qr, kr, vr = split(self.reads[1](self.norms[1](r)))
        q, k, v = ql + qr, torch.cat([kl, kr], 2), torch.cat([vl, vr], 2)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=self.mask, scale=1 / math.sqrt(2 * q.shape[-1]))
        z = (l + r) / math.sqrt(2) + self.out(y.transpose(1, 2).reshape(n, d, -1))
        values = self.omega(self.norm(z)).float()
        return values - values.gather(2, x[..., None])


def couplings(side, sigma, device):
    """sigma times the adjacency matrix of the periodic lattice."""
    i = torch.arange(side * side)
    row, column = i // side, i % side
    j = torch.zeros(side * side, side * side, dtype=torch.double)
    for other in (row * side + (column + 1) % side, (row + 1) % side * side + column):
        j[i, other] = j[other, i] = sigma
    return j.to(device)


def xi(net, j, x, t):
    """d/dt log p~_t + sum (R - R'), [n]; log densities in fp64."""
    g = net(x, t.float()).double()
    s = 2.0 * x.double() - 1
    field = s @ j
    u = (field * s).sum(1)
    ratios = torch.stack([-(s + 1) * 2 * field, (1 - s) * 2 * field], -1) * t[:, None, None]
    reverse = F.relu(-g) * ratios.clamp(max=5).exp()
    return u + x.shape[1] * math.log(2) + (F.relu(g) - reverse).sum((1, 2))


def median(work, repeats, warmups, device):
    times = []
    for k in range(warmups + repeats):
        start = time.perf_counter()
        work()
        if device == "cuda":
            torch.cuda.synchronize()
        if k >= warmups:
            times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--side", type=int, default=10)
    p.add_argument("--hidden", type=int, default=64)
    p.add_argument("--heads", type=int, default=4)
    p.add_argument("--layers", type=int, default=3)
    p.add_argument("--batch", type=int, default=128)
    p.add_argument("--steps", type=int, default=10)
    p.add_argument("--device", default="cpu")
    p.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    p.add_argument("--threads", type=int, default=0, help="of the CPU; 0 for PyTorch's own choice")
    p.add_argument("--compile", action="store_true", help="torch.compile, mode reduce-overhead")
    p.add_argument("--profile", action="store_true", help="print the operations that take the time")
    p.add_argument("--json", action="store_true")
    a = p.parse_args()
    if a.threads:
        torch.set_num_threads(a.threads)
    torch.manual_seed(1)
    d = a.side**2
    net = LeTF(d, a.hidden, a.heads, a.layers).to(a.device)
    if a.compile:
        net = torch.compile(net, mode="reduce-overhead")
    j = couplings(a.side, 0.1, a.device)
    adam = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    autocast = torch.autocast(a.device, torch.bfloat16, enabled=a.precision == "bf16")
    x = torch.randint(0, 2, (a.batch, d), device=a.device)
    t = torch.rand(a.batch, device=a.device, dtype=torch.double)
    many = torch.randint(0, 2, (256, d), device=a.device)
    half = torch.full((256,), 0.5, device=a.device, dtype=torch.double)

    def step():
        adam.zero_grad()
        with autocast:
            residual = xi(net, j, x, t)
        (residual - residual.mean().detach()).square().mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 500)
        adam.step()

    @torch.no_grad()
    def forward():
        with autocast:
            xi(net, j, many, half)

    warmups = max(3, a.steps // 3)
    if a.profile:
        median(step, 1, warmups, a.device)
        activities = [torch.profiler.ProfilerActivity.CPU]
        activities += [torch.profiler.ProfilerActivity.CUDA] if a.device == "cuda" else []
        with torch.profiler.profile(activities=activities) as prof:
            step()
        key = "self_cuda_time_total" if a.device == "cuda" else "self_cpu_time_total"
        print(prof.key_averages().table(sort_by=key, row_limit=25, max_name_column_width=70))
        return
    result = {
        "trainStepMs": median(step, a.steps, warmups, a.device),
        "forwardMs": median(forward, a.steps, warmups, a.device),
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
    }
    if a.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:18}{value:.4g}" if isinstance(value, float) else f"{name:18}{value}")


if __name__ == "__main__":
    main()
