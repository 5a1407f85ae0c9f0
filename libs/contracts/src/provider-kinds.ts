/**
 * Every provider kind a configuration may name, with the group whose rules it follows
 * (docs/contract/providers.md#groups; kinds by docs/contract/providers.md#kinds). `R1` is part of `R`: the reference
 * provider and its cloud variant.
 */
export const PROVIDER_KINDS = {
  openai: 'R1',
  'azure-openai': 'R1',
  groq: 'R',
  mistral: 'R',
  together: 'R',
  fireworks: 'R',
  deepseek: 'R',
  xai: 'R',
  openrouter: 'R',
  perplexity: 'R',
  cerebras: 'R',
  nvidia: 'R',
  vllm: 'R',
  ollama: 'R',
  'openai-compatible': 'R',
  anthropic: 'N',
  gemini: 'G',
  vertex: 'G',
  cohere: 'C',
  bedrock: 'B',
  elevenlabs: 'S',
  deepgram: 'S',
  assemblyai: 'S',
  cartesia: 'S',
  typesafe: 'decision',
  'system-one': 'decision',
  simulator: 'simulator',
} as const satisfies Record<string, ProviderGroup>;

export type ProviderGroup = 'R1' | 'R' | 'N' | 'G' | 'C' | 'B' | 'S' | 'decision' | 'simulator';

export type ProviderKind = keyof typeof PROVIDER_KINDS;
