import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../parse-config.js';
import { findProvider } from './find-provider.js';

const { config } = parseConfig(
  'providers: [{ name: one, kind: groq }, { name: groq, kind: xai }, { name: two, kind: xai }, { name: mine, kind: mistral }]',
  {
    env: {},
  },
);

describe('findProvider', () => {
  it.each([
    ['the entry of that name', 'two', 'two'],
    ['the entry of that name before one of that kind', 'groq', 'groq'],
    ['the only entry of that kind', 'mistral', 'mine'],
  ])('finds %s', (_rule, provider, expected) => {
    expect(findProvider(config, provider).name).toBe(expected);
  });

  it('makes a default entry, without a credential, for a kind that has none', () => {
    expect(findProvider(config, 'ollama')).toMatchObject({
      name: 'ollama',
      kind: 'ollama',
      headers: {},
      timeouts: { connect_ms: 5_000, cold_start_ms: 60_000 },
      cold_start: true,
    });
    expect(findProvider(config, 'openai').api_key).toBeUndefined();
  });
});
