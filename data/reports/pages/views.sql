-- What the pages' queries have in common. Names that begin with _ are not shown in a table.
-- Whether the games say what the report says; nothing (–) where it says nothing or nobody has asked.
CREATE VIEW judged AS
SELECT *, CASE WHEN games = 0 THEN '' WHEN points - error > 0.5 THEN 'better' WHEN points + error < 0.5 THEN 'worse' ELSE 'open' END AS found
FROM matches;

CREATE VIEW verdicts AS
SELECT *, CASE
  WHEN found = '' OR reported = 'untold' THEN '–'
  WHEN reported = 'equal' THEN iif(found = 'open', 'as reported', '**not as reported**')
  WHEN found = 'better' THEN 'as reported'
  WHEN found = 'worse' THEN '**not as reported**'
  ELSE 'no difference seen' END AS verdict
FROM judged;

-- The score of a match for a sentence.
CREATE VIEW scores AS
SELECT id, iif(games = 0, '(not asked yet)', score || ' (' || num(games) || ' games)') AS text FROM matches;

CREATE VIEW questions AS
SELECT report AS _report, part AS _part, n AS _n, asks AS question, section AS "§", answered AS "the report", players AS "players and limits",
  games, iif(games = 0, 'not asked yet', result) AS "+ = −", seats AS "as first, as second", score, iif(games = 0, '', verdict) AS " ",
  nodes AS "nodes a move", iif(games = 0, '', duration(seconds)) AS time
FROM verdicts;

-- The scores above or below an even match, in points of a hundred.
CREATE VIEW question_bars AS
SELECT substr(id, instr(id, '-') + 1) AS name, 100 * points - 50 AS value, 100 * error AS error, report AS _report, part AS _part, n AS _n
FROM matches WHERE games > 0;

-- Every result with what repeats it: command, seed, commit, machine, date, games, time.
CREATE VIEW provenance AS
SELECT report AS _report, iif(n = 0, '[' || id || '](../../data/reports/' || id || '.json)', 'and') AS result,
  iif(n = 0, '`' || command || '`', '') AS "again by", iif(n = 0, CAST(CAST(seed AS INTEGER) AS TEXT), '') AS seed,
  iif(games > 0, num(games), '') AS games, duration(seconds) AS "processor time", "commit", machine, date
FROM runs;

-- What the games between a preset as its text says and as its author's program plays tell.
CREATE VIEW forms AS
SELECT report, n, '- `' || first || '` against `' || second || '`: ' || score || ' (' || num(games) || ' games). ' || CASE found
  WHEN 'better' THEN 'It matters: as the program plays is better.'
  WHEN 'worse' THEN 'It matters: as the text says is better.'
  ELSE 'No difference is seen.' END AS line
FROM judged WHERE id LIKE '%-form%' AND games > 0;

-- What a report does not compare itself is taken as a claim to be better.
CREATE VIEW judged_claims AS
SELECT c.*, scores.text AS score, CASE
  WHEN c.judged NOT LIKE 'match:%' THEN c.judged
  WHEN m.found = '' THEN 'cannot: not asked yet'
  WHEN m.reported = 'equal' THEN iif(m.found = 'open', 'as', 'not')
  WHEN m.found = 'better' THEN 'as'
  WHEN m.found = 'worse' THEN 'not'
  ELSE 'none' END AS kind
FROM claims c LEFT JOIN judged m ON 'match:' || m.id = c.judged LEFT JOIN scores ON scores.id = m.id;

CREATE VIEW claim_rows AS
SELECT report AS _report, n AS _n, section AS "§", claim AS "the report claims", here,
  CASE kind WHEN 'as' THEN 'as reported' WHEN 'not' THEN '**not as reported**' WHEN 'none' THEN 'no difference seen'
    ELSE 'cannot be asked: ' || substr(kind, 9) END || iif(score IS NULL OR kind LIKE 'cannot%', '', ': ' || score) AS verdict,
  iif(command = '', '', '`' || command || '`') AS "try it"
FROM judged_claims;

CREATE VIEW claim_counts AS
SELECT report, count(*) AS claims, sum(kind = 'as') AS as_reported, sum(kind = 'not') AS not_as_reported, sum(kind = 'none') AS no_difference,
  sum(kind LIKE 'cannot%') AS cannot
FROM judged_claims GROUP BY report ORDER BY min(n);

-- What was asked of each report and found.
CREATE VIEW totals AS
SELECT report, count(*) AS matches, sum(games > 0) AS asked, sum(games > 0 AND error <= 0.05) AS narrow, sum(games) AS games,
  sum(verdict = 'as reported') AS as_reported, sum(verdict = 'no difference seen') AS no_difference,
  sum(verdict = '**not as reported**') AS not_as_reported,
  (SELECT coalesce(sum(seconds), 0) FROM runs WHERE runs.report = verdicts.report) AS seconds
FROM verdicts GROUP BY report ORDER BY min(n);

-- Trebing's engines against each other at 2,000 nodes, from either side of a match; "–" against itself.
CREATE VIEW crossings AS
SELECT first AS engine, second AS other, fixed(100 * points, 1) || ' ± ' || fixed(100 * error, 1) AS points FROM trebing_matches WHERE control = 2000
UNION ALL SELECT second, first, fixed(100 * (1 - points), 1) || ' ± ' || fixed(100 * error, 1) FROM trebing_matches WHERE control = 2000
UNION ALL SELECT preset, preset, '–' FROM "reported/trebing";
CREATE VIEW deeper AS
SELECT second, control, fixed(100 * points, 1) || ' ± ' || fixed(100 * error, 1) AS points FROM trebing_matches WHERE control > 2000;
CREATE VIEW trebing_matches AS
SELECT first, second, points, error, CAST(replace(substr(players, instr(players, ', ') + 2), ',', '') AS INTEGER) AS control FROM matches
WHERE report = 'trebing' AND games > 0 AND section = '7, table 1' AND first NOT LIKE '%,%' AND id NOT LIKE '%-real';
