import { setImmediate as nextTurn } from 'node:timers/promises';
import { command, statement } from '@multilane/sql';
import { type DocumentAddress, type EmbeddedChunk, KnowledgeSearchError, type SqlSession } from '../chunk-store.js';
import { cleanText, cleanValue } from '../clean-text.js';
import { countWords, toLexicalText } from '../lexical-text.js';
import { toScopeTerm } from './scope-to-sql.js';
import { CONFIGURATIONS } from './text-search-languages.js';

const ADD = command(`
INSERT INTO knowledge_chunks (workspace_id, kb_id, generation, document_id, chunk_index, dimensions, words, embedding, terms,
                              content, metadata)
SELECT $1::uuid, $2::uuid, $3::integer, $4::uuid, given.index, $5::integer, given.words, given.embedding::halfvec,
       to_tsvector(given.language::regconfig, given.lexical) || array_to_tsvector(ARRAY[$6::text]), given.content,
       given.metadata::jsonb
  FROM unnest($7::integer[], $8::integer[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
       AS given (index, words, embedding, language, lexical, content, metadata)
    ON CONFLICT (workspace_id, kb_id, generation, document_id, chunk_index) DO UPDATE
   SET dimensions = excluded.dimensions, words = excluded.words, embedding = excluded.embedding, terms = excluded.terms,
       content = excluded.content, metadata = excluded.metadata`);

/** Chunks of one statement. The embedded database runs a statement in one turn of the event loop, and takes some 3 ms for a chunk. */
const AT_ONCE = 8;

const NOTE_LANGUAGES = command(`
INSERT INTO knowledge_generations (workspace_id, kb_id, generation, language, dimensions)
SELECT $1::uuid, $2::uuid, $3::integer, language, $5::integer FROM unnest($4::text[]) AS language
    ON CONFLICT DO NOTHING`);

const OTHER_DIMENSIONS = statement(
  { dimensions: 'integer' },
  `
SELECT dimensions FROM knowledge_generations
 WHERE workspace_id = $1::uuid AND kb_id = $2::uuid AND generation = $3::integer AND dimensions <> $4::integer LIMIT 1`,
);

/**
 * Adds checked chunks in one transaction.
 *
 * @param configurations The text search configurations that the database has.
 */
export async function addChunks(
  sql: SqlSession,
  { workspaceId, kbId, generation, documentId }: DocumentAddress,
  chunks: readonly EmbeddedChunk[],
  configurations: ReadonlySet<string>,
): Promise<void> {
  const dimensions = chunks[0]?.embedding.length ?? 0;
  const generationOf = [workspaceId, kbId, generation];
  const [other] = await OTHER_DIMENSIONS.rows(sql, [...generationOf, dimensions]);
  if (other !== undefined) {
    throw new KnowledgeSearchError(
      'chunks',
      `The vectors have ${dimensions} dimensions, those of the knowledge base ${other.dimensions}. Embed it again with one model.`,
    );
  }
  const languages = new Set(chunks.map(({ chunk }) => chooseConfiguration(chunk.language, configurations)));
  await NOTE_LANGUAGES.run(sql, [...generationOf, [...languages].sort(), dimensions]);
  for (let start = 0; start < chunks.length; start += AT_ONCE) {
    if (start > 0) await nextTurn();
    await addSlice(
      sql,
      { workspaceId, kbId, generation, documentId },
      chunks.slice(start, start + AT_ONCE),
      configurations,
    );
  }
}

async function addSlice(
  sql: SqlSession,
  { workspaceId, kbId, generation, documentId }: DocumentAddress,
  chunks: readonly EmbeddedChunk[],
  configurations: ReadonlySet<string>,
): Promise<void> {
  const languages = chunks.map(({ chunk }) => chooseConfiguration(chunk.language, configurations));
  const lexical = chunks.map(({ chunk }) => toLexicalText(chunk.searchText ?? chunk.content));
  await ADD.run(sql, [
    workspaceId,
    kbId,
    generation,
    documentId,
    chunks[0]?.embedding.length ?? 0,
    toScopeTerm(kbId, generation),
    chunks.map(({ chunk }) => chunk.index),
    lexical.map(countWords),
    chunks.map(({ embedding }) => toVectorText(embedding)),
    languages,
    lexical,
    chunks.map(({ chunk }) => cleanText(chunk.content)),
    chunks.map(({ chunk }) => JSON.stringify(cleanValue(chunk.metadata))),
  ]);
}

function chooseConfiguration(language: string | undefined, configurations: ReadonlySet<string>): string {
  const name = language !== undefined && Object.hasOwn(CONFIGURATIONS, language) ? CONFIGURATIONS[language] : undefined;
  return name !== undefined && configurations.has(name) ? name : 'simple';
}

/**
 * Seven digits after the point are more than half precision has. Whole numbers with an exponent are written three times as fast as
 * fractions, which is a good part of what adding a chunk costs this process.
 */
export function toVectorText(embedding: Float32Array): string {
  let text = '';
  for (const value of embedding) {
    const digits = Math.round(value * 1e7);
    text += Number.isSafeInteger(digits) ? `,${digits}e-7` : `,${value}`;
  }
  return `[${text.slice(1)}]`;
}
