import type { ProviderKind } from '@multilane/contracts';
import {
  type AnswerParts,
  anthropicReplies,
  type ConfigEntry,
  chatRepliesWith,
  createStrictWires,
  type FakeUpstream,
  openAiChatReplies,
  openAiResponsesReplies,
  providerEntry,
  type Reply,
  type ReplyBuilders,
  repliesOf,
  TEST_KEYS,
} from '@multilane/testing';
import { type Pair, startPair } from '../start-pair.js';

/** A model of a kind, at a host that rejects the same requests as the documented provider. */
export interface StrictLane {
  /** The kind, or the kind and a word; its provider entry, and the first segment of its address. */
  readonly name: string;
  readonly kind: ProviderKind;
  readonly upstreamModel: string;
  readonly replies: ReplyBuilders;
  /** The `reasoning_effort` that a client asks for; undefined where the kind has none. */
  readonly effort?: 'low' | 'medium';
  /** False where the provider does not say what the model thinks. */
  readonly thinks: boolean;
  /** Id of the call with that number, as the provider writes ids; empty if it gives none. */
  callId(number: number): string;
  /** Members of the provider entry. */
  readonly entry?: ConfigEntry;
}

const hex = (number: number, length: number): string => number.toString(16).padStart(length, '0');
const idsOf = (prefix: string, length: number) => (number: number) => `${prefix}${hex(number, length)}`;

const BEDROCK = {
  access_key_id: undefined,
  secret_access_key: undefined,
  api_key: 'test-bedrock-bearer-credential-10',
};

/** Ids as the providers' documents and recorded answers have them: vLLM's are longer than OpenAI takes, Mistral's are nine characters. */
export const STRICT_LANES: readonly StrictLane[] = [
  // Chat completions, without reasoning: the format does not say what it thinks.
  lane('openai-chat', 'openai', 'gpt-4.1', openAiChatReplies, idsOf('call_', 24), { thinks: false }),
  lane('openai-effort', 'openai', 'gpt-5.2', openAiChatReplies, idsOf('call_', 24), { thinks: false, effort: 'low' }),
  lane('openai-responses', 'openai', 'gpt-5.5', openAiResponsesReplies, idsOf('call_', 24), { effort: 'low' }),
  lane('anthropic', 'anthropic', 'claude-opus-5', anthropicReplies, idsOf('toolu_01', 22), { effort: 'low' }),
  lane('anthropic-always', 'anthropic', 'claude-opus-5-5', anthropicReplies, idsOf('toolu_01', 22), { effort: 'low' }),
  lane('anthropic-budget', 'anthropic', 'claude-sonnet-4-5', anthropicReplies, idsOf('toolu_01', 22), {
    effort: 'low',
  }),
  lane('gemini', 'gemini', 'gemini-3.1-pro-preview', repliesOf('gemini'), idsOf('', 8)),
  lane('vertex', 'vertex', 'gemini-3.1-pro-preview', repliesOf('vertex'), () => ''),
  lane('deepseek', 'deepseek', 'deepseek-v4-pro', chatRepliesWith('reasoning_content'), idsOf('call_00_', 20), {
    effort: 'low',
  }),
  lane('groq', 'groq', 'openai/gpt-oss-120b', chatRepliesWith('reasoning'), idsOf('fc_', 36), { effort: 'low' }),
  lane('groq-llama', 'groq', 'llama-3.3-70b-versatile', openAiChatReplies, idsOf('call_', 24), { thinks: false }),
  lane('mistral', 'mistral', 'mistral-medium-latest', chatRepliesWith('thinking-parts'), idsOf('', 9), {
    effort: 'medium',
  }),
  lane('vllm-qwen', 'vllm', 'Qwen/Qwen3.6-27B', chatRepliesWith('reasoning'), idsOf('chatcmpl-tool-', 32), {
    effort: 'low',
  }),
  lane('vllm-devstral', 'vllm', 'mistralai/Devstral-Small-2-24B', openAiChatReplies, idsOf('', 9), { thinks: false }),
  lane('ollama', 'ollama', 'qwen3.6:27b', chatRepliesWith('reasoning'), idsOf('call_', 8), { effort: 'low' }),
  lane('xai', 'xai', 'grok-4.5', chatRepliesWith('reasoning_content'), idsOf('call_', 8), { effort: 'low' }),
  lane(
    'openrouter',
    'openrouter',
    'anthropic/claude-opus-5',
    chatRepliesWith('reasoning_details'),
    idsOf('toolu_', 24),
    {
      effort: 'low',
    },
  ),
  lane('perplexity', 'perplexity', 'sonar-pro', chatRepliesWith('reasoning_content'), idsOf('call_', 24)),
  lane('cerebras', 'cerebras', 'gpt-oss-120b', chatRepliesWith('reasoning'), idsOf('', 9), { effort: 'low' }),
  lane('cohere', 'cohere', 'command-a-reasoning-08-2025', repliesOf('cohere'), idsOf('get_weather_', 12)),
  lane('bedrock', 'bedrock', 'eu.anthropic.claude-opus-5-v1:0', repliesOf('bedrock'), idsOf('tooluse_', 22), {
    entry: BEDROCK,
  }),
];

function lane(
  name: string,
  kind: ProviderKind,
  upstreamModel: string,
  replies: ReplyBuilders,
  callId: StrictLane['callId'],
  more: Partial<StrictLane> = {},
): StrictLane {
  return { name, kind, upstreamModel, replies, callId, thinks: true, ...more };
}

/** Turns in which the model calls tools before it answers. */
const CALLING_TURNS = 10;

/** Returns the model's answers: ten turns with calls, an answer; and one more call and an answer to the second question. */
export function scriptOf({ callId, name, thinks }: StrictLane): AnswerParts[] {
  let number = 0;
  const call = (tool: string, input: object) => ({
    id: callId(++number),
    name: tool,
    arguments: JSON.stringify(input),
  });
  const think = (about: string) =>
    thinks && {
      thinking: {
        text: `Thought about ${about}.`,
        signature: Buffer.from(`${name} signed ${about}, as long as signatures are`).toString('base64'),
      },
    };
  const turns = Array.from({ length: CALLING_TURNS }, (_, index): AnswerParts => {
    const calls = [call('get_weather', { city: `Zürich ${index}` })];
    if (index % 3 === 0) calls.push(call('get_time', { zone: `Europe/"Zurich" ${index}` }));
    return {
      // Models skip it now and then.
      ...(index % 4 !== 3 && think(`turn ${index}`)),
      ...(index % 2 === 0 && { text: ['I will look ', `it up, part ${index}.`] }),
      calls,
    };
  });
  return [
    ...turns,
    { ...think('the end'), text: ['It is 21 °C ', 'and five past two.'] },
    { ...think('the second question'), calls: [call('get_time', { zone: 'UTC' })] },
    { text: ['It is noon.'] },
  ];
}

/** Turn as a client reads it. */
export interface StrictTurn {
  thinking: string;
  said: ({ text: string } | { call: string; input: unknown })[];
}

export function expectedTurns(strictLane: StrictLane): StrictTurn[] {
  return scriptOf(strictLane).map(({ thinking, text, calls = [] }) => ({
    thinking: thinking?.text ?? '',
    said: [
      ...(text ? [{ text: text.join('') }] : []),
      ...calls.map((call) => ({ call: call.name, input: JSON.parse(call.arguments) as unknown })),
    ],
  }));
}

/** Has the host play the lane: streamed where the request asks for it. */
export function play(upstream: FakeUpstream, strictLane: StrictLane, demandsThinking: boolean): void {
  const left = scriptOf(strictLane);
  upstream.onRequest(({ body, path }): Reply | undefined => {
    const isStreamed =
      (body as { stream?: boolean } | undefined)?.stream === true || /:stream|converse-stream$/.test(path);
    const parts = left.shift();
    // A model that both formats serve is asked in the client's.
    const replies = path.endsWith('/responses') ? openAiResponsesReplies : strictLane.replies;
    return parts && { ...replies[isStreamed ? 'stream' : 'answer'](parts), demandsThinking };
  });
}

/** One gateway with every strict lane, and one host that plays them all. */
export function startStrictLanes(): Promise<Pair> {
  return startPair(
    (upstreamUrl) => ({
      providers: STRICT_LANES.map(({ name, kind, entry }) =>
        providerEntry(kind, `${upstreamUrl}/${name}`, { ...entry, name }),
      ),
      models: STRICT_LANES.map(({ name, upstreamModel }) => ({
        logical_name: name,
        provider: name,
        upstream_model: upstreamModel,
      })),
      teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
    }),
    {},
    { wireFor: createStrictWires() },
  );
}
