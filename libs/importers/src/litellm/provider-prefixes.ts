/** What a prefix of a LiteLLM model name, or its `custom_llm_provider`, leads to. */
export interface PrefixRule {
  readonly kind: string;
  /** Variable that LiteLLM reads the key from where none is given. */
  readonly keyVariable?: string;
  /** Says what differs, where something does. */
  readonly note?: string;
  readonly completion?: true;
}

const compatible = (note = 'Called as an OpenAI-compatible API.'): PrefixRule => ({ kind: 'openai-compatible', note });

export const PREFIXES: Readonly<Record<string, PrefixRule>> = {
  openai: { kind: 'openai', keyVariable: 'OPENAI_API_KEY' },
  'text-completion-openai': { kind: 'openai', keyVariable: 'OPENAI_API_KEY', completion: true },
  custom_openai: compatible(),
  openai_like: compatible(),
  litellm_proxy: compatible('Another LiteLLM proxy is called as an OpenAI-compatible API.'),
  lm_studio: compatible(),
  llamafile: compatible(),
  xinference: compatible(),
  infinity: compatible(),
  azure_ai: compatible('Azure AI Foundry is called at its OpenAI-compatible address, which must end with /openai/v1.'),
  azure: { kind: 'azure-openai', keyVariable: 'AZURE_API_KEY' },
  azure_text: { kind: 'azure-openai', keyVariable: 'AZURE_API_KEY', completion: true },
  anthropic: { kind: 'anthropic', keyVariable: 'ANTHROPIC_API_KEY' },
  anthropic_text: { kind: 'anthropic', keyVariable: 'ANTHROPIC_API_KEY', note: 'Called with the Messages API.' },
  gemini: { kind: 'gemini', keyVariable: 'GEMINI_API_KEY' },
  vertex_ai: { kind: 'vertex' },
  vertex_ai_beta: { kind: 'vertex' },
  bedrock: { kind: 'bedrock' },
  bedrock_converse: { kind: 'bedrock' },
  groq: { kind: 'groq', keyVariable: 'GROQ_API_KEY' },
  mistral: { kind: 'mistral', keyVariable: 'MISTRAL_API_KEY' },
  codestral: { kind: 'mistral', keyVariable: 'CODESTRAL_API_KEY' },
  together_ai: { kind: 'together', keyVariable: 'TOGETHERAI_API_KEY' },
  fireworks_ai: { kind: 'fireworks', keyVariable: 'FIREWORKS_AI_API_KEY' },
  deepseek: { kind: 'deepseek', keyVariable: 'DEEPSEEK_API_KEY' },
  xai: { kind: 'xai', keyVariable: 'XAI_API_KEY' },
  openrouter: { kind: 'openrouter', keyVariable: 'OPENROUTER_API_KEY' },
  perplexity: { kind: 'perplexity', keyVariable: 'PERPLEXITYAI_API_KEY' },
  cerebras: { kind: 'cerebras', keyVariable: 'CEREBRAS_API_KEY' },
  nvidia_nim: { kind: 'nvidia', keyVariable: 'NVIDIA_NIM_API_KEY' },
  hosted_vllm: { kind: 'vllm' },
  vllm: { kind: 'vllm', note: 'Called over the HTTP API of vLLM, not in the process.' },
  ollama: { kind: 'ollama', note: 'Called with the chat API, not with the generate API.' },
  ollama_chat: { kind: 'ollama' },
  cohere: { kind: 'cohere', keyVariable: 'COHERE_API_KEY' },
  cohere_chat: { kind: 'cohere', keyVariable: 'COHERE_API_KEY' },
  elevenlabs: { kind: 'elevenlabs', keyVariable: 'ELEVENLABS_API_KEY' },
  deepgram: { kind: 'deepgram', keyVariable: 'DEEPGRAM_API_KEY' },
};

/** A model name without prefix: what LiteLLM takes it for. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|chatgpt-|o[1-9](-|$)|text-embedding-|dall-e|whisper|tts-|omni-moderation|text-moderation)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'vertex_ai'],
  [/^(command|rerank-|embed-)/, 'cohere'],
];

export interface UpstreamName {
  readonly prefix: string;
  readonly model: string;
  /** Whether the prefix was concluded from the name. */
  readonly isConcluded: boolean;
}

/** Takes `provider/model` apart; undefined for a name whose provider cannot be told. */
export function splitModel(name: string, provider: string | undefined): UpstreamName | undefined {
  const [head = '', ...rest] = name.split('/');
  if (provider !== undefined) {
    const model = head === provider && rest.length > 0 ? rest.join('/') : name;
    return { prefix: provider, model, isConcluded: false };
  }
  if (rest.length > 0) return { prefix: head, model: rest.join('/'), isConcluded: false };
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  return family && { prefix: family[1], model: name, isConcluded: true };
}
