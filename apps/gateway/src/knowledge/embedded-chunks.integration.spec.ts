import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgresStore } from '@multilane/knowledge';
import { type DatabaseWithSecrets, openDatabase } from '@multilane/persistence';
import { type TestDatabase, testDatabases } from '@multilane/testing';
import { expectWithin, measureHold } from '@multilane/testing/measure-hold';

const LIMIT_MS = 120_000;
/** Number of chunks in one request for embeddings (embed-texts.ts). */
const CHUNKS = 96;
const WORDS = 'the pump of the cooling system was replaced after many hours of operation in the northern plant'.split(
  ' ',
);

describe('chunks of a document in the embedded database, which runs in the process that serves requests', () => {
  let kind: TestDatabase | undefined;
  let database: DatabaseWithSecrets;

  beforeAll(async () => {
    kind = testDatabases().find(({ name }) => name === 'embedded');
    if (kind === undefined) throw new Error('the embedded database is everywhere');
    database = await openDatabase(await kind.create());
  }, LIMIT_MS);

  afterAll(async () => {
    await database?.close();
    await kind?.stop();
  }, LIMIT_MS);

  it(
    'are added in turns, so that others wait for some of them only',
    async () => {
      const store = openPostgresStore({ transaction: (work) => database.inTransaction(work), statementMs: 0 });
      await store.prepare();
      const chunks = Array.from({ length: CHUNKS }, (_chunk, index) => ({
        chunk: {
          index,
          content: Array.from(
            { length: 380 },
            (_word, at) => `${WORDS[(at * 7 + index) % WORDS.length]}${at % 11}`,
          ).join(' '),
          language: 'en',
          metadata: { source: 'a.md' },
        },
        embedding: Float32Array.from({ length: 384 }, (_number, at) => Math.sin(index * 384 + at) / 20),
      }));
      const base = { workspaceId: randomUUID(), kbId: randomUUID(), generation: 1 };
      await expectWithin(100, () => measureHold(() => store.add({ ...base, documentId: randomUUID() }, chunks)));
      expect((await store.countChunks(base)) % CHUNKS).toBe(0);
    },
    LIMIT_MS,
  );
});
