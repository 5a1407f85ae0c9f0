import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import { chooseModels } from './choose-models.js';
import type { ProviderModels } from './providers/provider-models.js';

const provider = (kind: ProviderKind, ...models: string[]): ProviderModels => ({
  kind,
  source: 'asked',
  models,
  total: models.length,
});

const namesOf = (providers: ProviderModels[], simulator = false): string[] =>
  chooseModels(providers, simulator).map(({ name }) => name);

describe('the models to offer', () => {
  it.each([
    ['their own names', [provider('openai', 'gpt-4o'), provider('groq', 'llama')], ['gpt-4o', 'llama']],
    [
      'kind/name for a name that two providers have',
      [provider('together', 'gpt-oss', 'kimi'), provider('groq', 'gpt-oss')],
      ['together/gpt-oss', 'kimi', 'groq/gpt-oss'],
    ],
    [
      'one entry where a prefixed name exists',
      [provider('openai', 'm', 'n'), provider('groq', 'm', 'openai/m')],
      ['openai/m', 'n', 'groq/m'],
    ],
    [
      'no name that would reach into the environment',
      [provider('ollama', `\${OPENAI_API_KEY}`, `x\${`, `$\${A:-b}`, '$5')],
      ['$5'],
    ],
    ['no name that gateway.yaml refuses', [provider('ollama', '', ' a', 'b\n', 'c'.repeat(513), 'd')], ['d']],
  ])('go by %s', (_, providers, expected) => {
    expect(namesOf(providers)).toEqual(expected);
  });

  it('keep the name that the provider knows', () => {
    expect(chooseModels([provider('together', 'a'), provider('groq', 'a')], false)).toEqual([
      { name: 'together/a', kind: 'together', upstreamModel: 'a' },
      { name: 'groq/a', kind: 'groq', upstreamModel: 'a' },
    ]);
  });
});

describe('models of sound', () => {
  const sound = { speech: 'aura-2', transcription: 'nova-3' };

  it('come after those that chat, with their types', () => {
    const deepgram: ProviderModels = { ...provider('deepgram'), source: 'documented', sound };
    expect(chooseModels([deepgram, provider('openai', 'nova-3')], false)).toEqual([
      { name: 'nova-3', kind: 'openai', upstreamModel: 'nova-3' },
      { name: 'aura-2', kind: 'deepgram', upstreamModel: 'aura-2', type: 'speech' },
      { name: 'deepgram/nova-3', kind: 'deepgram', upstreamModel: 'nova-3', type: 'transcription' },
    ]);
    // Nothing else chats.
    expect(namesOf([deepgram])).toEqual(['simulator', 'aura-2', 'nova-3']);
  });
});

describe('the simulator', () => {
  it('is offered when there is nothing else', () => {
    expect(chooseModels([], false)).toEqual([{ name: 'simulator', kind: 'simulator', upstreamModel: 'simulator' }]);
  });

  it('is offered when no provider that was found has models', () => {
    expect(namesOf([provider('openai'), provider('ollama')])).toEqual(['simulator']);
  });

  it('is never chosen beside another model, unless it was asked for', () => {
    expect(namesOf([provider('openai', 'gpt-4o')])).toEqual(['gpt-4o']);
    expect(namesOf([provider('openai', 'gpt-4o')], true)).toEqual(['gpt-4o', 'simulator']);
  });

  it('keeps its name for itself', () => {
    expect(namesOf([provider('ollama', 'simulator')], true)).toEqual(['ollama/simulator', 'simulator']);
  });
});
