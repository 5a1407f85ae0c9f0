import { describe, expect, it } from '@jest/globals';
import type { ParsedDocument } from '@multilane/knowledge';
import { cutDocument, takeBatch } from './cut-document.js';

const document: ParsedDocument = {
  mediaType: 'text/plain',
  title: 'Plan',
  metadata: {},
  blocks: Array.from({ length: 30 }, (_, at) => ({
    kind: 'paragraph',
    text: `Sentence number ${at} has seven words.`,
  })),
};
const options = {
  tokens: 20,
  overlap: 5,
  count: (text: string) => text.split(/\s+/).filter((word) => word !== '').length,
  source: 'plan.txt',
  metadata: { team: 'a', chunk_index: 'of the caller' },
};

describe('cutDocument', () => {
  it('gives the same chunks each time, numbered from 0, with the metadata of the caller below its own', async () => {
    const chunks = await cutDocument(document, options);
    expect(chunks.length).toBeGreaterThan(5);
    expect(await cutDocument(document, options)).toEqual(chunks);
    expect(chunks.map(({ stored }) => stored.index)).toEqual(chunks.map((_, at) => at));
    expect(chunks[1]?.stored.metadata).toMatchObject({ source: 'plan.txt', chunk_index: 1, team: 'a' });
    expect(chunks[1]?.embeddedText).toContain('Plan');
    expect(chunks[1]?.stored.content).not.toContain('Plan');
  });

  it('works with an overlap that is as large as a chunk', async () => {
    expect((await cutDocument(document, { ...options, overlap: 500 })).length).toBeGreaterThan(5);
  });

  it('stops when it is told to', async () => {
    const slow = { ...options, count: (text: string) => options.count(text) + Math.sqrt(text.length) * 0 };
    const signal = AbortSignal.abort(new Error('lost'));
    const many = { ...document, blocks: Array.from({ length: 3_000 }, () => document.blocks).flat() };
    await expect(cutDocument(many, { ...slow, signal })).rejects.toThrow('lost');
  });
});

describe('takeBatch', () => {
  it.each([
    [0, { texts: 3, tokens: 1_000 }, 3],
    [0, { texts: 100, tokens: 45 }, 2],
    [0, { texts: 100, tokens: 1 }, 1],
    [1_000, { texts: 3, tokens: 1_000 }, 0],
  ])('takes from %i within %j', async (start, most, size) => {
    const chunks = (await cutDocument(document, options)).map((chunk) => ({ ...chunk, tokens: 20 }));
    expect(takeBatch(chunks, start, most)).toHaveLength(size);
  });
});
