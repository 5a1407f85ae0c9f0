import { describe, expect, it } from '@jest/globals';
import type {
  ChatChunk,
  ChatMessage,
  ResponsesInputItem,
  ResponsesOutputItem,
  ResponsesRequest,
} from '@multilane/contracts';
import { CHARACTER_COUNT, characterAt } from '@multilane/testing';
import fc from 'fast-check';
import { fromChat } from './from-chat.js';
import { toChat } from './request/to-chat.js';
import { ResponsesStreamWriter } from './stream/responses-stream-writer.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

const FACTS = { requestId: 'r', idSeed: 'r', created: 1, clock: () => 2, model: 'm' };
const REQUEST = {
  model: 'm',
  input: 'Hi',
  tools: [
    { type: 'function', name: 'look' },
    { type: 'custom', name: 'exec' },
    { type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'find' }] },
  ],
} as ResponsesRequest;

const word = fc.string({ unit: character, minLength: 1, maxLength: 12 });
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

const call = fc.oneof(
  fc.record({ name: fc.constantFrom('look', 'crm__find'), arguments: fc.json() }),
  fc.record({ name: fc.constant('exec'), arguments: word.map((input) => JSON.stringify({ input })) }),
);
const calls = fc.array(fc.record({ called: call, signature: optional(word) }), { maxLength: 3 });
const details = fc.array(fc.record({ data: word }), { maxLength: 2 });

/** An assistant message as the codecs make it, with what N, B and G must have back. */
const message = fc
  .record({ text: optional(word), refusal: optional(word), thinking: optional(word), details, calls })
  .filter(({ text, refusal, calls }) => text !== undefined || refusal !== undefined || calls.length > 0)
  .map(
    (said): ChatMessage => ({
      role: 'assistant',
      content: said.text ?? null,
      ...(said.refusal !== undefined && { refusal: said.refusal }),
      ...(said.thinking !== undefined && { reasoning_content: said.thinking }),
      ...(said.details.length > 0 && {
        reasoning_details: said.details.map(({ data }, index) => ({ type: 'reasoning.encrypted', data, index })),
      }),
      ...(said.calls.length > 0 && {
        tool_calls: said.calls.map(({ called, signature }, index) => ({
          id: `call_${index}`,
          type: 'function' as const,
          function: called,
          ...(signature !== undefined && { extra_content: { google: { thought_signature: signature } } }),
        })),
      }),
    }),
  );

const whole = (answer: ChatMessage): ResponsesOutputItem[] =>
  fromChat(
    {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: answer, finish_reason: 'stop' }],
    },
    REQUEST,
    FACTS,
  ).output;

/** The answer as a stream in which each text arrives in fragments of `size` characters. */
function streamed(answer: ChatMessage, size: number): ResponsesOutputItem[] {
  const fragments = (text: unknown) =>
    typeof text === 'string' ? (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []) : [];
  const deltas: object[] = [
    ...fragments(answer.reasoning_content).map((text) => ({ reasoning_content: text })),
    ...(answer.reasoning_details ? [{ reasoning_details: answer.reasoning_details }] : []),
    ...fragments(answer.content).map((content) => ({ content })),
    ...fragments(answer.refusal).map((refusal) => ({ refusal })),
    // G sends the signature of the calls at their beginning.
    ...(answer.tool_calls
      ? [
          {
            tool_calls: answer.tool_calls.map((one, index) => ({
              ...one,
              index,
              function: { name: one.function.name, arguments: '' },
            })),
          },
        ]
      : []),
    ...(answer.tool_calls ?? []).flatMap((one, index) =>
      fragments(one.function.arguments).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
    ),
  ];
  const writer = new ResponsesStreamWriter({ ...REQUEST, stream: true }, FACTS);
  for (const delta of deltas) {
    writer.write(
      { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta }] } as ChatChunk,
      undefined,
    );
  }
  const [, data = ''] = /\ndata: (.*)\n\n$/.exec(writer.end()) ?? [];
  return JSON.parse(data).response.output;
}

const sentBack = (items: readonly ResponsesOutputItem[]): ChatMessage | undefined =>
  toChat({ ...REQUEST, input: [{ role: 'user', content: 'Hi' }, ...(items as ResponsesInputItem[])] }, 'N').messages[1];

describe('an answer that is sent back', () => {
  it('is the message it was, with every signature', () => {
    fc.assert(
      fc.property(message, (answer) => {
        expect(sentBack(whole(answer))).toEqual(answer);
      }),
    );
  });

  it('has the same items whole and streamed, wherever its texts were cut', () => {
    fc.assert(
      fc.property(message, fc.integer({ min: 1, max: 5 }), (answer, size) => {
        expect(streamed(answer, size)).toEqual(JSON.parse(JSON.stringify(whole(answer))));
      }),
    );
  });
});
