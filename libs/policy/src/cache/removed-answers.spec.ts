import { describe, expect, it } from '@jest/globals';
import { MemoryAnswers } from './memory-answers.js';
import { PlacedPolicies } from './placed-policies.js';
import { AnswersWithoutRemoved, joinRemoved, type RemovedAnswers } from './removed-answers.js';
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
const removed = (requests: readonly string[], until?: number): RemovedAnswers => ({
  requests: [new Set(requests)],
  until,
});

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
    const until = (...times: (number | undefined)[]) =>
      times.map((time) => removed([], time)).reduce(joinRemoved).until;
    expect([until(5, 7), until(7, undefined), until(undefined, 3)]).toEqual([7, 7, 3]);
    const both = joinRemoved(removed(['a']), removed(['b']));
    const found = ['a', 'b', 'c'].map((id) =>
      new AnswersWithoutRemoved(
        { find: () => answer(id, 9), store: () => undefined, close: () => Promise.resolve() },
        both,
      ).find('o', 'k'),
    );
    expect(found.map((each) => each !== undefined)).toEqual([false, false, true]);
  });

  it('lie in memory once, however many teams and models policies name', () => {
    const ids = new Set(Array.from({ length: 1_000 }, (_, at) => `request-${at}`));
    const policies = new PlacedPolicies(joinRemoved);
    const models = Array.from({ length: 50 }, (_, at) => `model-${at}`);
    const place = { organizationId: 'o', workspaceId: undefined, teams: ['a', 'b'], models };
    for (let at = 0; at < 10; at += 1) policies.put(place, { requests: [ids], until: undefined });
    const caller = { organizationId: 'o', workspaceId: undefined, teamName: 'a' };
    for (const model of models) {
      expect(policies.find(caller, [model])?.requests.every((each) => each === ids)).toBe(true);
    }
  });
});
