import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type ProviderEntry, parseConfig } from '@multilane/config';
import { CredentialSources } from './credential-sources.js';

afterEach(() => void jest.restoreAllMocks());

/** The entries of providers, and the network, of one configuration. */
function read(...entries: object[]) {
  const providers = entries.map((entry, index) => ({ name: `p${index}`, ...entry }));
  return parseConfig(JSON.stringify({ providers }), { env: {} }).config;
}

const OPENAI = { kind: 'openai', api_keys: ['a', 'b'] };

/** Puts a configuration in effect as a reload does, and gives the source of its first provider. */
function reload(sources: CredentialSources, { providers, network }: ReturnType<typeof read>) {
  const [chosen] = providers.map((provider: ProviderEntry) => sources.choose(provider, network, true));
  sources.putInForce();
  if (chosen === undefined) throw new Error('no provider');
  return chosen;
}

describe('the sources of credentials in use', () => {
  it('are one for all models of a provider, so that they take its keys in turn together', () => {
    const sources = new CredentialSources(() => undefined);
    const { providers, network } = read(OPENAI);
    const [provider] = providers;
    if (provider === undefined) throw new Error('no provider');
    const [one, two] = [sources.choose(provider, network, true), sources.choose(provider, network, true)];
    expect(two).toBe(one);
    expect([one.current(), two.current()]).toEqual(['a', 'b']);
  });

  it('outlive a reload that leaves their provider alone', () => {
    const sources = new CredentialSources(() => undefined);
    const before = reload(sources, read(OPENAI));
    expect(reload(sources, read({ ...OPENAI, timeouts: { total_ms: 5 } }))).toBe(before);
  });

  it.each([
    ['the credential', { kind: 'openai', api_keys: ['a', 'c'] }],
    ['the kind', { ...OPENAI, kind: 'groq' }],
  ])('are made again and the old ones stopped when a reload changes %s', (_, changed) => {
    const sources = new CredentialSources(() => undefined);
    const before = reload(sources, read(OPENAI));
    const stop = jest.spyOn(before, 'stop');
    expect(reload(sources, read(changed))).not.toBe(before);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('are warmed when they are put in effect', () => {
    const sources = new CredentialSources(() => undefined);
    const { providers, network } = read(OPENAI);
    const [source] = providers.map((provider) => sources.choose(provider, network, true));
    if (source === undefined) throw new Error('no provider');
    const warm = jest.spyOn(source, 'warm');
    sources.putInForce();
    expect(warm).toHaveBeenCalledTimes(1);
  });

  it('are stopped when the gateway closes', () => {
    const sources = new CredentialSources(() => undefined);
    const stop = jest.spyOn(reload(sources, read(OPENAI)), 'stop');
    sources.close();
    expect(stop).toHaveBeenCalledTimes(1);
  });
});

describe('docs/contract/egress.md#ambient-credentials: ambient cloud credentials work from gateway.yaml only', () => {
  it.each([
    ['bedrock', { kind: 'bedrock', region: 'eu-central-1' }],
    ['vertex', { kind: 'vertex', project: 'p', location: 'global' }],
    [
      'vertex with a file that leads to other files',
      { kind: 'vertex', project: 'p', location: 'global', credentials_json: '{"type":"external_account"}' },
    ],
  ])('%s of people’s naming is rejected at every request, reported once, and delays no snapshot', async (_, entry) => {
    const onFailure = jest.fn();
    const sources = new CredentialSources(onFailure);
    const { providers, network } = read(entry);
    const [provider] = providers;
    if (provider === undefined) throw new Error('no provider');
    for (const _reload of [1, 2]) {
      const source = sources.choose(provider, network, false);
      sources.putInForce();
      await expect(source.current()).rejects.toMatchObject({
        code: 'provider_error',
        retryable: false,
        publicMessage: expect.stringMatching(/^The provider cannot be used: its (access_key_id|credentials_json) /),
      });
    }
    expect(onFailure).toHaveBeenCalledTimes(1);
    sources.close();
  });

  it('a source that the operator’s provider may use is not handed to one of other people’s', async () => {
    const sources = new CredentialSources(() => undefined);
    const { providers, network } = read({ kind: 'bedrock', region: 'eu-central-1' });
    const [provider] = providers;
    if (provider === undefined) throw new Error('no provider');
    expect(sources.choose(provider, network, true)).not.toBe(sources.choose(provider, network, false));
    sources.close();
  });

  it('keys of its own are used', () => {
    const { providers, network } = read({ kind: 'bedrock', region: 'eu-central-1', api_key: 'k' });
    const [source] = providers.map((provider) =>
      new CredentialSources(() => undefined).choose(provider, network, false),
    );
    expect(source?.current()).toBe('k');
  });
});
