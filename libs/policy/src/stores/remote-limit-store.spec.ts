import { describe, expect, it } from '@jest/globals';
import type { Ceiling } from '../limits/ceiling.js';
import { MemoryLimitStore } from './memory-limit-store.js';
import { answerLimitQuestions, type LimitAnswer, type LimitQuestion, RemoteLimitStore } from './remote-limit-store.js';

const requests: Ceiling = { scope: 'team', unit: 'requests', windowSeconds: 60, limit: 5, counter: 'team:requests' };
const tokens: Ceiling = { scope: 'team', unit: 'tokens', windowSeconds: 60, limit: 1_000, counter: 'team:tokens' };

/** Two workers and the process that counts for both, with messages as they cross a process boundary. */
function openWorkers(): { workers: [RemoteLimitStore, RemoteLimitStore]; messages: LimitQuestion[][] } {
  const store = new MemoryLimitStore();
  const messages: LimitQuestion[][] = [];
  const ask = async (questions: readonly LimitQuestion[]): Promise<LimitAnswer[]> => {
    const received = JSON.parse(JSON.stringify(questions)) as LimitQuestion[];
    messages.push(received);
    return JSON.parse(JSON.stringify(answerLimitQuestions(store, received, 1_000))) as LimitAnswer[];
  };
  return { workers: [new RemoteLimitStore({ ask }), new RemoteLimitStore({ ask })], messages };
}

describe('RemoteLimitStore', () => {
  it('admits exactly the limit over two workers', async () => {
    const { workers } = openWorkers();
    const lists = [[requests], [requests]] as const;
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const worker = index % 2 === 0 ? 0 : 1;
        return workers[worker].admit(lists[worker], undefined);
      }),
    );
    expect(verdicts.filter((verdict) => verdict === undefined)).toHaveLength(5);
    expect(new Set(verdicts.filter((verdict) => verdict !== undefined))).toEqual(new Set([requests]));
  });

  it('rejects with the very limit that was asked about, the outermost first', async () => {
    const { workers } = openWorkers();
    const narrow: Ceiling = { ...requests, scope: 'user', limit: 1, counter: 'user:requests' };
    const ceilings = [requests, narrow];
    expect(await workers[0].admit(ceilings, undefined)).toBeUndefined();
    expect(await workers[1].admit(ceilings, undefined)).toBe(narrow);
  });

  it('sends what one turn of the event loop asks as one message', async () => {
    const { workers, messages } = openWorkers();
    const list = [requests];
    await Promise.all([workers[0].admit(list, undefined), workers[0].admit(list, undefined)]);
    expect(messages).toEqual([[{ ceilings: [requests], amount: 0, admissions: [null, null] }]]);
  });

  it('charges what is settled before it admits', async () => {
    const { workers } = openWorkers();
    const list = [tokens];
    const demand = { charge: 10, atLeast: 10, atMost: 10 };
    expect(await workers[0].admit(list, demand)).toBeUndefined();
    workers[0].settle(list, 990);
    expect(await workers[0].admit(list, demand)).toBe(tokens);
    workers[1].settle(list, -500);
    await workers[1].flush();
    expect(await workers[1].admit(list, demand)).toBeUndefined();
  });

  it('says that the bounds of a prompt do not decide', async () => {
    const { workers } = openWorkers();
    expect(await workers[0].admit([tokens], { charge: 10, atLeast: 10, atMost: 5_000 })).toBe('uncertain');
  });

  it('counts by itself, and says so, while the other process does not answer', async () => {
    let misses = 0;
    const store = new RemoteLimitStore({
      ask: () => Promise.reject(new Error('gone')),
      onMiss: () => {
        misses += 1;
      },
    });
    const list = [requests];
    const verdicts = await Promise.all(Array.from({ length: 7 }, () => store.admit(list, undefined)));
    expect(verdicts.filter((verdict) => verdict === undefined)).toHaveLength(5);
    expect(misses).toBe(7);
  });
});
