import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, type GatewaySections, jsonReply, TEST_KEYS } from '@multilane/testing';
import { readRefusal } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const URGENT_KEY = 'ml-test-declared-quota-urgent-1';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair((upstreamUrl): GatewaySections => {
    const base_url = `${upstreamUrl}/v1`;
    return {
      providers: [
        { name: 'turns', kind: 'openai', api_keys: ['sk-turn-a', 'sk-turn-b'], base_url, quota: { rpm: 2 } },
        { name: 'narrow', kind: 'openai', api_key: 'sk-narrow', base_url, quota: { rpm: 2 } },
        { name: 'wide', kind: 'openai', api_key: 'sk-wide', base_url },
        { name: 'short', kind: 'openai', api_key: 'sk-short', base_url, quota: { tpm: 60 } },
        {
          name: 'kept',
          kind: 'openai',
          api_key: 'sk-kept',
          base_url,
          quota: { rpm: 4, reserve: { priority: 'critical', percent: 50 } },
        },
      ],
      models: ['turns', 'narrow', 'wide', 'short', 'kept'].map((name) => ({
        logical_name: name,
        provider: name,
        upstream_model: name,
      })),
      virtual_models: [
        { name: 'either', targets: [{ model: 'narrow' }, { model: 'wide' }], retry: { attempts: 0, on: [503] } },
      ],
      teams: [
        {
          name: 'research',
          api_keys: [
            { name: 'ci', key: TEST_KEYS.research },
            { name: 'urgent', key: URGENT_KEY, max_priority: 'critical' },
          ],
        },
      ],
    };
  });
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(completion()));
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const keysUsed = (): unknown[] => pair.upstream.requests.map(({ headers }) => headers.authorization);

async function askTimes(count: number, model: string, call = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let request = 0; request < count; request++) statuses.push((await pair.chat({ model }, call)).status);
  return statuses;
}

describe('docs/contract/routing.md#declared-quotas: declared quotas', () => {
  it('steer to other credentials, and reject with their scope once all are spent', async () => {
    expect(await askTimes(5, 'turns')).toEqual([200, 200, 200, 200, 429]);
    expect(keysUsed().toSorted()).toEqual([...Array(2).fill('Bearer sk-turn-a'), ...Array(2).fill('Bearer sk-turn-b')]);
    const refused = await pair.chat({ model: 'turns' });
    expect(readRefusal(refused)).toMatchObject({ status: 429, code: 'rpm_exceeded' });
    expect([(refused.json() as { error: object }).error, refused.headers['retry-after']]).toMatchObject([
      { scope: 'provider' },
      '5',
    ]);
  });

  it('steer to other targets whatever is retried, and leave the target in no cool-down', async () => {
    expect(await askTimes(12, 'either')).toEqual(Array(12).fill(200));
    expect(keysUsed().filter((key) => key === 'Bearer sk-narrow')).toHaveLength(2);
    expect(keysUsed().filter((key) => key === 'Bearer sk-wide')).toHaveLength(10);
    // Calls that were not sent are none.
    const answer = await pair.chat({ model: 'either' });
    expect([answer.headers['x-service-model'], answer.headers['x-service-attempts']]).toEqual(['wide', '1']);
  });

  it('of tokens count prompts and answers', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 50, total_tokens: 60 };
    pair.upstream.setDefault(jsonReply(completion({}, usage)));
    expect(await askTimes(2, 'short')).toEqual([200, 429]);
    expect(pair.upstream.requests).toHaveLength(1);
    expect(readRefusal(await pair.chat({ model: 'short' }))).toMatchObject({ code: 'tpm_exceeded' });
  });

  it('keep a share for a priority', async () => {
    expect(await askTimes(3, 'kept')).toEqual([200, 200, 429]);
    const urgent = { key: URGENT_KEY, headers: { 'x-service-priority': 'critical' } };
    expect(await askTimes(3, 'kept', urgent)).toEqual([200, 200, 429]);
  });
});
