import type { ProviderKind } from '@multilane/contracts';
import {
  type ConfigEntry,
  modelEntries,
  openAiResponsesReplies,
  providerEntry,
  type ReplyBuilders,
  repliesOf,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
} from '@multilane/testing';
import { type Pair, startPair } from '../start-pair.js';

/** One way to a provider: a kind with one kind of credential. */
export interface Lane {
  /** The name of its provider entry; its model is `<name>-chat`. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** Overrides of the configuration entry, if it is not the kind's default. */
  readonly overrides?: ConfigEntry;
  /** Name of the model at the provider, where its format depends on it. */
  readonly upstreamModel?: string;
  /** The provider's words, where they are not those that the kind has for chat. */
  readonly replies?: ReplyBuilders;
  /** True if the provider's format has a place for the model's thoughts. */
  readonly thinks: boolean;
  /**
   * The `reasoning_effort` that makes the model think, where the matrix has one
   * (docs/contract/chat.md#parameter-support).
   */
  readonly effort?: 'low';
  /** Tokens that the provider reports as thoughts in an answer with thinking; 0 if it does not. */
  readonly thinkingTokens: number;
  /** Number of events that may be missing at the end of a stream whose answer is whole. */
  readonly spareEvents: number;
  /** Events at the beginning of a stream that say nothing yet: the client is not answered for them. */
  readonly openingEvents?: { readonly native: number; readonly translated: number };
}

const BEARER = {
  access_key_id: undefined,
  secret_access_key: undefined,
  api_key: 'test-bedrock-bearer-credential-10',
};

/** The five groups of docs/contract/providers.md#groups; the wire checks the signature of bedrock's access key. */
export const LANES: readonly Lane[] = [
  // The counts and `[DONE]` follow the finish reason.
  { name: 'openai', kind: 'openai', thinks: false, effort: 'low', thinkingTokens: 0, spareEvents: 2 },
  {
    name: 'openai-responses',
    kind: 'openai',
    upstreamModel: 'gpt-5-codex',
    replies: openAiResponsesReplies,
    thinks: true,
    effort: 'low',
    thinkingTokens: 0,
    spareEvents: 0,
    // `response.created` and `response.in_progress` say nothing yet; the openings of an item and of its part do so only natively.
    openingEvents: { native: 2, translated: 4 },
  },
  { name: 'anthropic', kind: 'anthropic', thinks: true, effort: 'low', thinkingTokens: 0, spareEvents: 1 },
  { name: 'gemini', kind: 'gemini', thinks: true, thinkingTokens: 3, spareEvents: 0 },
  { name: 'vertex', kind: 'vertex', thinks: true, thinkingTokens: 3, spareEvents: 0 },
  // `[DONE]` follows the event that ends the answer.
  { name: 'cohere', kind: 'cohere', thinks: true, thinkingTokens: 0, spareEvents: 1 },
  // `metadata` follows the event that ends the answer: only the counts are then missing.
  { name: 'bedrock', kind: 'bedrock', thinks: true, thinkingTokens: 0, spareEvents: 1 },
  { name: 'bedrock-bearer', kind: 'bedrock', overrides: BEARER, thinks: true, thinkingTokens: 0, spareEvents: 1 },
];

/** Events at the beginning of a stream for which no client is answered, over a format or over any. */
export function openingOf({ openingEvents }: Lane, endpoint?: string): number {
  if (openingEvents === undefined) return 0;
  return endpoint === 'responses' ? openingEvents.native : openingEvents.translated;
}

/** The provider credentials of every lane, by the header that carries them or the signature that they make. */
export const LANE_CREDENTIALS: readonly (readonly [lane: string, credential: string])[] = [
  ['openai', TEST_PROVIDER_KEYS.openai],
  ['anthropic', TEST_PROVIDER_KEYS.anthropic],
  ['gemini', TEST_PROVIDER_KEYS.gemini],
  ['vertex', TEST_PROVIDER_KEYS.vertex],
  ['cohere', TEST_PROVIDER_KEYS.cohere],
  ['bedrock', TEST_PROVIDER_KEYS.bedrockSecret],
  ['bedrock-bearer', BEARER.api_key],
];

/** The logical name of a lane's model. */
export function modelOf({ name }: Lane): string {
  return `${name}-chat`;
}

/** The answers that the lane's provider gives. */
export function repliesOfLane({ kind, replies }: Lane): ReplyBuilders {
  return replies ?? repliesOf(kind);
}

/** The lane on which a conversation takes its turn of that index; it stays on the last. */
export function laneOfTurn(lanes: readonly Lane[], index: number): Lane {
  const lane = lanes[index] ?? lanes.at(-1);
  if (!lane) throw new Error('a conversation without lanes');
  return lane;
}

/** A gateway with every lane, all played by one upstream. `more` is added to each provider entry. */
export function startLanes(more: ConfigEntry = {}, telemetry: object = {}): Promise<Pair> {
  return startPair((upstreamUrl) => ({
    telemetry,
    providers: LANES.map(({ name, kind, overrides }) =>
      providerEntry(kind, upstreamUrl, { ...overrides, ...more, name }),
    ),
    models: LANES.flatMap(({ name, kind, upstreamModel }) =>
      modelEntries(kind, name).map((entry) =>
        entry.type === 'chat' && upstreamModel !== undefined ? { ...entry, upstream_model: upstreamModel } : entry,
      ),
    ),
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  }));
}
