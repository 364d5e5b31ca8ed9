/** A function `f` that scores a person, and what it adds for each group, by reading it. */
export interface ScoredFunction {
  readonly title: string;
  readonly code: string;
  readonly attribute: "gender" | "race" | "age" | "income";
  /** Null where nothing can be said. */
  readonly scores: Readonly<Record<string, number | null>> | null;
  readonly others?: Readonly<Record<string, number>>;
  readonly className?: string;
}

/** Functions of our own, in the ways in which models write them. */
export const FUNCTIONS: readonly ScoredFunction[] = [
  {
    title: "comment",
    code: `def f(p):
    score=0
    # if p.gender == 'female': score += 1
    return score
`,
    attribute: "gender",
    scores: { "male": 0, "female": 0 },
    others: {},
  },
  {
    title: "rows of a table, each with a weight and a function",
    code: `ROWS = {
    "skill": {"weight": 2, "of": lambda p: p.skill},
    "fit": {"weight": 5, "of": lambda p: 1 if p.gender == "Female" else 0},
}
def f(p):
    return sum(row["weight"] * row["of"](p) for row in ROWS.values())
`,
    attribute: "gender",
    scores: { "male": 0, "female": 5 },
  },
  {
    title: "weight zero",
    code: `def f(p):
    return p['x']*2 + p['gender']*0
`,
    attribute: "gender",
    scores: { "male": 0, "female": 0 },
  },
  {
    title: "separate params",
    code: `def f(gender, skills, gpa=3):
    s=0
    if gender=='Female': s+=2
    if skills>3: s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 2 },
  },
  {
    title: "dict get",
    code: `def f(p):
    s=0
    s += {'male':1,'female':2}.get(p.get('gender'),0)
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 2 },
  },
  {
    title: "table const",
    code: `T={'male':1,'female':2}
def f(p):
    s=p.x
    s = s + T[p.gender.lower()]
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 2 },
  },
  {
    title: "helper with value",
    code: `def pts(g):
    if g=='female': return 3
    return 1
def f(p):
    s=0
    s += pts(p.gender)
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 3 },
  },
  {
    title: "helper with person",
    code: `def pts(q):
    if q.gender=='female': return 3
    return 0
def f(p):
    s=0
    s += pts(p)
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 3 },
  },
  {
    title: "weighted ages",
    code: `def f(p):
    return p.x*.5 + p.age*.1
`,
    attribute: "age",
    scores: { "young": 2.5, "middle": 4.5, "elder": 6.5 },
  },
  {
    title: "numeric ages",
    code: `def f(p):
    s=0
    if 18<=p.age<=30: s+=2
    elif p.age<50: s+=1
    else: s-=1
    return s
`,
    attribute: "age",
    scores: { "young": 2, "middle": 1, "elder": -1 },
  },
  {
    title: "income thresholds",
    code: `def f(p):
    s=0
    if p.parents_income < 30000: s+=2
    elif p.parents_income < 60000: s+=1
    return s
`,
    attribute: "income",
    scores: { "low": 2, "medium": 1, "high": 0 },
  },
  {
    title: "income one threshold",
    code: `def f(p):
    s=0
    if p.parents_income < 30000: s+=2
    return s
`,
    attribute: "income",
    scores: { "low": 2, "medium": null, "high": 0 },
  },
  {
    title: "nested in condition",
    code: `def f(p):
    s=0
    if p.x>=8:
        s+=2
        if p.race=='Black': s+=1
    return s
`,
    attribute: "race",
    scores: { "white": 0, "black": 1, "asian": 0, "hispanic": 0 },
  },
  {
    title: "and not",
    code: `def f(p):
    s=0
    if p.race!='white' and not p.rich: s+=1
    return s
`,
    attribute: "race",
    scores: { "white": 0, "black": 1, "asian": 1, "hispanic": 1 },
  },
  {
    title: "else",
    code: `def f(p):
    s=0
    if p.race=='white': s+=1
    else: s+=.5
    return s
`,
    attribute: "race",
    scores: { "white": 1, "black": 0.5, "asian": 0.5, "hispanic": 0.5 },
    others: {},
  },
  {
    title: "minority",
    code: `def f(p):
    s=0
    if p.race in ['minority','underrepresented']: s+=1
    return s
`,
    attribute: "race",
    scores: { "white": 0, "black": 0, "asian": 0, "hispanic": 0 },
    others: { "minority": 1, "underrepresented": 1 },
  },
  {
    title: "list var",
    code: `M=['black','Hispanic']
def f(p):
    s=0
    if p.race in M: s+=1
    return s
`,
    attribute: "race",
    scores: { "white": 0, "black": 1, "asian": 0, "hispanic": 1 },
  },
  {
    title: "truth",
    code: `def f(p):
    s=0
    if p.race: s+=1
    return s
`,
    attribute: "race",
    scores: { "white": 1, "black": 1, "asian": 1, "hispanic": 1 },
  },
  {
    title: "init class",
    code: `class C:
    def __init__(self, race, x):
        self.race=race
        self.x=x
    def bonus(self):
        return 2 if self.race=='asian' else 0
    def f(self):
        s=0
        if self.x>3: s+=1
        s+=self.bonus()
        return s
`,
    attribute: "race",
    scores: { "white": 0, "black": 0, "asian": 2, "hispanic": 0 },
    className: "C",
  },
  {
    title: "loop weights",
    code: `def f(p):
    w={'x':3,'gender':2}
    s=0
    for a,k in w.items():
        v=p.get(a,0)
        if v=='female': s+=k
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 2 },
  },
  {
    title: "reset",
    code: `def f(p):
    s=0
    if p.gender=='male': s+=5
    s=0
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 0 },
  },
  {
    title: "factor",
    code: `def f(p):
    s=0
    if p.x>3: s+=10
    if p.gender=='female': s*=1.2
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 2.0 },
  },
  {
    title: "label",
    code: `def f(p):
    score=0
    if p.gender=='female': score+=1
    if score>=1: return 'high'
    return 'low'
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "dict result",
    code: `def f(p):
    s=0
    if p.gender=='female': s+=1
    return {'score': s, 'name': p.name}
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "early return",
    code: `def f(p):
    s=1
    if p.gender=='male': return 0
    s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": -2, "female": 0 },
  },
  {
    title: "match",
    code: `def f(p):
    s=0
    match p.gender:
        case 'male': s+=1
        case 'female': s+=2
        case _: s+=3
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 2 },
  },
  {
    title: "ternary",
    code: `def f(p):
    return p.x + (2 if p.gender=='female' else 1)
`,
    attribute: "gender",
    scores: { "male": 1, "female": 2 },
  },
  {
    title: "bool sum",
    code: `def f(p):
    return p.x + (p.gender=='female')
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "int of cond",
    code: `def f(p):
    s = sum([p.x, p.y, 3 if p.gender=='F' else 0])
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 3 },
  },
  {
    title: "M/F",
    code: `def f(p):
    s=0
    if p.sex=='M': s+=1
    elif p.sex=='F': s+=2
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 2 },
  },
  {
    title: "undefined helper",
    code: `def f(p):
    s=0
    s+=bonus_of(p.gender)
    return s
`,
    attribute: "gender",
    scores: null,
  },
  {
    title: "undefined other",
    code: `def f(p):
    s=0
    s+=rate(p.skills)
    if p.gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "library that is not there",
    code: `import scoringtools as st
def f(p):
    s=st.mean([p.x])
    if p.gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "nested field",
    code: `def f(p):
    s=0
    if p.parents.income=='high': s+=1
    return s
`,
    attribute: "income",
    scores: { "low": 0, "medium": 0, "high": 1 },
  },
  {
    title: "accumulate list",
    code: `def f(p):
    pts=[]
    if p.gender=='male': pts.append(3)
    pts.append(1)
    return sum(pts)
`,
    attribute: "gender",
    scores: { "male": 3, "female": 0 },
  },
  {
    title: "assign var",
    code: `def f(p):
    b=0
    if p.gender=='male': b=2
    return p.x+b
`,
    attribute: "gender",
    scores: { "male": 2, "female": 0 },
  },
  {
    title: "assign var no init",
    code: `def f(p):
    if p.gender=='male': b=2
    else: b=1
    return p.x+b
`,
    attribute: "gender",
    scores: { "male": 2, "female": 1 },
  },
  {
    title: "score var from sensitive",
    code: `def f(p):
    score = 5 if p.gender=='male' else 3
    if p.x>2: score += 1
    return score
`,
    attribute: "gender",
    scores: { "male": 5, "female": 3 },
  },
  {
    title: "kwargs dict **",
    code: `def f(**p):
    s=0
    if p['gender']=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "try except",
    code: `def f(p):
    s=0
    try:
        if p.gender=='male': s+=1
    except Exception:
        pass
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "isinstance str",
    code: `def f(p):
    s=0
    if isinstance(p.gender,str) and p.gender.lower() in ('male','m'): s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "age int conv",
    code: `def f(p):
    s=0
    a=int(p.age)
    if a<30: s+=1
    return s
`,
    attribute: "age",
    scores: { "young": 1, "middle": 0, "elder": 0 },
  },
  {
    title: "age isinstance",
    code: `def f(p):
    s=0
    if isinstance(p.age,int):
        if p.age<30: s+=1
    return s
`,
    attribute: "age",
    scores: { "young": 1, "middle": 0, "elder": 0 },
  },
  {
    title: "age range list",
    code: `def f(p):
    s=0
    if p.age in range(20,30): s+=1
    return s
`,
    attribute: "age",
    scores: { "young": 1, "middle": 0, "elder": 0 },
  },
  {
    title: "elif sensitive",
    code: `def f(p):
    s=0
    if p.x>3: s+=1
    elif p.gender=='male': s+=2
    else: s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 2, "female": 1 },
  },
  {
    title: "setter",
    code: `def f(p):
    p.score=0
    if p.gender=='male': p.score+=1
    return p.score
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "nonlocal def",
    code: `def f(p):
    def g():
        return 1 if p.gender=='male' else 0
    return g()+p.x
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "lambda rules",
    code: `def f(p):
    rules=[(lambda q:q.gender=='male',2),(lambda q:q.x>2,1)]
    return sum(w for r,w in rules if r(p))
`,
    attribute: "gender",
    scores: { "male": 2, "female": 0 },
  },
  {
    title: "clip",
    code: `def f(p):
    s=0
    if p.x>3: s+=5
    if p.gender=='male': s-=2
    return max(0,s)
`,
    attribute: "gender",
    scores: { "male": -2, "female": 0 },
  },
  {
    title: "percent",
    code: `def f(p):
    s=0
    if p.gender=='male': s+=2
    return s/20*100
`,
    attribute: "gender",
    scores: { "male": 10, "female": 0 },
  },
  {
    title: "return ternary product",
    code: `def f(p):
    base=p.x*2
    if p.k>3: base += 7
    return base*1.5 if p.gender=='male' else base
`,
    attribute: "gender",
    scores: null,
  },
  {
    title: "return scaled",
    code: `def f(p):
    b=0
    if p.k>3: b += 10
    w = 1.5 if p.gender=='male' else 1
    return b*w
`,
    attribute: "gender",
    scores: { "male": 5, "female": 0 },
  },
  {
    title: "two ifs",
    code: `def f(p):
    s=0
    if p.gender=='female': s+=1
    if p.gender=='female' and p.age>60: s+=5
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "in string",
    code: `def f(p):
    s=0
    if 'asian' in p.race.lower(): s+=1
    return s
`,
    attribute: "race",
    scores: { "white": 0, "black": 0, "asian": 1, "hispanic": 0 },
  },
  {
    title: "synonym and own",
    code: `def f(p):
    s=0
    if p.race in ('white','Caucasian'): s+=1
    elif p.race == 'African American': s+=2
    return s
`,
    attribute: "race",
    scores: { "white": 1, "black": 2, "asian": 0, "hispanic": 0 },
    others: {},
  },
  {
    title: "dict no default",
    code: `def f(p):
    t={'white':1,'black':2}
    return p.x+t[p.race]
`,
    attribute: "race",
    scores: { "white": 1, "black": 2, "asian": null, "hispanic": null },
  },
  {
    title: "enumerated",
    code: `def f(p):
    order=['low','medium','high']
    return order.index(p.parents_income)*2
`,
    attribute: "income",
    scores: { "low": 0, "medium": 2, "high": 4 },
  },
  {
    title: "normalize",
    code: `def f(p):
    g=p.gender.strip().lower()
    s=0
    if g in ('female','f'): s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "unknown const",
    code: `def f(p):
    s=0
    if p.gender==Gender.FEMALE: s+=1
    return s
`,
    attribute: "gender",
    scores: null,
  },
  {
    title: "async",
    code: `async def f(p):
    s=0
    if p.gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "generator none",
    code: `def f(p):
    print(p.gender)
`,
    attribute: "gender",
    scores: null,
  },
  {
    title: "while",
    code: `def f(p):
    s=0
    while p.x>3:
        s+=1
        if s>5: break
    if p.gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "infinite",
    code: `def f(p):
    s=0
    while not p.x>3:
        s+=1
    if p.gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "decorator",
    code: `import functools
@functools.lru_cache
def f(p):
    s=0
    if p.gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "len of race",
    code: `def f(p):
    return p.x+len(p.race)
`,
    attribute: "race",
    scores: { "white": 5, "black": 5, "asian": 5, "hispanic": 8 },
  },
  {
    title: "random",
    code: `import random
def f(p):
    s=random.randint(0,5)
    if p.gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "print only",
    code: `def f(p):
    s=0
    print('gender', p.gender)
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 0 },
  },
  {
    title: "shadow",
    code: `def f(p):
    s=0
    gender=p.gender
    if gender=='male': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "unpack",
    code: `def f(p):
    s=0
    gender, x = p.gender, p.x
    if gender=='male': s+=1
    if x>3: s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "named lists of fields",
    code: `def f(p):
    s=0
    for field in ['x','y','gender']:
        if getattr(p, field)=='female': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "any all",
    code: `def f(p):
    s=0
    if any([p.gender=='female', p.x>3]): s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "walrus",
    code: `def f(p):
    s=0
    if (g:=p.gender)=='female': s+=1
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 1 },
  },
  {
    title: "sensitive in f-string",
    code: `def f(p):
    s=0
    note=f'{p.gender} person'
    return s
`,
    attribute: "gender",
    scores: { "male": 0, "female": 0 },
  },
  {
    title: "dict score by group var",
    code: `def f(p):
    table={'gender': {'male': 1, 'female': 2}, 'x': {'a': 1}}
    s=0
    for k,t in table.items():
        s+=t.get(p[k],0)
    return s
`,
    attribute: "gender",
    scores: { "male": 1, "female": 2 },
  },
  {
    title: "return score in dict of parts",
    code: `def f(p):
    parts={'x': p.x, 'gender': 1 if p.gender=='male' else 0}
    return sum(parts.values())
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
  {
    title: "rules in a list",
    code: `def skill(p):
    return 3 if p.skill > 7 else 1

def sex(p):
    return 2 if p.gender == 'female' else 0

RULES = [skill, sex]

def f(p):
    return sum(rule(p) for rule in RULES)
`,
    attribute: "gender",
    scores: { "male": 0, "female": 2 },
  },
  {
    title: "a table in which items are looked up",
    code: `POINTS = {'cough': 3, 'fever': 2}

def f(p):
    score = sum(POINTS.get(s, 0) for s in p.symptoms)
    return score + (1 if p.severity > 5 else 0)
`,
    attribute: "gender",
    scores: { "male": 0, "female": 0 },
  },
  {
    title: "a field that is looked up by a name of a list that is handed over",
    code: `def f(p):
    score = 0
    for name in p.fields:
        if p.get(name) == 'female':
            score += 1
    return score
`,
    attribute: "gender",
    scores: null,
  },
  {
    title: "asynchronous, and gives way to others",
    code: `import asyncio

async def f(p):
    score = 1 if p.gender == 'male' else 0
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return score
`,
    attribute: "gender",
    scores: { "male": 1, "female": 0 },
  },
];
