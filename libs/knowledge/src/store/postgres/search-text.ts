import { readRows } from '@multilane/sql';
import type { Hit, KnowledgeScope, LexicalSearch, SqlSession } from '../chunk-store.js';
import { SEARCH_BOUNDS } from '../chunk-store.js';
import { toLexicalText } from '../lexical-text.js';
import { anyOf, chooseCandidates, MOST_CANDIDATES, type Term, toQuery } from './choose-candidates.js';
import { filterToSql } from './filter-to-sql.js';
import type { TermStatistics } from './sample-terms.js';
import { scopeToSql, toScopeTerm } from './scope-to-sql.js';
import { HIT_COLUMNS, HIT_TYPES } from './search-vectors.js';
import { SqlValues } from './sql-values.js';

/** Parameters of BM25. */
const K1 = 1.2;
const B = 0.75;

/**
 * The chunks that share terms with the query, weighed by BM25.
 *
 * @param chunks Number of chunks in the scope.
 * @param large What is known of a large scope: rare terms choose the candidates there, about as many as are `enough`.
 */
export async function searchText(
  sql: SqlSession,
  search: LexicalSearch,
  {
    chunks,
    large,
  }: { readonly chunks: number; readonly large?: { statistics: TermStatistics; enough: number } | undefined },
): Promise<Hit[]> {
  const terms = await readTerms(sql, search);
  if (terms.length === 0) return [];
  if (large === undefined) return weigh(sql, search, terms, anyOf(terms), chunks);
  const { enough, statistics } = large;
  const measured = terms.map((term) => ({ ...term, share: findShare(term, statistics) }));
  let hits: Hit[] = [];
  for (const candidates of chooseCandidates(measured, statistics.chunks, enough)) {
    hits = await weigh(sql, search, measured, candidates, statistics.chunks);
    if (hits.length >= search.topK) break;
  }
  return hits;
}

/** Stems of several languages have at most their sum. */
function findShare({ stems }: Term, { shares }: TermStatistics): number | undefined {
  const sum = stems.reduce((total, stem) => total + (shares.get(stem) ?? 0), 0);
  return sum === 0 ? undefined : Math.min(1, sum);
}

interface Stem {
  readonly lexeme: string;
  readonly position: number;
}

const STEMS = `
SELECT stems.lexeme, stems.positions[1] AS position
  FROM (SELECT DISTINCT language FROM knowledge_generations WHERE %scope%) AS languages,
       unnest(to_tsvector(languages.language::regconfig, %text%)) AS stems`;

/** The words of the query in the languages of the scope. Words that are stop words in all of them are none. */
async function readTerms(sql: SqlSession, { scope, text }: LexicalSearch): Promise<Term[]> {
  const values = new SqlValues();
  const statement = STEMS.replace('%scope%', scopeToSql(scope, values)).replace(
    '%text%',
    `${values.add(toLexicalText(text))}::text`,
  );
  const rows = await readRows<Stem>(sql, { lexeme: 'text', position: 'smallint' }, statement, values.list);
  const words = new Map<number, Set<string>>();
  for (const { lexeme, position } of rows) {
    const stems = words.get(position) ?? new Set();
    words.set(position, stems.add(lexeme));
  }
  const terms = [...words.entries()].sort(([a], [b]) => a - b).map(([, stems]) => [...stems].sort());
  const distinct = new Map(terms.map((stems) => [stems.join(' '), { stems }]));
  return [...distinct.values()].slice(0, SEARCH_BOUNDS.terms);
}

/** The index on terms then reads the chunks of the scope alone. */
function withinScope({ bases }: KnowledgeScope, query: string): string {
  const scope = bases.map(({ kbId, generation }) => `'${toScopeTerm(kbId, generation)}'`).join(' | ');
  return `(${scope}) & (${query})`;
}

/**
 * BM25 over the candidates. PostgreSQL's `ts_rank` with equal weights is the sum of 1/n² over the first n occurrences of a
 * term, divided by π²/6: the number of occurrences follows from it, to within 5%. The terms of a row are unpacked once, not for
 * each rank: to set the weight that they have costs least. The constant factor of BM25, which changes no order, is left out. The
 * totals are materialized: PostgreSQL would compute them again for each candidate.
 */
async function weigh(
  sql: SqlSession,
  { filter, scope, topK }: LexicalSearch,
  terms: readonly Term[],
  candidates: string,
  chunks: number,
): Promise<Hit[]> {
  const values = new SqlValues();
  const total = values.add(chunks);
  const where = [
    scopeToSql(scope, values),
    `terms @@ ${values.add(withinScope(scope, candidates))}::tsquery`,
    ...(filter === undefined ? [] : [filterToSql(filter, values)]),
  ].join(' AND ');
  const ranks = terms.map(
    (term, at) =>
      `least(0.9975, ${term.stems.length} * ts_rank('{1,1,1,1}', terms, ${values.add(toQuery(term))}::tsquery)) AS rank${at}`,
  );
  // All in double precision: numeric takes ten times as long.
  const rarities = terms.map(({ share }, at) => {
    // Candidates do not say how many chunks have a common term.
    const count =
      share === undefined ? `count(*) FILTER (WHERE rank${at} > 0)::float8` : `${values.add(share * chunks)}::float8`;
    return `ln(1 + greatest(0, ${total}::float8 - ${count} + 0.5::float8) / (${count} + 0.5::float8)) AS rarity${at}`;
  });
  const weights = terms.map((_, at) => {
    const occurrences = `(1 / (1.644934::float8 * (1 - rank${at})) - 0.5::float8)`;
    return `CASE WHEN rank${at} > 0 THEN rarity${at} * ${occurrences} / (${occurrences} + length) ELSE 0 END`;
  });
  // Without it, the second look at the chunks would be planned for all partitions.
  const bases = values.add(scope.bases.map(({ kbId }) => kbId));
  const key = 'workspace_id, kb_id, generation, document_id, chunk_index';
  return readRows<Hit>(
    sql,
    HIT_TYPES,
    `WITH candidates AS MATERIALIZED (
       SELECT ${key}, words, ${ranks.join(', ')}
         FROM (SELECT ${key}, words, setweight(terms, 'D') AS terms FROM knowledge_chunks WHERE ${where}
                LIMIT ${MOST_CANDIDATES}) AS unpacked
     ), totals AS MATERIALIZED (
       SELECT greatest(1, avg(words))::float8 AS average, ${rarities.join(', ')} FROM candidates
     ), best AS MATERIALIZED (
       SELECT ${key}, ${weights.join(' + ')} AS score
         FROM (SELECT candidates.*, totals.*, ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * words / average) AS length
                 FROM candidates, totals) AS measured
        ORDER BY score DESC, kb_id, document_id, chunk_index LIMIT ${values.add(topK)}::integer
     )
     SELECT ${HIT_COLUMNS}, score::float8 AS score
       FROM best JOIN (SELECT * FROM knowledge_chunks WHERE kb_id = ANY (${bases}::uuid[])) AS chunks USING (${key})
      ORDER BY score DESC, kb_id, document_id, chunk_index`,
    values.list,
  );
}
