import { describe, expect, it } from '@jest/globals';
import type { Embedder } from '@multilane/knowledge';
import type { EmbeddingAsker } from '../services/question-embedder.js';
import { CacheQuestionEmbedder } from './question-embedder.js';

const asker = (teamName: string, organizationId = 'o') =>
  ({ admission: { caller: { organizationId, workspaceId: undefined, teamName } } }) as unknown as EmbeddingAsker;

/** An embedder that answers when it is told to. */
function hold() {
  const texts: string[] = [];
  const waiting: (() => void)[] = [];
  const builtin: Embedder = {
    dimensions: 2,
    embed: async ([text = '']) => {
      texts.push(text);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (text.includes('fails')) throw new Error(text);
      return [new Float32Array([text.length, 0])];
    },
    close: () => Promise.resolve(),
  };
  return { embedder: new CacheQuestionEmbedder(builtin, () => undefined), texts, next: () => waiting.shift()?.() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('questions for the built-in model', () => {
  it('have turns by tenant: one that asks much waits for itself alone', async () => {
    const { embedder, next, texts } = hold();
    const all = [1, 2, 3, 4, 5, 6].map((at) => embedder.embed('builtin', `loud ${at}`, asker('loud')));
    all.push(embedder.embed('builtin', 'quiet', asker('quiet', 'p')));
    for (let at = 0; at < 7; at += 1) {
      next();
      await turn();
    }
    expect(texts.indexOf('quiet')).toBeLessThan(3);
    expect((await Promise.all(all)).map((vector) => vector?.[0])).toEqual([6, 6, 6, 6, 6, 6, 5]);
  });

  it('have no vector where too many of the tenant wait, and others are not rejected for it', async () => {
    const { embedder, next } = hold();
    const all = Array.from({ length: 40 }, () => embedder.embed('builtin', 'x', asker('loud')));
    const quiet = embedder.embed('builtin', 'quiet', asker('quiet', 'p'));
    for (let at = 0; at < 30; at += 1) {
      next();
      await turn();
    }
    const vectors = await Promise.all(all);
    expect(vectors.filter((vector) => vector === undefined).length).toBeGreaterThan(20);
    expect((await quiet)?.[0]).toBe(5);
  });

  it('have no vector where the model fails, and the next one has', async () => {
    const { embedder, next } = hold();
    const failed = embedder.embed('builtin', 'fails', asker('t'));
    const served = embedder.embed('builtin', 'ok', asker('t'));
    next();
    await turn();
    next();
    expect(await failed).toBeUndefined();
    expect((await served)?.[0]).toBe(2);
  });
});

describe('questions for a model of a provider', () => {
  it('have no vector before the process has started', async () => {
    expect(await hold().embedder.embed('model', 'x', asker('t'))).toBeUndefined();
  });
});
