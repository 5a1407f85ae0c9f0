import { describe, expect, it } from '@jest/globals';
import { PROVIDER_SECRETS } from '../schema/providers.js';
import { findProvider } from './find-provider.js';
import {
  parseCachePolicyEntry,
  parseGuardrailEntry,
  parseModelEntry,
  parsePiiPolicy,
  parseProviderEntry,
  parseRoutingConfigEntry,
  parseVirtualModelEntry,
} from './read-entries.js';

describe('entries that people write are held to the rules of gateway.yaml', () => {
  it('a provider has the fields and defaults of an entry of the file', () => {
    const { entry } = parseProviderEntry({ name: 'openai', kind: 'openai', timeouts: { connect_ms: 7 } });
    const fromFile = findProvider({ providers: [] }, 'openai');
    expect(entry).toEqual({ ...fromFile, timeouts: { ...fromFile.timeouts, connect_ms: 7 } });
  });

  it.each([
    ['a kind without its address', { kind: 'vllm' }, 'base_url', 'is required for kind vllm'],
    ['a field of another kind', { kind: 'openai', region: 'eu-central-1' }, 'region', 'belongs to kind bedrock'],
    [
      'two credentials in place of one',
      { kind: 'openai', api_key: 'a', api_keys: ['b'] },
      'api_keys',
      'takes the place',
    ],
    [
      'half an access key',
      { kind: 'bedrock', region: 'r', access_key_id: 'a' },
      'access_key_id',
      'needs secret_access_key',
    ],
    ['an address that is none', { kind: 'openai', base_url: 'ftp://private' }, 'base_url', 'must be an http'],
    ['a header that is none', { kind: 'openai', headers: { 'a b': '1' } }, 'headers["a b"]', 'is not the name'],
    ['a time limit of nothing', { kind: 'openai', timeouts: { total_ms: 0 } }, 'timeouts.total_ms', 'at least 1'],
    [
      'a time limit that nobody knows',
      { kind: 'openai', timeouts: { total: 1 } },
      'timeouts.total',
      'did you mean total_ms',
    ],
    [
      'a key of no kind',
      { kind: 'vertex', project: 'p', location: 'l', api_key: 'private' },
      'api_key',
      'is not for kind vertex',
    ],
  ])('rejects %s, and quotes nothing of it', (_what, fields, path, words) => {
    const { problems } = parseProviderEntry({ name: 'mine', ...fields });
    expect(problems).toEqual([{ path, message: expect.stringContaining(words) }]);
    expect(JSON.stringify(problems)).not.toContain('private');
  });

  it('a cache policy has the fields of one of the file', () => {
    expect(parseCachePolicyEntry({ name: 'p', models: ['m'] }).entry).toEqual({ name: 'p', models: ['m'] });
    expect(parseCachePolicyEntry({ name: 'p', ttl_seconds: 0.5 }).problems).toEqual([
      { path: 'ttl_seconds', message: expect.stringContaining('whole number') },
    ]);
  });

  it('a guardrail, a routing config and a policy of personal data do too', () => {
    const guardrail = { name: 'g', kind: 'max_tokens', config: { limit: 9 } };
    expect(parseGuardrailEntry(guardrail).entry).toEqual({ ...guardrail, phase: 'before', mode: 'enforce' });
    expect(parseGuardrailEntry({ ...guardrail, config: { limit: 0 } }).problems).toEqual([
      { path: 'config.limit', message: 'must be at least 1' },
    ]);
    expect(parsePiiPolicy({ input: 'redact' }).entry).toMatchObject({ input: 'redact', output: 'off', restore: false });
    expect(parseRoutingConfigEntry({ name: 'r' }).entry).toMatchObject({ targets: [], strategy: 'failover' });
    expect(parseRoutingConfigEntry({ name: 'r', targets: [{ model: 'm', weight: 0 }] }).problems).toEqual([
      { path: 'targets', message: 'must hold a target whose weight is greater than 0' },
    ]);
  });

  it('knows which fields hold secrets from the schema itself', () => {
    expect([...PROVIDER_SECRETS].sort()).toEqual([
      'access_key_id',
      'access_token',
      'api_key',
      'api_keys',
      'credentials_json',
      'secret_access_key',
      'session_token',
    ]);
  });

  it('a variable of the environment is text, not its value', () => {
    expect(parseProviderEntry({ name: `\${HOME}`, kind: 'openai' }).entry?.name).toBe(`\${HOME}`);
  });

  it('a model has the defaults of the file', () => {
    const { entry } = parseModelEntry({ logical_name: 'a', provider: 'p', upstream_model: 'u', prices: {} });
    expect(entry).toMatchObject({ type: 'chat', aliases: [], prices: { input_per_million: 0, output_per_million: 0 } });
  });

  it.each([
    ['no targets', { targets: [] }, 'targets'],
    ['weights that leave nothing to choose', { targets: [{ model: 'a', weight: 0 }] }, 'targets'],
    ['a strategy that nobody knows', { targets: [{ model: 'a' }], strategy: 'luck' }, 'strategy'],
    ['a member of a target that nobody knows', { targets: [{ model: 'a', wieght: 1 }] }, 'targets[0].wieght'],
    ['a status that is no failure', { targets: [{ model: 'a' }], retry: { on: [200] } }, 'retry.on[0]'],
  ])('a virtual model is rejected with %s', (_what, fields, path) => {
    expect(parseVirtualModelEntry({ name: 'v', ...fields }).problems?.[0].path).toBe(path);
  });
});
