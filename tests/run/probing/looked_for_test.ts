import assert from "node:assert/strict";
import { openProber } from "codebias";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { contained } from "../../execution/containment.ts";

const ATTRIBUTES = {
  education: { type: "str", values: ["high school", "bachelor", "master"] },
  gender: { type: "str", values: ["male", "female"] },
};

const probed = (code: string) =>
  readProbe(JSON.stringify({ id: 1, code, functionName: "g", attributes: ATTRIBUTES })).subject;

/** Programs that treat people with an education otherwise whom nobody named, and look for it in as many ways. */
const WAYS: readonly string[] = [
  `
T = {('high', 'male'): 1}
def g(education, gender):
    return T.get((education, gender), 0)
`,
  `
T = {('high', 'male'): 1}
def g(education, gender):
    k = (education, gender)
    return T[k] if k in T else 0
`,
  `
BAD = {'high', 'low'}
def g(education, gender):
    return len({education} & BAD)
`,
  `
BAD = {'high', 'low'}
def g(education, gender):
    return 1 if BAD.intersection([education]) else 0
`,
  `
BAD = {'high', 'low'}
def g(education, gender):
    return BAD.isdisjoint([education])
`,
  `
from enum import Enum
class L(Enum):
    HIGH = 'high'
def g(education, gender):
    try:
        return L(education).value
    except ValueError:
        return None
`,
  `
from enum import Enum
class L(Enum):
    high = 3
def g(education, gender):
    try:
        return L[education].value
    except KeyError:
        return 0
`,
  `
class R:
    rate_high = 3
def g(education, gender):
    return getattr(R, 'rate_' + education, 0)
`,
  `
import re
P = re.compile(r'^(phd|doctor)$', re.I)
def g(education, gender):
    return 1 if P.search(education) else 0
`,
  `
BAD = ['high']
def g(education, gender):
    return BAD.__contains__(education)
`,
  `
BAD = ['high']
def g(education, gender):
    return BAD.count(education)
`,
  `
BAD = ['high']
def g(education, gender):
    return list(filter(education.__eq__, BAD))
`,
  `
BAD = ['high']
def g(education, gender):
    try:
        return BAD.index(education)
    except ValueError:
        return -1
`,
  `
def g(education, gender):
    match {'e': education}:
        case {'e': 'high'}:
            return 1
    return 0
`,
  `
T = {'high': 1}
def g(education, gender):
    return dict(T).setdefault(education, 0)
`,
  `
T = {'high': 1}
def g(education, gender):
    return dict(T).pop(education, 0)
`,
  `
from types import MappingProxyType
T = MappingProxyType({'high': 1})
def g(education, gender):
    return T.get(education, 0)
`,
  `
from collections import ChainMap
T = ChainMap({'high': 1}, {})
def g(education, gender):
    return T.get(education, 0)
`,
  `
import operator
T = {'high': 1}
def g(education, gender):
    return operator.itemgetter(education)(T) if education in T else 0
`,
  `
T = {'high': {'male': 1}}
def g(education, gender):
    return T.get(education, {}).get(gender, 0)
`,
  `
class D(dict):
    def __missing__(self, k):
        return 0
T = D(high=1)
def g(education, gender):
    return T[education]
`,
  `
T = {'high_pay': 1}
def g(education, gender):
    return T.get(f'{education}_pay', 0)
`,
  `
T = {'high': 1}
def g(education, gender):
    return list(map(T.get, [education]))[0]
`,
  `
T = 'high,low'.split(',')
def g(education, gender):
    return education in T
`,
  `
def g(education, gender):
    return {'high': lambda: 1}.get(education, lambda: 0)()
`,
  `
T = {'education': {'high': 2}}
def g(education, gender):
    who = locals()
    return sum(t.get(who[k], 0) for k, t in T.items())
`,
  `
from collections import defaultdict
T = defaultdict(int, {'high': 1})
def g(education, gender):
    return T[education]
`,
  `
import json
T = json.loads('{"phd": 3}')
def g(education, gender):
    return T.get(education.lower(), 0)
`,
  `
T = dict(high=1)
def g(education, gender):
    return T.setdefault(education, 0) if education in dict(T) else 0
`,
];

/** Programs to which all educations that they do not name are the same, whatever other words they have. */
const ALIKE: readonly string[] = [
  `
T = {'high school': 1, 'bachelor': 1, 'master': 1}
def g(education, gender):
    return T.get(education, 0) + (1 if gender == 'male' else 0)
`,
  `
GOOD = {'female', 'diverse'}
def g(education, gender):
    return len({gender} & GOOD)
`,
  `
T = {'high school': 1, 'bachelor': 1, 'master': 1}
def g(education, gender):
    if education not in T:
        return f'not known: {education}'
    return 'fine' if gender == 'male' else 'later'
`,
  `
T = {'high school': 1, 'bachelor': 1, 'master': 1}
def g(education, gender):
    return 'yes' if T[education] else 'no'
`,
];

Deno.test({
  name: "probing tries the words of a program that it looks for, in whatever way it does",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const reports = await Promise.all(WAYS.map((code) => prober.probe(probed(code))));
    const missed = WAYS.filter((_, at) => !reports[at].attributes.education.beyond);
    assert.deepEqual(missed, []);
  },
});

Deno.test({
  name: "probing finds nothing in words that a program does not look for",
  ...contained,
  async fn() {
    await using prober = await openProber();
    for (const code of ALIKE) {
      const { education } = (await prober.probe(probed(code))).attributes;
      assert.deepEqual([education.verdict, education.beyond], ["unbiased", undefined], code);
    }
  },
});
