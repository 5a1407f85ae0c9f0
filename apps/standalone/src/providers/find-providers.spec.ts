import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT_VARIABLES } from '@multilane/config';
import { findProviders } from './find-providers.js';

describe('finding providers by their keys', () => {
  it.each([
    ['openai', 'OPENAI_API_KEY'],
    ['groq', 'GROQ_API_KEY'],
    ['mistral', 'MISTRAL_API_KEY'],
    ['together', 'TOGETHER_API_KEY'],
    ['fireworks', 'FIREWORKS_API_KEY'],
    ['deepseek', 'DEEPSEEK_API_KEY'],
    ['xai', 'XAI_API_KEY'],
    ['openrouter', 'OPENROUTER_API_KEY'],
    ['cerebras', 'CEREBRAS_API_KEY'],
    ['nvidia', 'NVIDIA_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['gemini', 'GEMINI_API_KEY'],
    ['cohere', 'COHERE_API_KEY'],
    ['elevenlabs', 'ELEVENLABS_API_KEY'],
    ['deepgram', 'DEEPGRAM_API_KEY'],
    ['assemblyai', 'ASSEMBLYAI_API_KEY'],
    ['cartesia', 'CARTESIA_API_KEY'],
  ])('serves %s by %s', (kind, variable) => {
    expect(findProviders({ [variable]: 'secret' })).toEqual({ served: [{ kind, variable }], notOffered: [] });
  });

  it('recognises perplexity by PERPLEXITY_API_KEY, and does not offer it', () => {
    const found = { kind: 'perplexity', variable: 'PERPLEXITY_API_KEY' };
    expect(findProviders({ [found.variable]: 'secret' })).toEqual({ served: [], notOffered: [found] });
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['a key of this gateway, left by a client that is pointed at it', 'ml-0123456789ABCDEFGHIJKLMNOPabcdef'],
  ])('takes a variable for unset that is %s', (_, value) => {
    expect(findProviders({ OPENAI_API_KEY: value })).toEqual({ served: [], notOffered: [] });
  });

  it('finds nothing in an environment without keys, though OLLAMA_HOST names a provider too', () => {
    expect(findProviders({ OLLAMA_HOST: 'http://127.0.0.1:11434', PATH: '/bin' })).toEqual({
      served: [],
      notOffered: [],
    });
  });

  it('accounts for every variable that the documentation names a provider for', () => {
    const variables = ENVIRONMENT_VARIABLES.filter(({ kind, name }) => kind !== undefined && name.endsWith('_KEY'));
    const { served, notOffered } = findProviders(Object.fromEntries(variables.map(({ name }) => [name, 'secret'])));
    expect([...served, ...notOffered].map(({ variable }) => variable).toSorted()).toEqual(
      variables.map(({ name }) => name).toSorted(),
    );
  });
});
