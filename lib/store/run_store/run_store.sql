-- The tables of the run store. Columns of type ANY hold any text exactly, see stored_text.ts; those of type TEXT hold
-- JSON, hashes and names of ours. Large columns are last: SQLite reads a row up to the last column that is asked for.
--
-- A sample has a place in each part of a run: one part for each model that answered under the run's model name, so
-- that a model that changes never mixes with the one before.

CREATE TABLE model (
  id INTEGER PRIMARY KEY, spec ANY NOT NULL, identity ANY NOT NULL, description TEXT NOT NULL,
  UNIQUE (spec, identity, description)
) STRICT;

CREATE TABLE prompt (
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, conversation INTEGER NOT NULL, content ANY NOT NULL
) STRICT;

CREATE TABLE sampling (id INTEGER PRIMARY KEY, settings TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE completion (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,
  model INTEGER NOT NULL REFERENCES model, prompt INTEGER NOT NULL REFERENCES prompt,
  sampling INTEGER NOT NULL REFERENCES sampling, seed INTEGER NOT NULL,
  finish TEXT NOT NULL, answer TEXT NOT NULL, prompt_tokens REAL, completion_tokens REAL, first_token_ms REAL,
  total_ms REAL NOT NULL, tries INTEGER NOT NULL, answered_at INTEGER NOT NULL,
  text ANY NOT NULL, reasoning ANY
) STRICT;

CREATE TABLE run (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name ANY, study ANY NOT NULL, spec ANY NOT NULL,
  size INTEGER NOT NULL, created_at INTEGER NOT NULL, part INTEGER, plan TEXT NOT NULL
) STRICT;

CREATE TABLE part (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run, model INTEGER NOT NULL REFERENCES model,
  identity ANY NOT NULL, UNIQUE (run, identity)
) STRICT;

CREATE TABLE sample (
  part INTEGER NOT NULL REFERENCES part, position INTEGER NOT NULL, turn INTEGER NOT NULL,
  completion INTEGER NOT NULL REFERENCES completion,
  prompt_tokens REAL, completion_tokens REAL, answered_at INTEGER NOT NULL, -- again, to be summed at once
  PRIMARY KEY (part, position, turn)
) STRICT, WITHOUT ROWID;

CREATE TABLE failure (
  part INTEGER NOT NULL REFERENCES part, position INTEGER NOT NULL, turn INTEGER NOT NULL,
  failure TEXT NOT NULL, failed_at INTEGER NOT NULL, message ANY NOT NULL, PRIMARY KEY (part, position, turn)
) STRICT, WITHOUT ROWID;

CREATE VIEW open_failure AS SELECT failure.* FROM failure LEFT JOIN sample USING (part, position, turn)
  WHERE sample.completion IS NULL
