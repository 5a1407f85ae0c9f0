/** A model as the company registers it, with its prices and pace. */
export interface SeedModel {
  readonly name: string;
  readonly provider: string;
  readonly kind: string;
  readonly upstream: string;
  readonly type: 'chat' | 'embedding';
  /** US dollars per million tokens. */
  readonly prices: { readonly input_per_million: number; readonly output_per_million: number };
  readonly contextWindow: number;
  /** Milliseconds to the first byte, and for each token of the answer. */
  readonly firstByteMs: number;
  readonly tokenMs: number;
}

export const WORKSPACES = ['Products', 'Internal tools', 'Research'] as const;

export const ENVIRONMENTS = ['production', 'staging', 'ci'] as const;

const chat = (
  [name, provider, kind, upstream]: readonly [string, string, string, string],
  [input, output]: readonly [number, number],
  contextWindow: number,
  [firstByteMs, tokenMs]: readonly [number, number],
): SeedModel => ({
  name,
  provider,
  kind,
  upstream,
  type: 'chat',
  prices: { input_per_million: input, output_per_million: output },
  contextWindow,
  firstByteMs,
  tokenMs,
});

/** The provider that answers while the pages are looked at: no other can be reached. */
export const LIVE_PROVIDER = { name: 'in-house', kind: 'simulator' } as const;

/** Models that answer, so that the playground, evaluations and agents work. */
export const LIVE_MODELS = ['house-small', 'house-large'] as const;

export const MODELS: readonly SeedModel[] = [
  chat(['gpt-5.2', 'openai-eu', 'openai', 'gpt-5.2'], [1.75, 14], 400_000, [720, 14]),
  chat(['gpt-5-mini', 'openai-eu', 'openai', 'gpt-5-mini'], [0.25, 2], 400_000, [410, 8]),
  chat(['claude-sonnet', 'anthropic', 'anthropic', 'claude-sonnet-4-5'], [3, 15], 200_000, [880, 13]),
  chat(['claude-haiku', 'anthropic', 'anthropic', 'claude-haiku-4-5'], [1, 5], 200_000, [430, 7]),
  chat(['gpt-5.2-sweden', 'azure-sweden', 'azure-openai', 'gpt-5-2-prod'], [1.75, 14], 400_000, [810, 15]),
  chat(['gemini-flash', 'gemini', 'gemini', 'gemini-3-flash'], [0.3, 2.5], 1_000_000, [390, 6]),
  chat(['mistral-large', 'mistral-paris', 'mistral', 'mistral-large-latest'], [2, 6], 128_000, [520, 11]),
  chat(['llama-fast', 'groq', 'groq', 'llama-4-maverick'], [0.2, 0.6], 128_000, [140, 2]),
  {
    ...chat(['embed-large', 'openai-eu', 'openai', 'text-embedding-3-large'], [0.13, 0], 8_192, [95, 0]),
    type: 'embedding',
  },
];

/** Customers, the largest first. */
export const CUSTOMERS = [
  'Alder Health',
  'Brightwater Foods',
  'Cobalt Airlines',
  'Dovetail Furniture',
  'Eastgate Bank',
  'Fernhill Hotels',
  'Granite Insurance',
  'Harbour Logistics',
  'Ironbridge Energy',
  'Juniper Books',
  'Kestrel Telecom',
  'Larkspur Fashion',
  'Meridian Motors',
  'Northfield Dairy',
  'Orchard Schools',
  'Pinewood Toys',
] as const;

/** The programs of people, with their versions. */
export const CODING_CLIENTS = [
  ['claude-code', '2.1.14'],
  ['cursor', '2.3.1'],
  ['codex', '0.63.0'],
  ['opencode', '1.0.91'],
] as const;

/** Versions of the programs of teams. */
export const CLIENT_VERSIONS: Readonly<Record<string, string>> = {
  'openai-node': '6.9.1',
  'python-httpx': '0.28.1',
  'openai-java': '4.8.0',
  'openai-python': '2.8.1',
  'vercel-ai-sdk': '6.0.3',
  'langchain-python': '1.1.0',
  'openai-go': '3.8.1',
  'anthropic-python': '0.75.0',
  'anthropic-node': '0.71.0',
  n8n: '1.121.0',
  'open-webui': '0.6.40',
  litellm: '1.80.5',
};
