import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, Gate, jsonReply, takeTurns, testDatabases, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { wordOf } from './hostile-files.js';
import { ACTOR, type KnowledgeSetup, START_LIMIT_MS, startKnowledge } from './start-knowledge.js';

const itInTurn = takeTurns(it);

const LIMIT_MS = 90_000;
const MODEL = 'text-embedding-3-small';
const [embedded] = testDatabases();
if (embedded === undefined) throw new Error('there is always the embedded database');

const text = (topic: string, paragraphs = 3): string =>
  Array.from({ length: paragraphs }, (_, at) => `${topic}, part ${at}. ${'It goes on for a while. '.repeat(20)}`).join(
    '\n\n',
  );

/** Answers embeddings of four numbers. */
function answerEmbeddings(upstream: FakeUpstream, size = 4): void {
  upstream.onRequest(({ body }) => {
    const { input } = body as { input: string[] };
    const data = [input].flat().map((_, index) => ({
      object: 'embedding',
      index,
      embedding: Array.from({ length: size }, (_unused, at) => at + index + 1),
    }));
    return jsonReply({ object: 'list', data, model: MODEL, usage: { prompt_tokens: 5, total_tokens: 5 } });
  });
}

/** A Word document with a chart of one value, and a chart that stores none. */
function wordOfCharts(): Buffer {
  const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const chart = (id: string) => `<c:chart xmlns:c="c" xmlns:r="r" r:id="${id}"/>`;
  const point = (value: string) => `<c:strLit><c:pt idx="0"><c:v>${value}</c:v></c:pt></c:strLit>`;
  const series = `<c:ser><c:tx><c:v>Oslo</c:v></c:tx><c:cat>${point('Q1')}</c:cat><c:val>${point('10')}</c:val></c:ser>`;
  const space = (title: string, plot: string) =>
    `<c:chartSpace xmlns:c="c"><c:chart><c:title><c:tx><c:v>${title}</c:v></c:tx></c:title><c:plotArea>${plot}</c:plotArea></c:chart></c:chartSpace>`;
  return wordOf('', {
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Sales of the year.</w:t></w:r></w:p><w:p><w:r><w:drawing>${chart('r1')}</w:drawing></w:r></w:p><w:p><w:r><w:drawing>${chart('r2')}</w:drawing></w:r></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${types}/chart" Target="charts/chart1.xml"/><Relationship Id="r2" Type="${types}/chart" Target="charts/chart2.xml"/></Relationships>`,
    'word/charts/chart1.xml': space('Sales', series),
    'word/charts/chart2.xml': space('Empty', ''),
  });
}

describe('documents of knowledge bases', () => {
  let setup: KnowledgeSetup;
  let keyId: string;

  beforeAll(async () => {
    setup = await startKnowledge(embedded, { knowledge: { chunk_tokens: 60, chunk_overlap_tokens: 10, parsers: 2 } });
    keyId = (await setup.own.issueKey(false)).id;
  }, START_LIMIT_MS);

  afterAll(() => setup?.stop(), HOOK_LIMIT_MS);

  afterEach(() => setup.upstream.reset());

  it(
    'are read, chunked, embedded by the built-in model and stored, without any provider',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const id = await setup.upload(kbId, 'tides.md', `# Tides\n\n${text('The tide comes in twice a day')}`);
      const document = await setup.ended(kbId, id);
      const chunks = await setup.chunksOf(kbId);
      expect(document).toMatchObject({ status: 'ready', error: null, failure: null, step: null, language: 'en' });
      expect(chunks.length).toBeGreaterThan(3);
      expect(document).toMatchObject({ chunkCount: chunks.length, embeddedCount: chunks.length });
      expect(chunks.map(({ chunk_index: index }) => index)).toEqual(chunks.map((_, at) => at));
      const base = await setup.database.knowledgeBases.find(setup.own, kbId);
      expect(base).toMatchObject({ dimensions: 512, generation: 1, chunkCount: chunks.length });
      expect(setup.upstream.requests).toHaveLength(0);
    },
    LIMIT_MS,
  );

  it(
    'are embedded through the pipeline as whoever uploaded them, and recorded with the document',
    async () => {
      answerEmbeddings(setup.upstream);
      const kbId = await setup.makeBase(MODEL);
      const id = await setup.upload(kbId, 'tides.txt', text('Tides', 8));
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready' });
      const record = await waitUntil('the record', async () => {
        const { data } = await setup.database.auditRecords.listPage(setup.own.organizationId, {
          limit: 50,
          filters: {},
        });
        return data.find(({ details }) => (details as { job_id?: string }).job_id === id);
      });
      expect(record).toMatchObject({ endpoint: 'embeddings', outcome: 'success', details: { kb_id: kbId } });
      expect((await setup.database.knowledgeBases.find(setup.own, kbId))?.dimensions).toBe(4);
    },
    LIMIT_MS,
  );

  itInTurn(
    'have their charts as tables, and name those that were left out though they are ready',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const document = await setup.ended(kbId, await setup.upload(kbId, 'charts.docx', wordOfCharts()));
      expect(document).toMatchObject({ status: 'ready', failure: null });
      expect(document.error).toBe('Left out: the chart “Empty”, which stores no values (1).');
      expect((await setup.chunksOf(kbId)).map(({ content }) => content).join('\n')).toContain('Oslo');
    },
    LIMIT_MS,
  );

  it.each([
    ['%PDF-1.7\nthis is no PDF', 'broken.pdf', 'corrupt'],
    ['', 'empty.txt', 'no_text'],
    ['just text', 'picture.png', 'type_mismatch'],
  ])(
    'that cannot be read fail with a code and a sentence, and leave no chunks: %j as %s',
    async (content, name, failure) => {
      const kbId = await setup.makeBase('builtin');
      const document = await setup.ended(kbId, await setup.upload(kbId, name, content));
      expect(document).toMatchObject({ status: 'failed', failure, step: null, chunkCount: 0 });
      expect(document.error).toMatch(/^[A-Z].{10,300}\.$/);
      expect(await setup.chunksOf(kbId)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'fail with the reason where their uploader may not use the model, or is gone',
    async () => {
      const kbId = await setup.makeBase('no-such-model');
      const id = await setup.upload(kbId, 'a.txt', text('One'));
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'failed', failure: 'model_not_found' });
      const other = await setup.makeBase(MODEL);
      const gone = { by: 'hash', hash: 'nobody' };
      const orphan = await setup.upload(other, 'b.txt', text('Two'), { identity: gone });
      expect(await setup.ended(other, orphan)).toMatchObject({ status: 'failed', failure: 'invalid_api_key' });
    },
    LIMIT_MS,
  );

  itInTurn(
    'wait for a model that is overloaded, say for what, and go on where they stopped',
    async () => {
      let refused = 0;
      setup.upstream.onRequest(() => {
        refused += 1;
        return jsonReply(
          { error: { message: 'slow down', type: 'x' } },
          { status: 429, headers: { 'retry-after': '1' } },
        );
      });
      const kbId = await setup.makeBase(MODEL);
      const id = await setup.upload(kbId, 'a.txt', text('Waiting', 5));
      await waitUntil('the note', async () =>
        (await setup.read(kbId, id))?.error?.startsWith('Embedding waits') ? true : undefined,
      );
      expect(refused).toBeGreaterThan(0);
      answerEmbeddings(setup.upstream);
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready', error: null });
    },
    LIMIT_MS,
  );

  itInTurn(
    'whose job is queued several times are stored once',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const id = await setup.upload(kbId, 'a.txt', text('Once', 10));
      for (let again = 0; again < 5; again += 1) await setup.enqueue('knowledge.ingest', id);
      const document = await setup.ended(kbId, id);
      const chunks = await setup.chunksOf(kbId);
      expect(document).toMatchObject({ status: 'ready', chunkCount: chunks.length });
      expect(new Set(chunks.map(({ chunk_index: index }) => index)).size).toBe(chunks.length);
    },
    LIMIT_MS,
  );

  it(
    'are read again from their file on request, and are found meanwhile',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const id = await setup.upload(kbId, 'a.txt', text('Again', 4));
      await setup.ended(kbId, id);
      const before = await setup.chunksOf(kbId);
      await setup.database.sql.executeSql(
        "UPDATE knowledge_chunks SET content = 'cut by other rules' WHERE kb_id = $1",
        [kbId],
      );
      await setup.database.change(ACTOR, ({ knowledgeDocuments }) =>
        knowledgeDocuments.retry({ ...setup.own, kbId }, id, { by: 'hash', hash: 'x' }, async () => undefined),
      );
      expect(await setup.chunksOf(kbId)).toHaveLength(before.length);
      await setup.enqueue('knowledge.ingest', id);
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready' });
      expect(await setup.chunksOf(kbId)).toEqual(before);
    },
    LIMIT_MS,
  );

  it(
    'that are cancelled leave no chunks and keep no model busy, and are processed when they are asked for again',
    async () => {
      const kbId = await setup.makeBase(MODEL);
      let asked = 0;
      setup.upstream.onRequest(({ body }) => {
        asked += 1;
        // The first chunks are stored; the answer to the next ones never comes.
        if (asked > 1) return new Promise<never>(() => undefined);
        const input = [(body as { input: string[] }).input].flat();
        const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 2, 3, index + 1] }));
        return jsonReply({ object: 'list', data, model: MODEL, usage: { prompt_tokens: 5, total_tokens: 5 } });
      });
      const id = await setup.upload(kbId, 'long.txt', text('Cancelled', 60));
      await waitUntil(
        'the second request',
        async () => (asked === 2 && (await setup.chunksOf(kbId)).length > 0) || undefined,
        LIMIT_MS,
      );
      await setup.cancel(kbId, id);
      expect(await setup.read(kbId, id)).toMatchObject({ status: 'failed', failure: 'cancelled', chunkCount: 0 });
      await setup.upstream.waitForAbort(1);
      await waitUntil('no chunks', async () => (await setup.chunksOf(kbId)).length === 0 || undefined, LIMIT_MS);
      expect(await setup.read(kbId, id)).toMatchObject({ status: 'failed', failure: 'cancelled' });
      answerEmbeddings(setup.upstream);
      await setup.database.change(ACTOR, ({ knowledgeDocuments }) => {
        const identity = { by: 'credential', id: keyId, organizationId: setup.own.organizationId };
        return knowledgeDocuments.retry({ ...setup.own, kbId }, id, identity, async () => undefined);
      });
      await setup.enqueue('knowledge.ingest', id);
      const { chunkCount, status } = await setup.ended(kbId, id);
      expect([status, (await setup.chunksOf(kbId)).length]).toEqual(['ready', chunkCount]);
      expect(chunkCount).toBeGreaterThan(96);
    },
    LIMIT_MS,
  );

  itInTurn(
    'leave nothing behind when their knowledge base is deleted while it fills',
    async () => {
      const kbId = await setup.makeBase('builtin');
      for (let at = 0; at < 6; at += 1) await setup.upload(kbId, `${at}.txt`, text(`Topic ${at}`, 20));
      await waitUntil(
        'the first chunks',
        async () => ((await setup.chunksOf(kbId)).length > 0 ? true : undefined),
        LIMIT_MS,
      );
      await setup.removeBase(kbId);
      await waitUntil(
        'no chunks',
        async () => ((await setup.chunksOf(kbId)).length === 0 ? true : undefined),
        LIMIT_MS,
      );
      // Documents that were being embedded have come to their end.
      const probe = await setup.makeBase('builtin');
      await setup.ended(probe, await setup.upload(probe, 'probe.txt', text('Probe')));
      expect(await setup.chunksOf(kbId)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'are embedded beside the old chunks when the model changes, and then read there',
    async () => {
      answerEmbeddings(setup.upstream);
      const kbId = await setup.makeBase('builtin');
      const ids = [];
      for (const topic of ['One', 'Two', 'Three']) ids.push(await setup.upload(kbId, `${topic}.txt`, text(topic)));
      for (const id of ids) await setup.ended(kbId, id);
      await setup.reembed(kbId, MODEL);
      const base = await waitUntil(
        'the new generation',
        async () => {
          const found = await setup.database.knowledgeBases.find(setup.own, kbId);
          return found?.generation === 2 ? found : undefined;
        },
        LIMIT_MS,
      );
      expect(base).toMatchObject({
        embeddingModel: MODEL,
        buildingGeneration: null,
        buildingModel: null,
        dimensions: 4,
      });
      const chunks = await waitUntil('no old chunks', async () => {
        const rows = await setup.chunksOf(kbId);
        return rows.every(({ generation }) => generation === 2) ? rows : undefined;
      });
      expect(new Set(chunks.map(({ document_id: id }) => id))).toEqual(new Set(ids));
      for (const id of ids) expect(await setup.read(kbId, id)).toMatchObject({ status: 'ready' });
    },
    LIMIT_MS,
  );

  itInTurn(
    'are found among the old chunks until the swap, if the new model rejects them',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const bad = await setup.upload(kbId, 'bad.txt', text('Unwanted'));
      const good = await setup.upload(kbId, 'good.txt', text('Good'));
      for (const id of [bad, good]) await setup.ended(kbId, id);
      const chunksOfBad = async () => (await setup.chunksOf(kbId)).filter(({ document_id: id }) => id === bad);
      const before = await chunksOfBad();
      const gate = new Gate();
      gate.shut();
      setup.upstream.onRequest(async ({ body }) => {
        const input = [(body as { input: string[] }).input].flat();
        if (input.some((each) => each.includes('Unwanted'))) {
          return jsonReply({ error: { message: 'This text is refused.' } }, { status: 400 });
        }
        await gate.pass();
        const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 2, 3, index + 1] }));
        return jsonReply({ object: 'list', data, model: MODEL, usage: { prompt_tokens: 5, total_tokens: 5 } });
      });
      await setup.reembed(kbId, MODEL);
      await waitUntil(
        'the refusal',
        async () => (await setup.read(kbId, bad))?.status === 'failed' || undefined,
        LIMIT_MS,
      );
      expect(await chunksOfBad()).toEqual(before);
      gate.open();
      await waitUntil(
        'the new generation',
        async () => (await setup.database.knowledgeBases.find(setup.own, kbId))?.generation === 2 || undefined,
        LIMIT_MS,
      );
      await waitUntil('no chunks of what was refused', async () => (await chunksOfBad()).length === 0 || undefined);
      expect(await setup.read(kbId, good)).toMatchObject({ status: 'ready' });
    },
    LIMIT_MS,
  );
});
