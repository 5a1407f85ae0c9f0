import { describe, expect, it } from '@jest/globals';
import { chooseModels } from '../choose-models.js';
import type { ProviderModels } from '../providers/provider-models.js';
import { describeProviders, type Findings } from './describe-providers.js';

const openai: ProviderModels = {
  kind: 'openai',
  variable: 'OPENAI_API_KEY',
  source: 'asked',
  models: ['gpt-4o', 'gpt-4.1'],
  total: 2,
};
const ollama: ProviderModels = {
  kind: 'ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  source: 'asked',
  models: ['llama3.2:1b'],
  total: 1,
};

const describeAll = (providers: ProviderModels[], rest: Partial<Findings> = {}): string[] =>
  describeProviders({
    providers,
    notOffered: [],
    models: chooseModels(providers, false),
    environment: {},
    ...rest,
  });

describe('the text about the providers', () => {
  it('names what a speech provider is offered for', () => {
    const found = {
      kind: 'deepgram',
      variable: 'DEEPGRAM_API_KEY',
      source: 'documented',
      models: [],
      total: 0,
    } as const;
    const sound = { speech: 'aura-2', transcription: 'nova-3' };
    expect(describeAll([openai, { ...found, sound }])).toContain(
      'deepgram: speech and transcription with the key in DEEPGRAM_API_KEY, by the models of its documents.',
    );
  });

  it.each([
    ['asked', openai, 'openai: 2 models, as it lists them for OPENAI_API_KEY.'],
    [
      'cut off',
      { ...openai, total: 90 },
      'openai: 2 models, as it lists them for OPENAI_API_KEY (of 90; name others in a gateway.yaml).',
    ],
    [
      'a guess',
      { ...openai, source: 'documented', problem: 'it took longer than 2 s' } as const,
      'openai: 2 models from its documents. A guess, because it could not be asked: it took longer than 2 s.',
    ],
    ['a local Ollama', ollama, 'ollama: 1 model, as the running Ollama lists them.'],
  ])('%s', (_, provider, line) => {
    expect(describeAll([provider])).toEqual([line]);
  });

  it('says that a key was rejected, and that only the simulator is left', () => {
    expect(describeAll([{ ...openai, source: 'refused', models: [], total: 0 }])).toEqual([
      'openai: refused the key in OPENAI_API_KEY, so its models are left out.',
      'No provider can be used, so there is one model only: the simulator. It is built in and needs no key and no network. It is no language model: its answers are made up here.',
    ]);
  });

  it('says that the models of a kind are not offered', () => {
    const notOffered = [{ kind: 'perplexity', variable: 'PERPLEXITY_API_KEY' }] as const;
    expect(describeAll([openai], { notOffered })).toContain(
      'perplexity: PERPLEXITY_API_KEY was found; its models are not offered by this version.',
    );
  });

  it('says what an Ollama without models needs', () => {
    expect(describeAll([{ ...ollama, models: [], total: 0 }])[0]).toContain('ollama pull <model>');
  });

  it('says that OLLAMA_HOST leads nowhere, when it was set', () => {
    const line = 'ollama: OLLAMA_HOST is set, but no Ollama answers there.';
    expect(describeAll([openai], { environment: { OLLAMA_HOST: '127.0.0.1:1' } })).toContain(line);
    expect(describeAll([openai])).not.toContain(line);
    expect(describeAll([ollama], { environment: { OLLAMA_HOST: '127.0.0.1' } })).not.toContain(line);
  });

  it('names the simulator for what it is when it was asked for', () => {
    expect(describeAll([openai], { models: chooseModels([openai], true) }).at(-1)).toMatch(
      /^simulator: is built in .* It is no language model/,
    );
  });
});
