import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChunkStore, Hit, LexicalSearch, VectorSearch } from '../store/chunk-store.js';
import { fuseRanks } from './fuse-ranks.js';
import { type KnowledgeQuery, type SearchPorts, searchKnowledge } from './search-knowledge.js';

const hitOf = (name: string, score = 1, kbId = 'kb'): Hit => ({
  kbId,
  documentId: `doc-${name}`,
  index: 0,
  content: name,
  metadata: { source: `${name}.md`, chunk_index: 0 },
  score,
});

/** A store that answers these hits and notes what it was asked. */
function portsOf(found: { vector?: Hit[]; lexical?: Hit[]; rerank?: SearchPorts['rerank'] }) {
  const asked: (VectorSearch | LexicalSearch)[] = [];
  const embedded: string[] = [];
  const answer = (search: VectorSearch | LexicalSearch, hits: Hit[] = []) => {
    asked.push(search);
    const kbIds = search.scope.bases.map(({ kbId }) => kbId);
    return Promise.resolve(hits.filter(({ kbId }) => kbIds.includes(kbId)));
  };
  const store = {
    searchVectors: (search: VectorSearch) => answer(search, found.vector),
    searchText: (search: LexicalSearch) => answer(search, found.lexical),
  } as unknown as ChunkStore;
  const ports: SearchPorts = {
    store,
    embed: (model, text) => {
      embedded.push(`${model}: ${text}`);
      return Promise.resolve(new Float32Array([1]));
    },
    rerank: found.rerank,
  };
  return { ports, asked, embedded };
}

const base = { kbId: 'kb', generation: 3, embeddingModel: 'm' };
const query = (more: Partial<KnowledgeQuery> = {}): KnowledgeQuery => ({
  workspaceId: 'w',
  bases: [base],
  text: 'question',
  ...more,
});
const contents = (results: readonly { content: string }[]) => results.map(({ content }) => content);

describe('searchKnowledge', () => {
  it('puts first what both lists have, and gives scores between 0 and 1', async () => {
    const { ports } = portsOf({ vector: [hitOf('a'), hitOf('b')], lexical: [hitOf('c'), hitOf('b')] });
    const results = await searchKnowledge(ports, query());
    expect(contents(results)).toEqual(['b', 'a', 'c']);
    expect(results.map(({ score }) => score)).toEqual([expect.closeTo(61 / 62, 6), 0.5, 0.5]);
    expect(results[0]).toEqual({
      content: 'b',
      score: expect.any(Number),
      document_id: 'doc-b',
      metadata: { source: 'b.md', chunk_index: 0 },
    });
  });

  it('scores the best of both lists 1', async () => {
    const { ports } = portsOf({ vector: [hitOf('a')], lexical: [hitOf('a')] });
    expect((await searchKnowledge(ports, query()))[0]?.score).toBe(1);
  });

  it.each([
    ['vector', ['a'], 1, 1],
    ['lexical', ['b'], 1, 0],
  ] as const)(
    'asks in mode %s for that list alone and keeps its scores',
    async (mode, expected, searches, embeddings) => {
      const { asked, embedded, ports } = portsOf({ vector: [hitOf('a', 0.7)], lexical: [hitOf('b', 0.7)] });
      const results = await searchKnowledge(ports, query({ mode }));
      expect(contents(results)).toEqual(expected);
      expect(results[0]?.score).toBe(0.7);
      expect([asked.length, embedded.length]).toEqual([searches, embeddings]);
    },
  );

  it('passes scope and filter to every search, and asks for more than it answers', async () => {
    const { asked, ports } = portsOf({});
    const filter = { type: 'eq', key: 'a', value: 1 } as const;
    await searchKnowledge(ports, query({ filter, topK: 5 }));
    expect(asked.length).toBe(2);
    for (const search of asked) {
      expect(search).toMatchObject({
        scope: { workspaceId: 'w', bases: [{ kbId: 'kb', generation: 3 }] },
        filter,
        topK: 50,
      });
    }
  });

  it.each([
    [1, 50],
    [20, 80],
    [200, 200],
  ])('asks for the candidates that %d results need: %d', async (topK, candidates) => {
    const { asked, ports } = portsOf({});
    await searchKnowledge(ports, query({ topK }));
    expect(asked.map((search) => search.topK)).toEqual([candidates, candidates]);
  });

  it('embeds a query once for each model, and merges knowledge bases of different models by rank', async () => {
    const bases = [base, { ...base, kbId: 'same' }, { ...base, kbId: 'other', embeddingModel: 'n' }];
    const vector = [hitOf('a', 0.9), hitOf('b', 0.8, 'same'), hitOf('c', 0.1, 'other')];
    const { embedded, ports } = portsOf({ vector });
    const results = await searchKnowledge(ports, query({ bases, mode: 'vector', explain: true }));
    expect(embedded).toEqual(['m: question', 'n: question']);
    expect(contents(results)).toEqual(['a', 'c', 'b']);
    expect(results[1]?.explanation).toEqual({
      kb_id: 'other',
      vector: { rank: 1, score: 0.1, embedding_model: 'n' },
      fused: { rank: 2, score: 1 },
    });
  });

  it('gives the list of the built-in model a fifth of the weight, and its own order where nothing else was found', async () => {
    const bases = [{ ...base, embeddingModel: 'builtin' }];
    const vector = [hitOf('a'), hitOf('b')];
    const results = await searchKnowledge(
      portsOf({ vector, lexical: [hitOf('c'), hitOf('b')] }).ports,
      query({ bases }),
    );
    expect(contents(results)).toEqual(['b', 'c', 'a']);
    expect(results[2]?.score).toBeCloseTo(0.2 / 1.2, 6);
    expect(contents(await searchKnowledge(portsOf({ vector }).ports, query({ bases })))).toEqual(['a', 'b']);
  });

  it('explains scores on request alone', async () => {
    const { ports } = portsOf({ vector: [hitOf('a', 0.7)], lexical: [hitOf('b', 3), hitOf('a', 2)] });
    const [first, second] = await searchKnowledge(ports, query({ explain: true }));
    expect(first?.explanation).toEqual({
      kb_id: 'kb',
      vector: { rank: 1, score: 0.7, embedding_model: 'm' },
      lexical: { rank: 2, score: 2 },
      fused: { rank: 1, score: first?.score },
    });
    expect(second?.explanation).toEqual({
      kb_id: 'kb',
      lexical: { rank: 1, score: 3 },
      fused: { rank: 2, score: 0.5 },
    });
    expect((await searchKnowledge(ports, query()))[0]).not.toHaveProperty('explanation');
  });

  it('orders by a rerank model, of whose scores a result has its own', async () => {
    const rerank = (text: string, texts: readonly string[]) =>
      Promise.resolve(texts.map((content) => (text === 'question' && content === 'b' ? 0.9 : 0.2)));
    const { ports } = portsOf({ vector: [hitOf('a'), hitOf('b')], lexical: [hitOf('a')], rerank });
    const results = await searchKnowledge(ports, query({ explain: true, topK: 1 }));
    expect(contents(results)).toEqual(['b']);
    expect(results[0]).toMatchObject({
      score: 0.9,
      explanation: { rerank: { rank: 1, score: 0.9 }, fused: { rank: 2 } },
    });
  });

  it('gives a rerank model at most 50 chunks, and none if nothing was found', async () => {
    const counts: number[] = [];
    const rerank = (_: string, texts: readonly string[]) => {
      counts.push(texts.length);
      return Promise.resolve(texts.map(() => 0));
    };
    const many = Array.from({ length: 200 }, (_, at) => hitOf(String(at)));
    expect((await searchKnowledge(portsOf({ vector: many, rerank }).ports, query({ topK: 200 }))).length).toBe(50);
    expect(await searchKnowledge(portsOf({ rerank }).ports, query())).toEqual([]);
    expect(counts).toEqual([50]);
  });

  it('leaves out chunks that a rerank model gave no number', async () => {
    const rerank = () => Promise.resolve([Number.NaN, 1]);
    const { ports } = portsOf({ vector: [hitOf('a'), hitOf('b'), hitOf('c')], rerank });
    expect(contents(await searchKnowledge(ports, query({ mode: 'vector' })))).toEqual(['b']);
  });

  it.each([
    ['query', { text: '' }],
    ['query', { text: 'x'.repeat(8_001) }],
    ['top_k', { topK: 0 }],
    ['top_k', { topK: 201 }],
    ['kb_ids', { bases: [] }],
  ])('rejects a query outside of the bounds before it embeds, and names %s', async (param, wrong) => {
    const { embedded, ports } = portsOf({});
    await expect(searchKnowledge(ports, query(wrong))).rejects.toMatchObject({ param });
    expect(embedded).toEqual([]);
  });
});

describe('fuseRanks', () => {
  it('has every chunk once, never worse than a chunk behind it in all lists, whatever the lists', () => {
    const list = fc.uniqueArray(fc.nat(30), { maxLength: 20 });
    fc.assert(
      fc.property(list, list, (one, other) => {
        const lists = [one, other].map((names, at) => ({
          kind: at === 0 ? ('vector' as const) : ('lexical' as const),
          hits: names.map((name) => hitOf(String(name))),
        }));
        const fused = fuseRanks(lists);
        const order = fused.map(({ hit }) => Number(hit.content));
        expect(new Set(order)).toEqual(new Set([...one, ...other]));
        expect(order.length).toBe(new Set(order).size);
        const place = (names: number[], name: number) =>
          names.includes(name) ? names.indexOf(name) : Number.POSITIVE_INFINITY;
        for (const [at, name] of order.entries()) {
          expect(fused[at]?.score).toBeGreaterThan(0);
          expect(fused[at]?.score).toBeLessThanOrEqual(1);
          for (const behind of order.slice(0, at)) {
            const isWorse = place(one, behind) > place(one, name) && place(other, behind) > place(other, name);
            expect(isWorse).toBe(false);
          }
        }
      }),
    );
  });
});
