"""
The noncentral t distribution by the series of Lenth (1989), summed by mpmath in multiple precision.

The series shares nothing with the integral that lib/statistics/distributions/noncentral_t.ts sums. Incomplete beta functions come from
recurrences whose differences cancel, which is why the caller sets mp.dps beyond the digits of the smallest probability.
"""

import mpmath as mp

HALF = mp.mpf(1) / 2


def beta_series(x, y, a, b):
    """I_x(a, b) with y = 1 - x, by a series of positive terms."""
    total = term = mp.mpf(1)
    k = 0
    while term > total * mp.eps:
        term *= x * (a + b + k) / (a + 1 + k)
        total += term
        k += 1
    log = a * mp.log(x) + b * mp.log(y) + mp.loggamma(a + b) - mp.loggamma(a + 1) - mp.loggamma(b)
    return mp.exp(log) * total


def noncentral_t_cdf(t, df, delta):
    """P(T <= t), as a multiple-precision number."""
    t, df, delta = mp.mpf(t), mp.mpf(df), mp.mpf(delta)
    if t < 0:
        return 1 - noncentral_t_cdf(-t, df, -delta)
    total = mp.ncdf(-delta)
    if t == 0:
        return total
    x, y, b, rate = t * t / (df + t * t), df / (df + t * t), df / 2, delta * delta / 2
    odd = beta_series(x, y, HALF, b) if x < HALF else 1 - beta_series(y, x, b, HALF)
    even = 1 - y**b
    log = HALF * mp.log(x) + b * mp.log(y) + mp.loggamma(HALF + b) - mp.loggamma(3 * HALF) - mp.loggamma(b)
    odd_step, even_step = mp.exp(log), b * x * y**b
    p, q = mp.exp(-rate), delta / mp.sqrt(2) * mp.exp(-rate) / mp.gamma(3 * HALF)
    added, j, enough = mp.mpf(0), 0, mp.mpf(10) ** (10 - mp.mp.dps)
    while j <= rate or p + abs(q) > enough:
        added += p * odd + q * even
        odd, even = odd - odd_step, even - even_step
        odd_step *= x * (HALF + j + b) / (HALF + j + 1)
        even_step *= x * (1 + j + b) / (j + 2)
        p, q, j = p * rate / (j + 1), q * rate / (j + 3 * HALF), j + 1
    return total + added / 2
