import { describe, expect, it } from '@jest/globals';
import { MemoryAnswers } from './memory-answers.js';
import type { StoredAnswer } from './stored-answer.js';

function answer(bytes = 10): StoredAnswer {
  return { form: 'whole', kind: 'openai', model: 'm', idSeed: 's', created: 1, body: Buffer.alloc(bytes) };
}

function open(options: { maxEntries?: number; maxBytes?: number } = {}) {
  const clock = { now: 0 };
  return { clock, answers: new MemoryAnswers({ maxEntries: 3, maxBytes: 1e6, now: () => clock.now, ...options }) };
}

describe('answers cached in this process', () => {
  it('are found until their time is over', () => {
    const { clock, answers } = open();
    answers.store('o', 'k', answer(), 60);
    clock.now = 59_999;
    expect(answers.find('o', 'k')).toEqual(answer());
    clock.now = 60_000;
    expect(answers.find('o', 'k')).toBeUndefined();
    expect(answers.size.entries).toBe(0);
  });

  it('are no more than cache.max_entries: the least recently used gives way', () => {
    const { answers } = open();
    for (const key of ['a', 'b', 'c']) answers.store('o', key, answer(), 60);
    answers.find('o', 'a');
    answers.store('o', 'd', answer(), 60);
    expect(['a', 'b', 'c', 'd'].map((key) => answers.find('o', key) !== undefined)).toEqual([true, false, true, true]);
  });

  it('take no more than cache.max_memory_mb', () => {
    const { answers } = open({ maxEntries: 1000, maxBytes: 10_000 });
    for (let n = 0; n < 1000; n++) {
      answers.store('o', String(n), answer(n * 7), 60);
      expect(answers.size.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(answers.size.entries).toBeGreaterThan(0);
    answers.store('o', 'huge', answer(10_001), 60);
    expect(answers.find('o', 'huge')).toBeUndefined();
  });

  it('are replaced by newer ones, and are gone once it is closed', async () => {
    const { answers } = open();
    answers.store('o', 'k', answer(1), 60);
    answers.store('o', 'k', answer(2), 60);
    expect(answers.find('o', 'k')?.body.length).toBe(2);
    await answers.close();
    expect(answers.find('o', 'k')).toBeUndefined();
  });
});
