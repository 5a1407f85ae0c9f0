import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonReply, neverAnswers, vectorDatabaseInTurn, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type KnowledgeSetup, START_LIMIT_MS, startKnowledge } from './start-knowledge.js';

const LIMIT_MS = 60_000;
const kind = vectorDatabaseInTurn(import.meta.filename);

const DOCUMENTS = {
  'tides.md': '# Tides\n\nThe moon pulls the water of the oceans, and so the sea rises and falls twice a day.',
  'bread.md': '# Bread\n\nSourdough rises because wild yeast makes gas. Bake it at 240 degrees for forty minutes.',
  'engine.md': '# Engine E-4471\n\nThe cooling pump of the engine is replaced after 9,000 hours of operation.',
};

describe('questions to knowledge bases', () => {
  let setup: KnowledgeSetup;
  let kbId: string;
  let foreign: string;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    setup = await startKnowledge(kind, { kinds: ['cohere'] });
    kbId = await setup.makeBase('builtin');
    for (const [name, content] of Object.entries(DOCUMENTS)) ids.set(name, await setup.upload(kbId, name, content));
    foreign = await setup.makeBase('builtin', setup.other);
    const secret = await setup.upload(foreign, 'secret.md', 'The moon base is a secret.', { tenant: setup.other });
    for (const id of ids.values()) expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready' });
    expect(await setup.ended(foreign, secret)).toMatchObject({ status: 'ready' });
  }, START_LIMIT_MS);

  afterAll(() => setup?.stop(), HOOK_LIMIT_MS);

  it.each([
    ['hybrid', 'why does the ocean go up and down', 'tides.md'],
    ['vector', 'how do I make a loaf in the oven', 'bread.md'],
    ['lexical', 'E-4471', 'engine.md'],
    ['hybrid', 'when must the pump be replaced', 'engine.md'],
  ])(
    'find the right chunk first in mode %s: %s',
    async (mode, query, name) => {
      const { outcome, results } = await setup.ask([kbId], { query, mode, top_k: 3 });
      expect(outcome).toBe('answered');
      expect(results[0]).toMatchObject({
        document_id: ids.get(name),
        content: expect.stringContaining('#'),
        score: expect.any(Number),
        metadata: { source: name, chunk_index: 0 },
      });
      expect(results[0]).not.toHaveProperty('explanation');
    },
    LIMIT_MS,
  );

  it('say how they scored on request', async () => {
    const { results } = await setup.ask([kbId], { query: 'the moon', explain: true });
    expect(results[0]?.explanation).toMatchObject({ kb_id: kbId });
  });

  it('find nothing of another workspace, whatever ids they name', async () => {
    expect((await setup.ask([foreign], { query: 'moon' })).results).toEqual([]);
    const both = await setup.ask([kbId, foreign], { query: 'the moon base is a secret', top_k: 50 });
    expect(both.results.map(({ content }) => content).join()).not.toContain('secret');
    expect((await setup.ask([foreign], { query: 'moon' }, setup.other)).results).toHaveLength(1);
  });

  it('honour a filter', async () => {
    const filter = { type: 'eq', key: 'source', value: 'bread.md' };
    const { results } = await setup.ask([kbId], { query: 'the moon', filter });
    expect(results.map(({ metadata }) => metadata.source)).toEqual(['bread.md']);
  });

  it('are put in order by a rerank model, asked as whoever asks', async () => {
    setup.upstream.onRequest(({ body }) => {
      const { documents } = body as { documents: string[] };
      const results = documents.map((text, index) => ({ index, relevance_score: text.includes('Bread') ? 0.9 : 0.1 }));
      return jsonReply({ id: 'r', results, meta: { billed_units: { search_units: 1 } } });
    });
    const { outcome, results } = await setup.ask([kbId, foreign], { query: 'the moon', rerank_model: 'cohere-rerank' });
    expect([outcome, results[0]?.metadata.source]).toEqual(['answered', 'bread.md']);
    const record = await waitUntil('the record', async () => {
      const page = { limit: 50, filters: {} };
      const { data } = await setup.database.auditRecords.listPage(setup.own.organizationId, page);
      return data.find(({ endpoint }) => endpoint === 'rerank');
    });
    // One of another workspace is neither asked nor named.
    expect(record.details).toEqual({ kb_id: kbId });
    setup.upstream.reset();
  });

  it('ask models no further once their client has left', async () => {
    setup.upstream.onRequest(() => neverAnswers());
    const { token } = await setup.own.issueKey(true);
    const left = new AbortController();
    const answer = fetch(`${setup.gateway.url}/v1/kb/${kbId}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'the moon', rerank: { model: 'cohere-rerank' } }),
      signal: left.signal,
    });
    const sent = setup.upstream.requests.length + 1;
    await setup.upstream.waitForRequest(sent, 20_000);
    left.abort();
    await expect(answer).rejects.toThrow('aborted');
    await setup.upstream.waitForAbort(1, 20_000);
    setup.upstream.reset();
  });

  it.each([
    [{ query: 'x', filter: { type: 'eq', key: 'a', value: '\ud800' } }, 'filter'],
    [{ query: '' }, 'query'],
    [{ query: 'x'.repeat(8_001) }, 'query'],
    [{ query: 'x', top_k: 0 }, 'top_k'],
    [{ query: 'x', top_k: 1.5 }, 'top_k'],
    [{ query: 'x', mode: 'magic' }, 'mode'],
    [{ query: 'x', filter: { type: 'like' } }, 'filter'],
  ])('are rejected as %j with the field that is wrong', async (question, param) => {
    const answer = await setup.ask([kbId], question);
    expect(answer).toMatchObject({ outcome: 'refused', code: 'invalid_value', param: expect.stringContaining(param) });
  });

  it('are rejected for a rerank model that does not exist', async () => {
    const answer = await setup.ask([kbId], { query: 'x', rerank_model: 'nobody' });
    expect(answer).toMatchObject({ outcome: 'refused', code: 'model_not_found' });
  });

  it('leave no text that could be read in the queue', async () => {
    await setup.ask([kbId], { query: 'TOPSECRETQUESTION' });
    const { rows } = await setup.database.sql.executeSql(
      'SELECT row_to_json(t)::text AS text FROM multilane_jobs.job t',
    );
    expect(JSON.stringify(rows)).not.toMatch(/TOPSECRETQUESTION|Sourdough/);
  });
});
