"""Logistic regressions, Platt scalings and Brier scores by scikit-learn, on made-up items.

    pip install scikit-learn==1.9.1
    python make_logistic.py > logistic.json
"""

import json
import random

import numpy as np
import sklearn
from sklearn.calibration import _sigmoid_calibration
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss

draw = random.Random(7)
fits = []
for items, features, c in [(12, 3, 1.0), (60, 10, 0.1), (60, 10, 1.0), (60, 10, 30.0), (40, 80, 1.0)]:
    matrix = np.array([[draw.random() < 0.3 for _ in range(features)] for _ in range(items)], dtype=float)
    strength = np.array([draw.gauss(0, 1.5) for _ in range(features)])
    labels = [draw.random() < 1 / (1 + np.exp(-z)) for z in matrix @ strength]
    labels[0], labels[1] = True, False
    model = LogisticRegression(C=c, tol=1e-12, max_iter=100_000).fit(matrix, labels)
    fits.append({
        "c": c,
        "features": features,
        "rows": [[int(at) for at in np.flatnonzero(row)] for row in matrix],
        "labels": [bool(one) for one in labels],
        "weights": model.coef_[0].tolist(),
        "bias": float(model.intercept_[0]),
    })

scalings = []
for n, tilt in [(20, 1.0), (200, 0.3), (50, 5.0)]:
    odds = [draw.gauss(0, 3) for _ in range(n)]
    labels = [draw.random() < 1 / (1 + np.exp(-tilt * z + 0.5)) for z in odds]
    labels[0], labels[1] = True, False
    # scikit-learn has probabilities of 1 / (1 + exp(a f + b)).
    a, b = _sigmoid_calibration(np.array(odds), np.array(labels, dtype=float))
    probabilities = [float(1 / (1 + np.exp(a * z + b))) for z in odds]
    scalings.append({
        "odds": odds,
        "labels": [bool(one) for one in labels],
        "slope": -float(a),
        "intercept": -float(b),
        "probabilities": probabilities,
        "brier": float(brier_score_loss(labels, probabilities)),
    })

print(json.dumps({"by": "scikit-learn %s" % sklearn.__version__, "fits": fits, "scalings": scalings}))
