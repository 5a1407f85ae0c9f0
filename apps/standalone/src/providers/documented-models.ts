import type { ProviderKind } from '@multilane/contracts';

/**
 * Chat models that the providers' documents name, best first choice first, as of November 2026. They lead the list of
 * a provider that could be asked, and stand in for it where it could not. A kind without a row is not offered, such as
 * perplexity, which serves chat completions no longer: https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar
 */
export const DOCUMENTED_MODELS: Readonly<Partial<Record<ProviderKind, readonly string[]>>> = {
  // https://developers.openai.com/api/docs/models
  openai: ['gpt-5.4-mini', 'gpt-5.4', 'gpt-5.5', 'gpt-5.4-nano'],
  // https://console.groq.com/docs/models
  groq: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  // https://docs.mistral.ai/getting-started/models
  mistral: ['mistral-small-latest', 'mistral-medium-latest', 'mistral-large-latest'],
  // https://docs.together.ai/docs/serverless-models
  together: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  // https://docs.fireworks.ai/getting-started/quickstart
  fireworks: ['accounts/fireworks/models/gpt-oss-120b', 'accounts/fireworks/models/gpt-oss-20b'],
  // https://api-docs.deepseek.com/quick_start/pricing
  deepseek: ['deepseek-flash', 'deepseek-v4-pro'],
  // https://docs.x.ai/developers/models
  xai: ['grok-4.3', 'grok-4.5'],
  // https://openrouter.ai/docs/model-routing
  openrouter: ['openrouter/auto'],
  // https://inference-docs.cerebras.ai/models/overview
  cerebras: ['gpt-oss-120b'],
  // https://platform.claude.com/docs/en/about-claude/models/overview
  anthropic: ['claude-sonnet-5', 'claude-opus-5', 'claude-haiku-4-5-20251001'],
  // https://ai.google.dev/gemini-api/docs/models
  gemini: ['gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-3.1-pro-preview'],
  // https://docs.cohere.com/docs/models
  cohere: ['command-a-03-2025', 'command-a-reasoning-08-2025'],
  // https://docs.api.nvidia.com/nim/reference/llm-apis
  nvidia: ['openai/gpt-oss-120b', 'nvidia/nemotron-3-super-120b-a12b'],
};
