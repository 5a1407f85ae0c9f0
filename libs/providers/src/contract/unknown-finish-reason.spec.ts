import { describe, expect, test } from '@jest/globals';
import type { ProviderAdapter } from '../adapter.js';
import { ANTHROPIC } from '../anthropic/adapter.js';
import { COHERE } from '../cohere/adapter.js';
import { GEMINI } from '../gemini/adapter.js';
import { VERTEX } from '../vertex/adapter.js';

const NEW = 'SOMETHING_NEW';
const generated = (finishReason: string) => ({ candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason }] });

interface Case {
  readonly adapter: ProviderAdapter;
  readonly known: string;
  answer(reason: string): object;
  events(reason: string): object[];
}

const GENERATE_CONTENT = {
  known: 'STOP',
  answer: generated,
  events: (reason: string) => [generated(reason)],
};

const CASES: readonly Case[] = [
  {
    adapter: ANTHROPIC,
    known: 'end_turn',
    answer: (stop_reason) => ({ content: [{ type: 'text', text: 'Hi' }], stop_reason }),
    events: (stop_reason) => [
      { type: 'message_start', message: {} },
      { type: 'message_delta', delta: { stop_reason } },
      { type: 'message_stop' },
    ],
  },
  { adapter: GEMINI, ...GENERATE_CONTENT },
  { adapter: VERTEX, ...GENERATE_CONTENT },
  {
    adapter: COHERE,
    known: 'COMPLETE',
    answer: (finish_reason) => ({ message: { content: [{ type: 'text', text: 'Hi' }] }, finish_reason }),
    events: (finish_reason) => [{ type: 'message-start' }, { type: 'message-end', delta: { finish_reason } }],
  },
];

describe('an unknown native finish reason becomes stop and is told (docs/contract/chat.md#finish-reasons)', () => {
  test.each(CASES.map((each) => [each.adapter.kind, each] as const))(
    '%s',
    (kind, { adapter, known, answer, events }) => {
      const told: string[] = [];
      const onUnknownFinishReason = (reason: string) => told.push(reason);
      const facts = { kind, idSeed: 's', created: 7, model: 'm', includeUsage: false, onUnknownFinishReason };
      const codec = adapter.endpoints.chat;
      const finishWhole = (reason: string) => codec?.decode([answer(reason)], facts).response.choices[0]?.finish_reason;
      const finishStream = (reason: string) => {
        const reasons: unknown[] = [];
        const stream = codec?.startStream(facts);
        const emit = (chunk?: { choices: { finish_reason?: string | null }[] }) =>
          reasons.push(...(chunk?.choices ?? []).map((choice) => choice.finish_reason));
        const lines = events(reason).map((event) => `data: ${JSON.stringify(event)}\n\n`);
        stream?.push(Buffer.from(lines.join('')), emit);
        stream?.end(emit);
        return reasons.find((each) => typeof each === 'string');
      };
      expect([finishWhole(known), finishStream(known), told]).toEqual(['stop', 'stop', []]);
      expect([finishWhole(NEW), told]).toEqual(['stop', [NEW]]);
      expect([finishStream(NEW), told]).toEqual(['stop', [NEW, NEW]]);
    },
  );
});
