/** Sums with their types. */
const SUMS = {
  requests: 'bigint',
  refused_requests: 'bigint',
  failed_requests: 'bigint',
  cancelled_requests: 'bigint',
  prompt_tokens: 'bigint',
  completion_tokens: 'bigint',
  total_tokens: 'bigint',
  cached_tokens: 'bigint',
  reasoning_tokens: 'bigint',
  cost_usd: 'numeric(24, 10)',
  images: 'bigint',
  characters: 'bigint',
  audio_seconds: 'double precision',
} as const;

const SUM_NAMES = Object.keys(SUMS);
const SUM_COLUMNS = Object.entries(SUMS)
  .map(([name, type]) => `${name} ${type} NOT NULL`)
  .join(', ');

/** Columns that distinguish rows of `usage_daily`, but for the day and the kind of the provider. */
const PLACE =
  'organization_id, workspace_id, team_id, team, user_id, service_account_id, credential_id, credential_name, model, provider';

/**
 * Each dimension's subject as one text that is never null, and its ids and name, as SQL over a row of `usage_daily`. A text that
 * begins with `=` is a name: that of a thing without an id.
 */
const DIMENSIONS = {
  key: [
    "coalesce(credential_id::text, '=' || credential_name, '')",
    'credential_id',
    'NULL',
    'credential_name',
    'NULL',
  ],
  model: ["coalesce('=' || model, '')", 'NULL', 'NULL', 'model', 'NULL'],
  provider: ["coalesce('=' || provider, '')", 'NULL', 'NULL', 'provider', 'provider_kind'],
  workspace: ["coalesce(workspace_id::text, '')", 'workspace_id', 'NULL', 'NULL', 'NULL'],
  team: ["coalesce(team_id::text, '=' || team, '')", 'team_id', 'NULL', 'team', 'NULL'],
  person: [
    "coalesce(user_id::text, '') || '/' || coalesce(service_account_id::text, '')",
    'user_id',
    'service_account_id',
    'NULL',
    'NULL',
  ],
} as const;

const DIMENSION_NAMES = Object.keys(DIMENSIONS);

/** The dimensions that each part of `usage_totals` distinguishes; the others are 0 there. */
const TOTALS = [
  [],
  ['workspace'],
  ['team', 'workspace'],
  ['person', 'workspace'],
  ['model', 'provider'],
  ['team', 'workspace', 'model', 'provider'],
  ['key', 'team', 'person', 'workspace'],
] as const;

/**
 * `usage_subjects` numbers what usage is distinguished by, and has its latest name. `usage_facts` has one row for each combination of
 * them and day, and one for each and month: its index holds what pages are ranked by, in the order of keys, so that the largest
 * grouping is one pass over it. `usage_totals` has the sums of few dimensions, so that groupings by those read few rows.
 */
const SUMS_TABLES = [
  `CREATE TABLE usage_subjects (
    id integer GENERATED ALWAYS AS IDENTITY,
    organization_id uuid NOT NULL,
    dimension text NOT NULL,
    subject text NOT NULL,
    first_id uuid,
    second_id uuid,
    name text,
    provider_kind text,
    named_on date NOT NULL,
    CONSTRAINT pk_usage_subjects PRIMARY KEY (id)
  )`,
  `CREATE TABLE usage_facts (
    organization_id uuid NOT NULL,
    is_month boolean NOT NULL,
    span date NOT NULL,
    at date NOT NULL,
    ${DIMENSION_NAMES.map((name) => `${name} integer NOT NULL`).join(', ')},
    ${SUM_COLUMNS}
  )`,
  `CREATE TABLE usage_totals (
    organization_id uuid NOT NULL,
    part smallint NOT NULL,
    is_month boolean NOT NULL,
    at date NOT NULL,
    ${DIMENSION_NAMES.map((name) => `${name} integer NOT NULL`).join(', ')},
    ${SUM_COLUMNS}
  )`,
];

/**
 * The keys and people of each month by what they spent, and by how much they asked: a page begins with few of a hundred thousand,
 * and these lists tell which. Of a further dimension, lists are further rows.
 */
export const RANKS = [
  `CREATE TABLE IF NOT EXISTS usage_ranks (
    organization_id uuid NOT NULL,
    dimension text NOT NULL,
    month date NOT NULL,
    subject integer NOT NULL,
    cost_usd numeric(24, 10) NOT NULL,
    requests bigint NOT NULL
  )`,
  `ALTER TABLE usage_ranks SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02)`,
];

/** All of them. */
export const TABLES = [...SUMS_TABLES, ...RANKS];

const RANKED = ['key', 'person'] as const;
const RANKS_PLACE = 'organization_id, dimension, month, subject';

/** People have no series, so nobody asks who of them asked most. Their index of `usage_facts` is for pages by what `usage_totals` does not distinguish. */
export const RANK_INDEXES = [
  `CREATE UNIQUE INDEX IF NOT EXISTS uq_usage_ranks__row ON usage_ranks (${RANKS_PLACE})`,
  `CREATE INDEX IF NOT EXISTS ix_usage_ranks__cost
    ON usage_ranks (organization_id, dimension, month, cost_usd DESC, requests DESC) INCLUDE (subject)`,
  `CREATE INDEX IF NOT EXISTS ix_usage_ranks__requests ON usage_ranks (organization_id, dimension, month, requests DESC) INCLUDE (subject)
    WHERE dimension <> 'person'`,
  'CREATE INDEX IF NOT EXISTS ix_usage_facts__person ON usage_facts (organization_id, is_month, person, at)',
];

const SUBJECTS_PLACE = 'organization_id, dimension, subject';
const FACTS_PLACE = `organization_id, is_month, span, ${DIMENSION_NAMES.join(', ')}, at`;
const NUMBERS_OF_TOTALS = ['team', 'person', 'workspace', 'model', 'provider', 'key'] as const;
const TOTALS_PLACE = `organization_id, part, is_month, at, ${NUMBERS_OF_TOTALS.join(', ')}`;

const TOTALS_INDEX = `CREATE UNIQUE INDEX uq_usage_totals__row ON usage_totals (${TOTALS_PLACE})`;

/** The totals of one person are few among those of all. */
const PERSON_INDEX =
  'CREATE INDEX ix_usage_totals__person ON usage_totals (organization_id, person, is_month, at) WHERE part = 3';

/** Made after the tables are filled, which is faster. */
export const INDEXES = [
  ...RANK_INDEXES,
  `CREATE UNIQUE INDEX uq_usage_subjects__subject ON usage_subjects (${SUBJECTS_PLACE})`,
  `CREATE UNIQUE INDEX uq_usage_facts__row ON usage_facts (${FACTS_PLACE}) INCLUDE (cost_usd, requests)`,
  TOTALS_INDEX,
  PERSON_INDEX,
];

/** Rows of these tables change all day, and pages that nobody cleaned are read twice. */
export const SETTINGS = ['usage_facts', 'usage_totals', 'usage_subjects'].map(
  (table) =>
    `ALTER TABLE ${table} SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)`,
);

const signed = (sign: string): string => SUM_NAMES.map((name) => `${sign}${name} AS ${name}`).join(', ');
const rowsOf = (table: string, sign = ''): string =>
  `SELECT day, ${PLACE}, provider_kind, ${signed(sign)} FROM ${table} WHERE organization_id IS NOT NULL`;

/** Rows of `usage_daily` that were added, by what they add. */
const ADDED = rowsOf('added');
/** Rows that were removed. */
const REMOVED = rowsOf('removed', '-');
/** Rows that were changed: what is new of them. */
const CHANGED = `SELECT day, ${PLACE}, max(provider_kind) AS provider_kind, ${SUM_NAMES.map((name) => `sum(${name}) AS ${name}`).join(', ')}
  FROM (${ADDED} UNION ALL ${REMOVED}) AS both_of_them GROUP BY day, ${PLACE}`;
/** All that is there. */
const EVERYTHING = rowsOf('usage_daily');

/** Numbers subjects that have none, and notes later names. */
const addSubjects = (rows: string, isFilled = true): string => `
  INSERT INTO usage_subjects (${SUBJECTS_PLACE}, first_id, second_id, name, provider_kind, named_on)
  SELECT DISTINCT ON (rows.organization_id, seen.dimension, seen.subject)
         rows.organization_id, seen.dimension, seen.subject, seen.first_id, seen.second_id, seen.name, seen.provider_kind, rows.day
    FROM (${rows}) AS rows
    CROSS JOIN LATERAL (VALUES ${Object.entries(DIMENSIONS)
      .map(([name, [subject, first, second, label, kind]]) => {
        return `('${name}', ${subject}, ${first}::uuid, ${second}::uuid, ${label}::text, ${kind}::text)`;
      })
      .join(', ')}) AS seen(dimension, subject, first_id, second_id, name, provider_kind)
    ${
      isFilled
        ? `LEFT JOIN usage_subjects AS known ON known.organization_id = rows.organization_id
      AND known.dimension = seen.dimension AND known.subject = seen.subject
   WHERE known.id IS NULL OR known.named_on < rows.day OR known.named_on = rows.day
     AND (known.name IS DISTINCT FROM seen.name OR known.provider_kind IS DISTINCT FROM coalesce(seen.provider_kind, known.provider_kind))`
        : ''
    }
   ORDER BY rows.organization_id, seen.dimension, seen.subject, seen.provider_kind IS NULL, rows.day DESC
  ${
    isFilled
      ? `ON CONFLICT (${SUBJECTS_PLACE}) DO UPDATE SET name = excluded.name, named_on = excluded.named_on,
    provider_kind = coalesce(excluded.provider_kind, usage_subjects.provider_kind)`
      : ''
  }`;

const added = (table: string): string =>
  SUM_NAMES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

const ALL_SUMS = SUM_NAMES.map((name) => `sum(${name})`).join(', ');

/** The numbers of a row of a part of `usage_totals`: 0 for the dimensions that it does not distinguish. */
const numbersOf = (part: number, from = ''): string[] =>
  NUMBERS_OF_TOTALS.map((name) =>
    (TOTALS[part] as readonly string[] | undefined)?.includes(name) ? `${from}${name}` : '0',
  );

/** Adds rows to the sums; their subjects are numbered. */
const addSums = (rows: string, isFilled = true): string => `
  WITH numbered AS MATERIALIZED (
    SELECT rows.organization_id, rows.day, date_trunc('month', rows.day)::date AS month, date_trunc('year', rows.day)::date AS year,
           ${DIMENSION_NAMES.map((name) => `${name}_subject.id AS ${name}`).join(', ')},
           ${SUM_NAMES.map((name) => `rows.${name}`).join(', ')}
      FROM (SELECT numberless.*, ${Object.entries(DIMENSIONS)
        .map(([name, [subject]]) => `${subject} AS subject_of_${name}`)
        .join(', ')} FROM (${rows}) AS numberless) AS rows
      ${DIMENSION_NAMES.map(
        (name) => `JOIN usage_subjects AS ${name}_subject ON ${name}_subject.organization_id = rows.organization_id
        AND ${name}_subject.dimension = '${name}' AND ${name}_subject.subject = rows.subject_of_${name}`,
      ).join('\n      ')}
  ), facts AS (
    INSERT INTO usage_facts (${FACTS_PLACE}, ${SUM_NAMES.join(', ')})
    SELECT organization_id, place.is_month, place.span, ${DIMENSION_NAMES.join(', ')}, place.at, ${ALL_SUMS}
      FROM numbered CROSS JOIN LATERAL (VALUES (false, month, day), (true, year, month)) AS place(is_month, span, at)
     GROUP BY organization_id, place.is_month, place.span, ${DIMENSION_NAMES.join(', ')}, place.at
     ORDER BY organization_id, place.is_month, place.span, ${DIMENSION_NAMES.join(', ')}, place.at
    ${isFilled ? `ON CONFLICT (${FACTS_PLACE}) DO UPDATE SET ${added('usage_facts')}` : ''}
  ), ranks AS (
    INSERT INTO usage_ranks (${RANKS_PLACE}, cost_usd, requests)
    SELECT organization_id, ranked.dimension, month, ranked.subject, sum(cost_usd), sum(requests)
      FROM numbered
      CROSS JOIN LATERAL (VALUES ${RANKED.map((name) => `('${name}', numbered.${name})`).join(', ')}) AS ranked(dimension, subject)
     GROUP BY 1, 2, 3, 4
     ORDER BY 1, 2, 3, 4
    ${
      isFilled
        ? `ON CONFLICT (${RANKS_PLACE}) DO UPDATE SET cost_usd = usage_ranks.cost_usd + excluded.cost_usd,
      requests = usage_ranks.requests + excluded.requests`
        : ''
    }
  )
  INSERT INTO usage_totals (${TOTALS_PLACE}, ${SUM_NAMES.join(', ')})
  SELECT organization_id, parts.part, place.is_month, place.at, ${NUMBERS_OF_TOTALS.map((name) => `parts.${name}`).join(', ')},
         ${ALL_SUMS}
    FROM numbered
    CROSS JOIN LATERAL (VALUES ${TOTALS.map(
      (_dimensions, part) => `(${part}::smallint, ${numbersOf(part, 'numbered.').join(', ')})`,
    ).join(', ')}) AS parts(part, ${NUMBERS_OF_TOTALS.join(', ')})
    CROSS JOIN LATERAL (VALUES (false, day), (true, month)) AS place(is_month, at)
   GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
   ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ${isFilled ? `ON CONFLICT (${TOTALS_PLACE}) DO UPDATE SET ${added('usage_totals')}` : ''}`;

/**
 * Makes the sums of all daily totals that there are, in a transaction, while the tables are empty and have no indexes. The rows are of many
 * organizations or of one, which the planner cannot tell: each table is read once, whatever it thinks.
 */
export const SUM_EVERYTHING: readonly string[] = [
  "SET LOCAL work_mem = '128MB'; SET LOCAL enable_nestloop = off; SET LOCAL jit = off",
  addSubjects(EVERYTHING, false),
  'ANALYZE usage_subjects',
  addSums(EVERYTHING, false),
  'SET LOCAL work_mem TO DEFAULT; SET LOCAL enable_nestloop TO DEFAULT; SET LOCAL jit TO DEFAULT',
];

/** Any number that nobody else locks. */
const LOCK = 7_246_113_554;

/**
 * A statement that inserts and updates fires both triggers, so its rows are locked in two passes, which two statements could do
 * crosswise: one sums at a time, until it commits. Rows are few, and each is found by its index.
 */
const trigger = (verb: 'insert' | 'update' | 'delete', rows: string, given: string): string[] => [
  summing('CREATE', verb, rows),
  `CREATE TRIGGER sum_usage_${verb} AFTER ${verb.toUpperCase()} ON usage_daily REFERENCING ${given}
   FOR EACH STATEMENT EXECUTE FUNCTION sum_usage_${verb}()`,
];

/** The function of a trigger. @param then more that it does, in statements that end with a semicolon each */
const summing = (create: string, verb: 'insert' | 'update' | 'delete', rows: string, then = ''): string =>
  `${create} FUNCTION sum_usage_${verb}() RETURNS trigger LANGUAGE plpgsql
   SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $sum$
   BEGIN
     IF NOT EXISTS (SELECT FROM ${verb === 'delete' ? 'removed' : 'added'}) THEN RETURN NULL; END IF;
     PERFORM pg_advisory_xact_lock(${LOCK});
     ${addSubjects(rows)};
     ${addSums(rows)};${then}
     RETURN NULL;
   END $sum$`;

/** Each change of `usage_daily` changes the sums with it, also one by a gateway of the previous release. */
export const TRIGGERS = [
  ...trigger('insert', ADDED, 'NEW TABLE AS added'),
  ...trigger('update', CHANGED, 'OLD TABLE AS removed NEW TABLE AS added'),
  ...trigger('delete', REMOVED, 'OLD TABLE AS removed'),
];

const OF_REMOVED = 'organization_id IN (SELECT organization_id FROM removed)';

/** Sums that nothing is left of, and subjects that no sum is about. */
const CLEAN_UP = `
     DELETE FROM usage_facts WHERE ${OF_REMOVED} AND requests = 0;
     DELETE FROM usage_totals WHERE ${OF_REMOVED} AND requests = 0;
     DELETE FROM usage_ranks WHERE ${OF_REMOVED} AND requests = 0;
     DELETE FROM usage_subjects WHERE ${OF_REMOVED} AND id NOT IN (
       SELECT number FROM usage_facts CROSS JOIN LATERAL unnest(ARRAY[${DIMENSION_NAMES.join(', ')}]) AS number WHERE ${OF_REMOVED});`;

/** Rows of `usage_daily` that are removed take the sums with them that were theirs alone. */
export const REMOVAL = [
  summing('CREATE OR REPLACE', 'delete', REMOVED, CLEAN_UP),
  `CREATE OR REPLACE FUNCTION sum_usage_truncate() RETURNS trigger LANGUAGE plpgsql AS $sum$
   BEGIN
     PERFORM pg_advisory_xact_lock(${LOCK});
     TRUNCATE usage_facts, usage_totals, usage_ranks, usage_subjects;
     RETURN NULL;
   END $sum$`,
  `CREATE OR REPLACE TRIGGER sum_usage_truncate AFTER TRUNCATE ON usage_daily
   FOR EACH STATEMENT EXECUTE FUNCTION sum_usage_truncate()`,
];

/** The functions of the triggers as they are now, in place of earlier ones. */
export const FUNCTIONS = [
  summing('CREATE OR REPLACE', 'insert', ADDED),
  summing('CREATE OR REPLACE', 'update', CHANGED),
  summing('CREATE OR REPLACE', 'delete', REMOVED, CLEAN_UP),
];

/** A part of `usage_totals` anew, from what there is of every combination. */
export const totalsAnew = (part: number): readonly string[] => [
  `DELETE FROM usage_totals WHERE part = ${part}`,
  `INSERT INTO usage_totals (${TOTALS_PLACE}, ${SUM_NAMES.join(', ')})
   SELECT organization_id, ${part}, is_month, at, ${numbersOf(part).join(', ')}, ${ALL_SUMS}
     FROM usage_facts GROUP BY ${['organization_id', 'is_month', 'at', ...(TOTALS[part] ?? [])].join(', ')}`,
];

/** The lists of the keys and people of each month anew. */
export const RANKS_ANEW: readonly string[] = [
  'DELETE FROM usage_ranks',
  ...RANKED.map(
    (name) => `INSERT INTO usage_ranks (${RANKS_PLACE}, cost_usd, requests)
   SELECT organization_id, '${name}', at, ${name}, sum(cost_usd), sum(requests)
     FROM usage_facts WHERE is_month GROUP BY organization_id, at, ${name}`,
  ),
];

/** `usage_totals` distinguishes keys, in a database that was made when it did not. */
export const KEYS_IN_TOTALS = [
  'ALTER TABLE usage_totals ADD COLUMN IF NOT EXISTS key integer NOT NULL DEFAULT 0',
  'DROP INDEX IF EXISTS uq_usage_totals__row, ix_usage_totals__person',
  TOTALS_INDEX,
  PERSON_INDEX,
];
