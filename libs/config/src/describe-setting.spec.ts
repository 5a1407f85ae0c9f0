import { describe, expect, it } from '@jest/globals';
import { ALL_MANIFESTS } from '@multilane/providers/manifests';
import { describeSetting } from './describe-setting.js';
import { PROVIDER_SECRETS, providerSchema } from './schema/providers.js';

describe('settings of provider kinds', () => {
  it.each([
    ['api_version', 'azure-openai: version of its API.'],
    [
      'region',
      'bedrock (required): region of the endpoint. Default in gateway.yaml: that of AWS_REGION or AWS_DEFAULT_REGION.',
    ],
    [
      'cold_start',
      /^openai-compatible, ollama, vllm, sglang, llama-cpp, lm-studio: .* Default: true for ollama, vllm, llama-cpp, and lm-studio, false for openai-compatible and sglang\.$/,
    ],
  ])('describes %s by the kinds that have it', (name, expected) => {
    expect(describeSetting(name)).toMatch(expected);
  });

  it('refuses to describe what no kind has', () => {
    expect(() => describeSetting('regoin')).toThrow('no kind of provider has a setting regoin');
  });

  it.each(
    ALL_MANIFESTS.flatMap(({ kind, settings }) => settings.map((setting) => [kind, setting.name, setting] as const)),
  )('has a key in the schema for %s: %s, and a secret is one in both', (_kind, name, { secret = false }) => {
    const known = Object.keys(providerSchema.def.in.def.shape);
    expect(known).toContain(name);
    expect([name, PROVIDER_SECRETS.includes(name)]).toEqual([name, secret]);
  });
});
