import { describe, expect, test } from '@jest/globals';
import { ProviderFailure } from '@multilane/providers';
import { describeFailure } from './describe-failure.js';
import type { CallFacts, ModelCall } from './model-call.js';

const FAILURE = new ProviderFailure('provider_error', { status: 401, detail: 'bad key sk-0123456789abcdef' });
const KEY = 'sk-0123456789abcdef';

const PLAN = {
  adapter: { kind: 'openai' },
  model: { logicalName: 'gpt' },
  target: { providerName: 'eu', provider: { kind: 'openai', upstreamModel: 'gpt-2026' } },
};

const call = (facts: Partial<CallFacts>, planned: object | undefined = PLAN) =>
  ({ credentials: ['sk-of-the-first-try', KEY], facts: { requestId: 'r', ...facts }, planned }) as unknown as ModelCall;

const caller = (members: object) => ({ caller: { keyName: 'ci', teamName: 'research', ...members } }) as never;
const snapshot = { ownTeams: new Map(), teams: new Map() } as never;

describe('describeFailure', () => {
  test('names provider, model, the last credential by its hint, team and key, and no secret', () => {
    const asker = caller({ credentialId: 'key-1', credentialType: 'api_key' });
    const described = describeFailure(call({ ...(asker as object), snapshot }), FAILURE);
    expect(described).toEqual({
      request_id: 'r',
      provider: 'eu',
      provider_kind: 'openai',
      model: 'gpt',
      upstream_model: 'gpt-2026',
      credential: '…cdef',
      team: 'research',
      key_id: 'key-1',
      code: 'provider_error',
      provider_status: 401,
      detail: 'bad key [secret]',
    });
    expect(JSON.stringify(described)).not.toContain(KEY);
  });

  test.each([
    ['a key of gateway.yaml by its name', { credentialType: 'api_key' }, 'ci'],
    ['nobody by an address or subject', { credentialType: 'session', keyName: 'ana@example.com' }, null],
  ])('names %s', (_case, members, keyId) => {
    expect(describeFailure(call({ ...(caller(members) as object), snapshot }), FAILURE)).toMatchObject({
      key_id: keyId,
    });
  });

  test('leaves out what is not known: the asker of a call of our own, the plan of a request without one', () => {
    const described = describeFailure(call({}, undefined as never), FAILURE);
    expect(Object.keys(described)).not.toContain('team');
    const unplanned = { credentials: [], facts: { requestId: 'r' }, planned: undefined } as unknown as ModelCall;
    expect(describeFailure(unplanned, FAILURE)).toMatchObject({ credential: null, code: 'provider_error' });
  });
});
