import { describe, expect, it } from '@jest/globals';
import { MemoryAnswers } from './memory-answers.js';
import { AnswersWithoutRemoved, joinRemoved } from './removed-answers.js';
import type { StoredAnswer } from './stored-answer.js';

const answer = (requestId: string | undefined, created: number): StoredAnswer => ({
  form: 'whole',
  kind: 'openai',
  model: 'm',
  idSeed: 's',
  created,
  requestId,
  body: Buffer.from('{}'),
});
const removed = (requests: readonly string[], until?: number) => ({ requests: new Set(requests), until });

describe('removed answers', () => {
  it.each([
    ['named by their request', removed(['r']), answer('r', 9), false],
    ['of another request', removed(['q']), answer('r', 9), true],
    ['of no known request', removed(['r']), answer(undefined, 9), true],
    ['up to a time', removed([], 9_500), answer('r', 9), false],
    ['after that time', removed([], 8_999), answer('r', 9), true],
  ])('%s', async (_what, rules, stored, isFound) => {
    const memory = new MemoryAnswers({ maxEntries: 1, maxBytes: 10_000, now: () => 0 });
    const answers = new AnswersWithoutRemoved(memory, rules);
    answers.store('o', 'k', stored, 60);
    expect(answers.find('o', 'k')).toBe(isFound ? stored : undefined);
    const slow = { find: () => Promise.resolve(stored), store: () => undefined, close: () => Promise.resolve() };
    expect(await new AnswersWithoutRemoved(slow, rules).find('o', 'k')).toBe(isFound ? stored : undefined);
    await answers.close();
    expect(memory.size.entries).toBe(0);
  });

  it('of two policies are removed by each', () => {
    expect(joinRemoved(removed(['a'], 5), removed(['b'], 7))).toEqual(removed(['a', 'b'], 7));
    expect(joinRemoved(removed(['a'], 7), removed(['b']))).toEqual(removed(['a', 'b'], 7));
    expect(joinRemoved(removed([]), removed([], 3))).toEqual(removed([], 3));
  });
});
