import { describe, expect, it } from '@jest/globals';
import { MemoryAnswers } from './memory-answers.js';
import type { StoredAnswer } from './stored-answer.js';

function answer(bytes = 10): StoredAnswer {
  return { form: 'whole', kind: 'openai', model: 'm', idSeed: 's', created: 1, body: Buffer.alloc(bytes) };
}

function open(options: { maxEntries?: number; maxBytes?: number } = {}) {
  const clock = { now: 0 };
  return { clock, kept: new MemoryAnswers({ maxEntries: 3, maxBytes: 1e6, now: () => clock.now, ...options }) };
}

describe('answers kept in this process', () => {
  it('are found until their time is over', () => {
    const { clock, kept } = open();
    kept.store('o', 'k', answer(), 60);
    clock.now = 59_999;
    expect(kept.find('o', 'k')).toEqual(answer());
    clock.now = 60_000;
    expect(kept.find('o', 'k')).toBeUndefined();
    expect(kept.size.entries).toBe(0);
  });

  it('are no more than cache.max_entries: the least recently used gives way', () => {
    const { kept } = open();
    for (const key of ['a', 'b', 'c']) kept.store('o', key, answer(), 60);
    kept.find('o', 'a');
    kept.store('o', 'd', answer(), 60);
    expect(['a', 'b', 'c', 'd'].map((key) => kept.find('o', key) !== undefined)).toEqual([true, false, true, true]);
  });

  it('take no more than cache.max_memory_mb', () => {
    const { kept } = open({ maxEntries: 1000, maxBytes: 10_000 });
    for (let n = 0; n < 1000; n++) {
      kept.store('o', String(n), answer(n * 7), 60);
      expect(kept.size.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(kept.size.entries).toBeGreaterThan(0);
    kept.store('o', 'huge', answer(10_001), 60);
    expect(kept.find('o', 'huge')).toBeUndefined();
  });

  it('are replaced by newer ones, and are gone once it is closed', async () => {
    const { kept } = open();
    kept.store('o', 'k', answer(1), 60);
    kept.store('o', 'k', answer(2), 60);
    expect(kept.find('o', 'k')?.body.length).toBe(2);
    await kept.close();
    expect(kept.find('o', 'k')).toBeUndefined();
  });
});
