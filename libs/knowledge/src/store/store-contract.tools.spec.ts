import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChunkStore, DocumentAddress, EmbeddedChunk, GenerationAddress } from './chunk-store.js';
import type { KnowledgeFilter } from './knowledge-filter.js';

/** A vector of length 1 in the direction of the angle, of any number of dimensions from 2. */
export function pointAt(degrees: number, dimensions = 4): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

export const generationOf = (workspaceId: string = randomUUID()): GenerationAddress => ({
  workspaceId,
  kbId: randomUUID(),
  generation: 1,
});
export const documentIn = (at: GenerationAddress): DocumentAddress => ({ ...at, documentId: randomUUID() });
export const scopeOf = (...bases: GenerationAddress[]) => ({
  workspaceId: bases[0]?.workspaceId ?? '',
  bases: bases.map(({ kbId, generation }) => ({ kbId, generation })),
});

export const chunkOf = (
  index: number,
  content: string,
  {
    degrees = 0,
    dimensions = 4,
    language = 'en',
    metadata = {} as Record<string, unknown>,
    searchText = undefined as string | undefined,
  } = {},
): EmbeddedChunk => ({
  chunk: { index, content, language, metadata: { source: 'a.md', chunk_index: index, ...metadata }, searchText },
  embedding: pointAt(degrees, dimensions),
});

/** Tests the rules for every store (docs/contract/knowledge.md#search). `open` is called once. */
export function testChunkStore(
  name: string,
  open: () => Promise<ChunkStore>,
  { stems }: { readonly stems: boolean },
): void {
  describe(`ChunkStore: ${name}`, () => {
    let store: ChunkStore;
    beforeAll(async () => {
      store = await open();
    }, 60_000);
    afterAll(() => store?.close());

    const fill = async (at: GenerationAddress, ...chunks: EmbeddedChunk[]) => {
      const document = documentIn(at);
      await store.add(document, chunks);
      return document;
    };
    const nearest = (at: GenerationAddress, degrees: number, more: { topK?: number; filter?: KnowledgeFilter } = {}) =>
      store.searchVectors({ scope: scopeOf(at), embedding: pointAt(degrees), topK: 10, ...more });
    const matching = (at: GenerationAddress, text: string, more: { topK?: number; filter?: KnowledgeFilter } = {}) =>
      store.searchText({ scope: scopeOf(at), text, topK: 10, ...more });
    const contents = (hits: readonly { content: string }[]) => hits.map(({ content }) => content);

    it('answers chunks by the angle of their vectors, with cosine similarity, document and metadata', async () => {
      const base = generationOf();
      const { documentId } = await fill(
        base,
        chunkOf(0, 'far', { degrees: 80 }),
        chunkOf(1, 'near', { degrees: 10, metadata: { page: 3, headings: ['A', 'B'] } }),
        chunkOf(2, 'opposite', { degrees: 180 }),
      );
      const hits = await nearest(base, 0);
      expect(contents(hits)).toEqual(['near', 'far', 'opposite']);
      expect(hits.map(({ score }) => score)).toEqual(
        [10, 80, 180].map((degrees) => expect.closeTo(Math.cos((degrees * Math.PI) / 180), 2)),
      );
      const metadata = { source: 'a.md', chunk_index: 1, page: 3, headings: ['A', 'B'] };
      expect(hits[0]).toMatchObject({ kbId: base.kbId, documentId, index: 1, metadata });
      expect(contents(await nearest(base, 0, { topK: 1 }))).toEqual(['near']);
    });

    it('answers chunks with common terms, the rarer the better, and none without', async () => {
      const base = generationOf();
      await fill(
        base,
        chunkOf(0, 'The gateway answers with an error'),
        chunkOf(1, 'The gateway retries the quokka'),
        chunkOf(2, 'The gateway caches answers'),
        chunkOf(3, 'Nothing in common'),
      );
      const hits = await matching(base, 'gateway quokka');
      expect(hits[0]?.content).toBe('The gateway retries the quokka');
      expect(contents(hits).sort()).toEqual([
        'The gateway answers with an error',
        'The gateway caches answers',
        'The gateway retries the quokka',
      ]);
      expect(hits.every(({ score }) => score > 0)).toBe(true);
      expect(await matching(base, 'zebra')).toEqual([]);
      expect(contents(await matching(base, 'gateway quokka', { topK: 1 }))).toEqual(['The gateway retries the quokka']);
    });

    it('prefers a chunk that has a term more often, and a short one to a long one', async () => {
      const base = generationOf();
      const filler = 'many other words that say nothing about it at all in any way '.repeat(5);
      await fill(
        base,
        chunkOf(0, `quokka ${filler}`),
        chunkOf(1, `quokka quokka quokka ${filler}`),
        chunkOf(2, 'quokka in brief'),
        chunkOf(3, 'unrelated'),
      );
      const order = (await matching(base, 'quokka')).map(({ index }) => index);
      expect(order.indexOf(1)).toBeLessThan(order.indexOf(0));
      expect(order.indexOf(2)).toBeLessThan(order.indexOf(0));
    });

    it('reads the search text, not what results show', async () => {
      const base = generationOf();
      await fill(base, chunkOf(0, 'shown', { searchText: 'Manual > Installation\n\nshown' }), chunkOf(1, 'other'));
      expect(contents(await matching(base, 'installation'))).toEqual(['shown']);
    });

    it('finds words in texts without spaces, and accents and full-width letters as they are meant', async () => {
      const base = generationOf();
      await fill(
        base,
        chunkOf(0, '東京都の天気は晴れです', { language: 'ja' }),
        chunkOf(1, 'สวัสดีชาวโลก', { language: 'th' }),
        chunkOf(2, 'ＡＢＣ123 Café', { language: 'fr' }),
      );
      expect((await matching(base, '天気')).map(({ index }) => index)).toEqual([0]);
      expect((await matching(base, 'ชาวโลก')).map(({ index }) => index)).toEqual([1]);
      expect((await matching(base, 'abc123')).map(({ index }) => index)).toEqual([2]);
      expect((await matching(base, 'café')).map(({ index }) => index)).toEqual([2]);
    });

    if (stems) {
      it('compares words by their stems in the language of each document', async () => {
        const base = generationOf();
        await fill(base, chunkOf(0, 'The dogs were running'), chunkOf(1, 'Die Häuser sind alt', { language: 'de' }));
        expect((await matching(base, 'dog runs')).map(({ index }) => index)).toEqual([0]);
        expect((await matching(base, 'Haus')).map(({ index }) => index)).toEqual([1]);
      });
    }

    it.each([
      'O\'Brien\'s \\ "quoted" & | ! <-> :* ( text',
      '-- ; DROP TABLE knowledge_chunks',
      '$1 %s {} [] /* */ ',
      '\u0000 \ud800 \u{1f600}',
      'x'.repeat(7_000),
    ])('takes %j as text, in chunks and in queries', async (text) => {
      const base = generationOf();
      await fill(base, chunkOf(0, `${text} quokka`, { metadata: { note: text, [`k ${text}`.slice(0, 20)]: [text] } }));
      expect((await matching(base, `${text} quokka`)).map(({ index }) => index)).toEqual([0]);
      expect((await nearest(base, 0))[0]?.content).toContain('quokka');
    });

    it('replaces a chunk that is there already, so that work can be repeated', async () => {
      const base = generationOf();
      const document = await fill(base, chunkOf(0, 'old', { degrees: 90 }), chunkOf(1, 'second'));
      await store.add(document, [chunkOf(0, 'new'), chunkOf(2, 'third')]);
      await store.add(document, [chunkOf(0, 'new'), chunkOf(2, 'third')]);
      expect(await store.countDocumentChunks(document)).toBe(3);
      expect(contents(await nearest(base, 0)).sort()).toEqual(['new', 'second', 'third']);
      expect(await matching(base, 'old')).toEqual([]);
    });

    it('counts the chunks of a document, where work is to be resumed, and of a generation', async () => {
      const base = generationOf();
      const [first, second] = [documentIn(base), documentIn(base)];
      expect(await store.countDocumentChunks(first)).toBe(0);
      await store.add(first, [chunkOf(0, 'a'), chunkOf(1, 'b')]);
      await store.add(second, [chunkOf(0, 'c')]);
      await store.add(second, []);
      expect(await store.countDocumentChunks(first)).toBe(2);
      expect(await store.countChunks(base)).toBe(3);
    });

    it('deletes a document, a generation, a knowledge base, a workspace, and nothing else', async () => {
      const first = generationOf();
      const next = { ...first, generation: 2 };
      const sibling = generationOf(first.workspaceId);
      const other = generationOf();
      const document = await fill(first, chunkOf(0, 'a'));
      const rest = await fill(first, chunkOf(0, 'b'));
      await store.add({ ...document, generation: 2 }, [chunkOf(0, 'c')]);
      await store.add({ ...rest, generation: 2 }, [chunkOf(0, 'd')]);
      await fill(sibling, chunkOf(0, 'e'));
      await fill(other, chunkOf(0, 'f'));
      const counts = async () => Promise.all([first, next, sibling, other].map((at) => store.countChunks(at)));

      await store.deleteDocument({ ...document, workspaceId: other.workspaceId });
      expect(await counts()).toEqual([2, 2, 1, 1]);
      await store.deleteDocument({ ...document, generation: 2 });
      expect(await counts()).toEqual([2, 1, 1, 1]);
      const { generation: _, ...everywhere } = document;
      await store.deleteDocument(everywhere);
      expect(await counts()).toEqual([1, 1, 1, 1]);
      await store.deleteGeneration({ ...next, workspaceId: other.workspaceId });
      await store.deleteGeneration(first);
      expect(await counts()).toEqual([0, 1, 1, 1]);
      await store.deleteKnowledgeBase({ workspaceId: other.workspaceId, kbId: first.kbId });
      expect(await counts()).toEqual([0, 1, 1, 1]);
      await store.deleteKnowledgeBase(first);
      expect(await counts()).toEqual([0, 0, 1, 1]);
      await store.deleteWorkspace(first.workspaceId);
      expect(await counts()).toEqual([0, 0, 0, 1]);
      expect(await matching(sibling, 'e')).toEqual([]);
    });

    it('searches several knowledge bases at once, with vectors of the size of the query', async () => {
      const one = generationOf();
      const two = generationOf(one.workspaceId);
      const larger = generationOf(one.workspaceId);
      await fill(one, chunkOf(0, 'one', { degrees: 20 }));
      await fill(two, chunkOf(0, 'two', { degrees: 10 }));
      await fill(larger, chunkOf(0, 'larger', { dimensions: 6 }));
      const scope = scopeOf(one, two, larger);
      expect(contents(await store.searchVectors({ scope, embedding: pointAt(0), topK: 9 }))).toEqual(['two', 'one']);
      const text = 'one two larger';
      expect(contents(await store.searchText({ scope, text, topK: 9 })).sort()).toEqual(['larger', 'one', 'two']);
    });

    it.each<[string, KnowledgeFilter, number[]]>([
      ['eq text', { type: 'eq', key: 'kind', value: 'a' }, [0]],
      ['eq number', { type: 'eq', key: 'size', value: 2 }, [1]],
      ['eq boolean', { type: 'eq', key: 'draft', value: true }, [2]],
      ['eq of another type', { type: 'eq', key: 'size', value: '2' }, []],
      ['eq on a list', { type: 'eq', key: 'tags', value: 'x' }, [0, 1]],
      ['eq on a missing key', { type: 'eq', key: 'none', value: 'a' }, []],
      ['ne', { type: 'ne', key: 'kind', value: 'a' }, [1, 2]],
      ['in', { type: 'in', key: 'kind', value: ['a', 'b'] }, [0, 1]],
      ['in mixed types', { type: 'in', key: 'size', value: ['1', 1, 2] }, [0, 1]],
      ['in nothing', { type: 'in', key: 'kind', value: [] }, []],
      ['nin', { type: 'nin', key: 'kind', value: ['a'] }, [1, 2]],
      ['nin nothing', { type: 'nin', key: 'kind', value: [] }, [0, 1, 2]],
      ['gt', { type: 'gt', key: 'size', value: 1 }, [1]],
      ['gte', { type: 'gte', key: 'size', value: 1 }, [0, 1]],
      ['lt', { type: 'lt', key: 'size', value: 2 }, [0]],
      ['lte', { type: 'lte', key: 'size', value: 2 }, [0, 1]],
      ['a range on a date', { type: 'gte', key: 'day', value: '2026-01-31' }, [1, 2]],
      ['a range of a number on text', { type: 'gt', key: 'kind', value: 0 }, []],
      [
        'and',
        {
          type: 'and',
          filters: [
            { type: 'eq', key: 'tags', value: 'x' },
            { type: 'gt', key: 'size', value: 1 },
          ],
        },
        [1],
      ],
      [
        'or',
        {
          type: 'or',
          filters: [
            { type: 'eq', key: 'kind', value: 'a' },
            { type: 'eq', key: 'draft', value: true },
          ],
        },
        [0, 2],
      ],
      ['not', { type: 'not', filter: { type: 'gt', key: 'size', value: 1 } }, [0, 2]],
      ['not and', { type: 'not', filter: { type: 'and', filters: [{ type: 'eq', key: 'kind', value: 'a' }] } }, [1, 2]],
      ['odd keys', { type: 'eq', key: 'it\'s "odd" -> $1', value: 'yes' }, [2]],
    ])('filters by metadata: %s', async (_, filter, expected) => {
      const base = generationOf();
      await fill(
        base,
        chunkOf(0, 'quokka', { metadata: { kind: 'a', size: 1, tags: ['x', 'y'], day: '2026-01-30' } }),
        chunkOf(1, 'quokka', { metadata: { kind: 'b', size: 2, tags: ['x'], draft: false, day: '2026-01-31' } }),
        chunkOf(2, 'quokka', { metadata: { kind: null, draft: true, day: '2026-02-01', 'it\'s "odd" -> $1': 'yes' } }),
      );
      const indexes = (hits: readonly { index: number }[]) => hits.map(({ index }) => index).sort();
      expect(indexes(await nearest(base, 0, { filter }))).toEqual(expected);
      expect(indexes(await matching(base, 'quokka', { filter }))).toEqual(expected);
    });

    it('filters by document', async () => {
      const base = generationOf();
      await fill(base, chunkOf(0, 'quokka one'));
      const { documentId } = await fill(base, chunkOf(0, 'quokka two'));
      const filter: KnowledgeFilter = { type: 'eq', key: 'document_id', value: documentId };
      expect(contents(await nearest(base, 0, { filter }))).toEqual(['quokka two']);
      expect(contents(await matching(base, 'quokka', { filter }))).toEqual(['quokka two']);
    });

    it.each([
      ['top_k', { topK: 0 }],
      ['top_k', { topK: 201 }],
      ['top_k', { topK: 1.5 }],
      ['kb_ids', { scope: { workspaceId: randomUUID(), bases: [] } }],
      ['filter', { filter: { type: 'eq', key: '', value: 1 } as KnowledgeFilter }],
      ['filter', { filter: { type: 'gt', key: 'a', value: 'words' } as KnowledgeFilter }],
      ['query', { text: ' ' }],
      ['query', { text: 'x'.repeat(8_001) }],
    ])('rejects a search outside of the bounds and names %s (%j)', async (param, wrong) => {
      const search = { scope: scopeOf(generationOf()), text: 'a', topK: 1, ...wrong };
      await expect(store.searchText(search)).rejects.toMatchObject({ name: 'KnowledgeSearchError', param });
    });

    it('rejects chunks outside of the bounds, and vectors of another size than those that are there', async () => {
      const base = generationOf();
      const document = await fill(base, chunkOf(0, 'a'));
      const wrong: EmbeddedChunk[][] = [
        [chunkOf(0, 'a'), chunkOf(0, 'b')],
        [chunkOf(-1, 'a')],
        [chunkOf(0, 'x'.repeat(100_001))],
        [{ ...chunkOf(0, 'a'), embedding: new Float32Array([Number.NaN, 1, 1, 1]) }],
        [{ ...chunkOf(0, 'a'), embedding: new Float32Array() }],
        [chunkOf(1, 'a', { dimensions: 6 })],
        [chunkOf(1, 'a'), chunkOf(2, 'a', { dimensions: 6 })],
        Array.from({ length: 501 }, (_, at) => chunkOf(at, 'a')),
      ];
      for (const chunks of wrong) {
        await expect(store.add(document, chunks)).rejects.toMatchObject({ name: 'KnowledgeSearchError' });
      }
      expect(await store.countChunks(base)).toBe(1);
    });

    it('never answers a chunk of another workspace or generation, whatever is stored and asked', async () => {
      const workspaces = [randomUUID(), randomUUID()];
      const kbIds = [randomUUID(), randomUUID()];
      // The same ids in two workspaces: an id alone opens nothing.
      const at = (workspace: number, kb: number, generation: number): GenerationAddress => ({
        workspaceId: workspaces[workspace] ?? '',
        kbId: kbIds[kb] ?? '',
        generation,
      });
      const all = [0, 1].flatMap((workspace) =>
        [0, 1].flatMap((kb) => [1, 2].map((generation) => [workspace, kb, generation] as const)),
      );
      for (const [workspace, kb, generation] of all) {
        const name = `${workspace}/${kb}/${generation}`;
        await fill(
          at(workspace, kb, generation),
          chunkOf(0, `quokka ${name}`, { degrees: 5 }),
          chunkOf(1, `quokka two ${name}`),
        );
      }
      const choice = fc.record({
        workspace: fc.nat(1),
        bases: fc.uniqueArray(fc.record({ kb: fc.nat(1), generation: fc.integer({ min: 1, max: 3 }) }), {
          minLength: 1,
          selector: ({ kb, generation }) => `${kb}/${generation}`,
        }),
        text: fc.constantFrom('quokka', 'two', 'quokka two 1'),
        degrees: fc.integer({ min: -180, max: 180 }),
        filter: fc.constantFrom<KnowledgeFilter | undefined>(undefined, {
          type: 'or',
          filters: [
            { type: 'eq', key: 'source', value: 'a.md' },
            { type: 'not', filter: { type: 'eq', key: 'x', value: 1 } },
          ],
        }),
      });
      await fc.assert(
        fc.asyncProperty(choice, async ({ workspace, bases, text, degrees, filter }) => {
          const scope = scopeOf(...bases.map(({ kb, generation }) => at(workspace, kb, generation)));
          const allowed = bases.map(({ kb, generation }) => `${workspace}/${kb}/${generation}`);
          const vectors = await store.searchVectors({ scope, embedding: pointAt(degrees), topK: 50, filter });
          const words = await store.searchText({ scope, text, topK: 50, filter });
          for (const { content } of [...vectors, ...words]) expect(allowed).toContain(content.split(' ').at(-1));
          expect(vectors.length).toBe(2 * allowed.filter((name) => !name.endsWith('3')).length);
        }),
        { numRuns: 40 },
      );
    }, 60_000);
  });
}
