import type { ModelListing, ProviderSetting, SearchPrice, TierFactors } from '../manifest.js';
import type { RoleRules } from './history/fit-roles.js';

/** `{ data: [{ id }] }`, as in the reference format. */
export const REFERENCE_LISTING: ModelListing = { path: '/models', list: 'data', id: 'id' };

/** For providers that list their models only to those whose key they know. */
export const REFERENCE_TEST = { path: '/models' } as const;

/** For kinds without an address of their own. */
export const requiredBaseUrl = (example: string, help: string): ProviderSetting => ({
  name: 'base_url',
  label: 'Base URL',
  help,
  type: 'url',
  required: true,
  example,
});

/** For runtimes that may load a model when it is first asked for. */
export const coldStart = (byDefault: boolean): ProviderSetting => ({
  name: 'cold_start',
  label: 'Loads models on demand',
  help: 'Whether the runtime loads models on demand, so that "loading" is waited out.',
  type: 'boolean',
  default: byDefault,
});

/**
 * Flex is half of the standard price, as a batch (platform.openai.com/docs/guides/flex-processing). Priority is 1.75 to 2 times, 2.5 for
 * gpt-5.5 (openai.com/api-priority-processing): the dearest, for a budget must not be spent faster than it is counted.
 */
export const REFERENCE_TIERS: readonly TierFactors[] = [
  { models: 'gpt-5\\.[5-9]', flex: 0.5, priority: 2.5 },
  { flex: 0.5, priority: 2 },
];

/** 75 to 100 % more, or half (ai.google.dev/gemini-api/docs/optimization). */
export const GOOGLE_TIERS: readonly TierFactors[] = [{ flex: 0.5, priority: 2 }];

/**
 * Beyond what is free each month (ai.google.dev/gemini-api/docs/pricing, "Grounding with Google Search", read 29 November 2026): a
 * grounded prompt of the older models, a query of the newer ones.
 */
export const GOOGLE_SEARCHES: readonly SearchPrice[] = [
  { models: 'gemini-[12][.-]', perSearch: 0.035 },
  { models: 'gemini-', perSearch: 0.014 },
];

/** Members of the reference format's answers that strict hosts reject when they come back in a history. */
export const MEMBERS_OF_ANSWERS = ['annotations', 'audio', 'function_call', 'parsed', 'refusal'] as const;

/**
 * Hints of the reference format that no answer depends on, which agents send on every turn and strict hosts reject as unknown.
 *
 * @param known Those that the provider takes.
 */
export const unknownHints = (...known: readonly string[]): readonly string[] =>
  [
    ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'safety_identifier', 'service_tier'],
    ...['store', 'verbosity'],
  ].filter((name) => !known.includes(name));

/**
 * Rules that chat templates of open models raise, and servers that run them answer with 400: "System message must be at
 * the beginning." (Qwen, github.com/vllm-project/vllm/issues/41114), "Conversation roles must alternate user/assistant"
 * (Gemma, Mistral).
 */
export const TEMPLATE_ROLES: RoleRules = { leadingSystem: true, alternates: true };

/** Facts that runtimes of open models share: completions, embeddings, and a rerank endpoint that takes strings. */
export const RUNTIME_WIRE = {
  servesCompletions: true,
  members: ['top_k'],
  roles: TEMPLATE_ROLES,
  embeddings: {},
  rerank: { takesTextsOnly: true },
} as const;
