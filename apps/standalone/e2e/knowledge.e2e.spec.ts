// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/database/knowledge/query.integration.spec.ts.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  copyStandaloneTemplate,
  databasesFolder,
  findClosedPort,
  httpRequest,
  PROJECT_ROOT,
  type Service,
  spawnService,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';

const START_LIMIT_MS = 100_000;
const LIMIT_MS = 600_000;
const AT_ONCE = 4;

/** Documents beside the project, each with the facts that must be found in its chunks. */
const FOLDER = join(SHARED_FIXTURES_BEYOND_TEXT, 'documents');

interface Facts {
  readonly must_contain?: readonly string[];
  readonly expect?: string;
}

interface Given {
  readonly title: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly facts: Facts;
}

interface Chunk {
  readonly content: string;
  readonly document_id: string;
}

const own = (title: string, name: string, text: string, ...facts: string[]): Given => ({
  title,
  name,
  bytes: Buffer.from(text),
  facts: { must_contain: facts },
});

/** A plain clone has these alone. */
const OWN: readonly Given[] = [
  own('own-text', 'pump.txt', 'The cooling pump E-4471 is replaced after 9,000 hours of operation.', '9,000 hours'),
  own(
    'own-table',
    'staff.csv',
    'name,role,office\nIda Berg,head of finance,Oslo\nTom Reed,engineer,Leeds\n',
    'Ida Berg',
  ),
  own('own-page', 'refunds.html', '<h1>Refunds</h1><p>Money is returned within 14 days.</p>', 'within 14 days'),
  own(
    'own-note',
    'tides.md',
    '# Tides\n\nThe moon pulls the oceans, so the sea rises and falls twice a day.',
    'twice a day',
  ),
  own('own-record', 'contract.json', '{"supplier": "Nordwind", "notice": "three months"}', 'three months'),
];

/** A question about a document, and what the chunk that answers it contains. */
const QUESTIONS: readonly (readonly [title: string, question: string, part: string])[] = [
  ['own-text', 'When is pump E-4471 exchanged?', '9,000 hours'],
  ['own-table', 'Who leads the finance department?', 'Ida Berg'],
  ['own-page', 'How long does it take to get my money back?', '14 days'],
  ['own-note', 'Why does the ocean level go up and down?', 'moon'],
  ['own-record', 'What is the notice period of the Nordwind contract?', 'three months'],
  ['pdf-receipt', 'What was the total on the TechMart electronics receipt?', '$821.14'],
  ['pdf-multi-page', 'How did word processors develop with the personal computers of the 1980s?', 'Personal Computers'],
  ['pdf-invoice-multipage', 'What does Zava Auto Repair charge for mechanical labor?', 'Mechanical Labor'],
  ['pdf-booking', 'Which e-mail address takes the accounting of Premier Entertainment Group?', 'premierent.com'],
  ['pdf-bookmarks', 'How are terms construed in the sample agreement?', 'Construction of Terms'],
  ['html-description-list', 'Which language is used for structuring web pages?', 'HyperText Markup Language'],
  ['html-rich-cells', 'In which habitats do mallards live?', 'Mallard'],
  ['ods-table', 'How many freshwater ducks were counted per year?', 'Freshwater'],
  ['xlsm-sales', 'What revenue did Widget B make?', 'Widget B'],
  ['pptx-comments', 'How do I install Docling as a library for Python?', 'Python library'],
];

/** Facts are compared without white space and punctuation. */
const bare = (text: string): string => text.normalize('NFKC').replace(/[\s\p{P}\p{S}]/gu, '');

function readShared(): Given[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER).flatMap((title) => {
    const name = readdirSync(join(FOLDER, title)).find((file) => file.startsWith('source.'));
    const facts = join(FOLDER, title, 'facts.json');
    if (name === undefined || !existsSync(facts)) return [];
    const known = JSON.parse(readFileSync(facts, 'utf8')) as Facts;
    return [{ title, name, bytes: readFileSync(join(FOLDER, title, name)), facts: known }];
  });
}

function findFaults(facts: Facts, document: { status: string; error: unknown }, chunks: readonly Chunk[]): string[] {
  if (facts.expect !== undefined) return document.status === 'failed' && document.error !== null ? [] : ['it was read'];
  if (document.status !== 'ready') return [JSON.stringify(document.error)];
  const texts = chunks.map(({ content }) => bare(content));
  const lacking = (facts.must_contain ?? []).filter((fact) => !texts.some((text) => text.includes(bare(fact))));
  return lacking.map((fact) => `lacks ${fact}`);
}

describe('knowledge after `npm start`, without any key of a provider', () => {
  const given = [...OWN, ...readShared()];
  const ids = new Map<string, string>();
  let folder: string;
  let service: Service;
  let url: string;
  let cookie: string;
  let kbId: string;

  const call = async <Body>(path: string, body?: object): Promise<Body> => {
    const headers = { origin: url, cookie };
    const answer = await httpRequest({ url: `${url}${path}`, headers, timeoutMs: 90_000, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json() as Body;
  };

  const upload = async ({ bytes, name, title }: Given): Promise<void> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const path = `/w/kb/${kbId}/documents`;
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { origin: url, cookie }, body: form });
    const { id } = (await answer.json()) as { id?: string };
    // The same bytes under two names are one document.
    if (id === undefined) throw new Error(`${title}: ${answer.status}`);
    ids.set(title, id);
  };

  const ask = async (query: object): Promise<readonly Chunk[]> =>
    (await call<{ results: Chunk[] }>(`/w/kb/${kbId}/query`, query)).results;

  beforeAll(async () => {
    folder = mkdtempSync(join(databasesFolder(), 'multilane-knowledge-'));
    const port = await findClosedPort();
    url = `http://127.0.0.1:${port}`;
    await copyStandaloneTemplate(folder);
    const entry = join(PROJECT_ROOT, 'apps/standalone/dist/main.js');
    const env = { PORT: String(port), HOST: '127.0.0.1', OLLAMA_HOST: `127.0.0.1:${await findClosedPort()}` };
    service = await spawnService('/bin/sh', ['-c', 'cd "$0" && exec "$@"', folder, process.execPath, entry], env);
    await waitUntilReady(service, `${url}/readyz`, START_LIMIT_MS);
    const token = await waitUntil(
      'the setup token',
      () => /ml_setup_\w+/.exec(service.stdout() + service.stderr())?.[0],
      START_LIMIT_MS,
    );
    const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', token };
    const setup = await httpRequest({ url: `${url}/auth/setup`, headers: { origin: url }, body: person });
    cookie = setup.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    kbId = (await call<{ id: string }>('/w/kb', { name: 'documents' })).id;
  }, 2 * START_LIMIT_MS);

  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, START_LIMIT_MS);

  it(
    'reads a document of each format, and every fact is in one of its chunks',
    async () => {
      for (let start = 0; start < given.length; start += AT_ONCE) {
        await Promise.all(given.slice(start, start + AT_ONCE).map(upload));
      }
      const faults: string[] = [];
      for (const { facts, title } of given) {
        const id = ids.get(title) ?? '';
        const document = await waitUntil(
          `the end of ${title}`,
          async () => {
            const read = await call<{ status: string; error: unknown }>(`/w/kb/${kbId}/documents/${id}`);
            return read.status === 'processing' ? undefined : read;
          },
          LIMIT_MS,
        );
        const filter = { type: 'eq', key: 'document_id', value: id };
        const chunks =
          facts.expect === undefined ? await ask({ query: title, top_k: 100, mode: 'vector', filter }) : [];
        faults.push(...findFaults(facts, document, chunks).map((fault) => `${title}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'answers questions with the right chunk among the first three',
    async () => {
      const missed: string[] = [];
      for (const [title, question, part] of QUESTIONS) {
        const id = ids.get(title);
        if (id === undefined) continue;
        const results = await ask({ query: question, top_k: 3 });
        const isRight = (chunk: Chunk): boolean => chunk.document_id === id && bare(chunk.content).includes(bare(part));
        if (!results.some(isRight)) missed.push(question);
      }
      expect(missed).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'takes documents and answers questions with the key that the welcome prints',
    async () => {
      const { api_key: key } = JSON.parse(readFileSync(join(folder, '.multilane/quickstart.json'), 'utf8'));
      const headers = { authorization: `Bearer ${key}` };
      const post = (path: string, body: object) =>
        httpRequest({ url: `${url}${path}`, headers, body, timeoutMs: 90_000 });
      const { id } = (await post('/v1/kb', { name: 'handbook' })).json() as { id: string };
      const form = new FormData();
      form.append('file', new Blob(['The bridge opened in 1932.']), 'bridge.txt');
      const path = `/v1/kb/${id}/documents`;
      const uploaded = await fetch(`${url}${path}`, { method: 'POST', headers, body: form });
      expect(uploaded.status).toBe(201);
      await waitUntil(
        'the document',
        async () => {
          const { data } = (await httpRequest({ url: `${url}${path}`, headers })).json() as {
            data: { status: string }[];
          };
          return data[0]?.status === 'ready' || undefined;
        },
        LIMIT_MS,
      );
      const found = await post(`/v1/kb/${id}/query`, { query: 'When did the bridge open?', top_k: 1 });
      expect(found.json()).toMatchObject({ results: [{ content: 'The bridge opened in 1932.' }] });
      const answer = await post(`/v1/kb/${id}/answer`, { model: 'simulator', question: 'When did the bridge open?' });
      expect([answer.status, answer.json()]).toMatchObject([200, { object: 'chat.completion', citations: [] }]);
    },
    LIMIT_MS,
  );
});
