import { describe, expect, test } from '@jest/globals';
import type { ChatCompletion, ProviderKind } from '@multilane/contracts';
import { type AnswerParts, joinChunks, listCaseNames, listExchanges, repliesOf, runStream } from '@multilane/testing';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import type { ChatCodec, DecodeFacts, ProviderAdapter } from '../adapter.js';
import { ANTHROPIC } from '../anthropic/adapter.js';
import { BEDROCK } from '../bedrock/adapter.js';
import { COHERE } from '../cohere/adapter.js';
import { GEMINI } from '../gemini/adapter.js';
import { OPENAI } from '../openai/adapter.js';
import { VERTEX } from '../vertex/adapter.js';

/** The same questions, recorded from several providers, may lie beside the project. */
const RECORDED = SHARED_FIXTURES;

const PROVIDERS: readonly (readonly [recorded: string, adapter: ProviderAdapter])[] = [
  ['openai-chat', OPENAI],
  ['anthropic', ANTHROPIC],
  ['gemini', GEMINI],
  ['vertex', VERTEX],
  ['cohere', COHERE],
  ['bedrock', BEDROCK],
];

const codecOf = (adapter: ProviderAdapter) => adapter.endpoints.chat as ChatCodec;
const factsOf = (kind: ProviderKind): DecodeFacts => {
  return { kind, idSeed: 'seed', created: 1_700_000_000, model: 'upstream-model', includeUsage: true };
};

/** Members that only some providers have something to say in; clients of the reference format pass them over. */
const EXTRAS: ReadonlySet<string> = new Set(['annotations', 'citations', 'reasoning_content', 'reasoning_details']);

/** Shape of an answer as a client sees it, beside the wording, the ids and the counts. */
function shapeOf({ object, id, created, model, choices, usage }: ChatCompletion) {
  return {
    head: [object, typeof id, typeof created, typeof model],
    choices: choices.map(({ index, message, finish_reason }) => ({
      index,
      finish_reason,
      members: Object.keys(message)
        .filter((name) => !EXTRAS.has(name))
        .sort(),
      role: message.role,
      content: message.content === null ? null : typeof message.content,
      refusal: message.refusal,
      calls: message.tool_calls?.map((call) => ({
        members: Object.keys(call)
          .filter((name) => name !== 'extra_content')
          .sort(),
        ...{ id: typeof call.id, type: call.type, name: call.function.name },
        arguments: JSON.parse(call.function.arguments),
      })),
    })),
    usage: [usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens].map((count) => Number(count) > 0),
  };
}

const HEAD = { head: ['chat.completion', 'string', 'number', 'string'], usage: [true, true, true] };
const CALLED = {
  ...HEAD,
  choices: [
    {
      ...{ index: 0, finish_reason: 'tool_calls', role: 'assistant', content: null, refusal: null },
      members: ['content', 'refusal', 'role', 'tool_calls'],
      calls: [
        {
          members: ['function', 'id', 'type'],
          ...{ id: 'string', type: 'function', name: 'get_weather', arguments: { city: 'Paris' } },
        },
      ],
    },
  ],
};
const SAID = {
  ...HEAD,
  choices: [
    {
      ...{ index: 0, finish_reason: 'stop', role: 'assistant', content: 'string', refusal: null, calls: undefined },
      members: ['content', 'refusal', 'role'],
    },
  ],
};

/** Shapes that the recorded answers to one question have in common: whatever the provider, the client sees this. */
const RECORDED_SHAPES: Readonly<Record<string, object>> = {
  'tool-choice-auto-two-turn.0': CALLED,
  'tool-choice-auto-two-turn.1': SAID,
  'tool-choice-required': CALLED,
  'tool-choice-none': SAID,
};

const recordedNames = new Set(listCaseNames(RECORDED));
const recorded = PROVIDERS.flatMap(([folder, adapter]) =>
  ['tool-choice-auto-two-turn', 'tool-choice-required', 'tool-choice-none']
    .map((name) => `${folder}/${name}`)
    .filter((name) => recordedNames.has(name))
    .flatMap((name) => listExchanges(RECORDED, name))
    .map(({ name, response }) => [name, adapter, response ?? ''] as const),
);

const CALL = { id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' };
const CASES: readonly (readonly [what: string, parts: AnswerParts])[] = [
  ['text', { text: ['Hello ', 'there.'] }],
  ['a call', { calls: [CALL] }],
  [
    'text and two calls',
    { text: ['Look', 'ing.'], calls: [CALL, { ...CALL, id: 'call_2', arguments: '{"city":"Oslo"}' }] },
  ],
  ['text that was cut short', { text: ['Hello', ' th'], isCutShort: true }],
];

/** The answer without what is the provider's own: its id, time and model, and the counts beside the three. */
function comparable({ choices, usage }: ChatCompletion) {
  return {
    choices,
    usage: [usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens],
  };
}

describe('a client cannot tell by the answer which provider gave it (docs/contract/chat.md#response)', () => {
  if (recorded.length > 0) {
    test.each(recorded)('recorded: %s', (name, adapter, response) => {
      const { response: answer } = codecOf(adapter).decode([JSON.parse(response)], factsOf(adapter.kind));
      expect(shapeOf(answer)).toEqual(RECORDED_SHAPES[name.slice(name.indexOf('/') + 1)]);
    });
  }

  describe.each(CASES)('%s', (_what, parts) => {
    const calls = parts.calls?.map(({ id, name, arguments: text }) => {
      return { id, type: 'function', function: { name, arguments: text } };
    });
    const content = parts.text?.join('') ?? null;
    const expected = {
      choices: [
        {
          index: 0,
          finish_reason: parts.isCutShort ? 'length' : calls ? 'tool_calls' : 'stop',
          message: { role: 'assistant', content, refusal: null, ...(calls && { tool_calls: calls }) },
          logprobs: null,
        },
      ],
      usage: [9, 4, 13],
    };

    test.each(PROVIDERS)('whole, by %s', (_name, adapter) => {
      const { body } = repliesOf(adapter.kind).answer(parts);
      const { response } = codecOf(adapter).decode([body], factsOf(adapter.kind));
      expect(comparable(response)).toEqual(expected);
    });

    test.each(PROVIDERS)('streamed, by %s', (_name, adapter) => {
      const { chunks, failure } = runStream(
        codecOf(adapter),
        factsOf(adapter.kind),
        repliesOf(adapter.kind).stream(parts).chunks,
      );
      expect(failure).toBeUndefined();
      expect(comparable(joinChunks(chunks))).toEqual(expected);
    });
  });
});
