import { describe, expect, it } from '@jest/globals';
import type { ExportRecord } from '../export-record.js';
import { describeRecord, type OtlpDialect } from './otlp-attributes.js';

const record = (payload?: object): ExportRecord => ({
  time: '2026-11-30T10:00:00.000Z',
  id: '01a22c57-6060-730e-8656-9b4cd02cd848',
  endpoint: 'chat.completions',
  ...(payload && { payload: { is_truncated: false, ...payload } }),
});

const describeAs = (payload: object | undefined, dialect?: OtlpDialect) => describeRecord(record(payload), dialect);

const CHAT = {
  request: {
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'image_url', image_url: {} },
        ],
      },
    ],
  },
  answer: { choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'length' }] },
};

const text = (content: string) => ({ type: 'text', content });

describe('contents of spans', () => {
  it('are messages of the conventions, without what is no text', () => {
    const attributes = describeAs(CHAT);
    expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
      { role: 'system', parts: [text('Be kind.')] },
      { role: 'user', parts: [text('Hi'), { type: 'image_url' }] },
    ]);
    expect(JSON.parse(String(attributes['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [text('Hello.')], finish_reason: 'length' },
    ]);
  });

  it.each([
    ['the content of a message', { content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn' }, 'end_turn'],
    ['the texts of a stream', { texts: [{ role: 'assistant', text: 'Hello.' }] }, 'stop'],
  ])('are read from %s', (_name, answer, reason) => {
    const { 'gen_ai.output.messages': written } = describeAs({ request: CHAT.request, answer });
    expect(JSON.parse(String(written))).toEqual([
      { role: 'assistant', parts: [text('Hello.')], finish_reason: reason },
    ]);
  });

  it('are those that are left where a long prompt was cut', () => {
    const [first] = CHAT.request.messages;
    const cut = '…[truncated]';
    const contents = { role: 'user', content: [{ type: 'text', text: cut }, cut] };
    for (const last of [cut, { [cut]: true }]) {
      const request = { messages: [first, contents, last] };
      const attributes = describeAs({ request, answer: null, is_truncated: true });
      expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
        { role: 'system', parts: [text('Be kind.')] },
        { role: 'user', parts: [text(cut), text(cut)] },
      ]);
    }
    const other = { messages: [first, { type: 'function_call' }] };
    expect(describeAs({ request: other })['gen_ai.input.messages']).toBeUndefined();
  });

  it.each([
    ['choices', { choices: [null, { message: null }, 'text'] }],
    ['content', { content: [null, 7] }],
    ['texts', { texts: [null] }],
    ['nothing', 'text'],
  ])('fail for no answer that a provider filled with null: %s', (_name, answer) => {
    expect(() =>
      describeAs({ request: { messages: [null, { role: 'user', content: [null] }] }, answer }),
    ).not.toThrow();
  });

  it('are left out where a format has no messages, and without a payload', () => {
    const foreign = describeAs({ request: { contents: [{ parts: [{ text: 'Hi' }] }] }, answer: { candidates: [] } });
    for (const attributes of [foreign, describeAs(undefined), describeAs({ request: null, answer: null })]) {
      expect(attributes['gen_ai.input.messages']).toBeUndefined();
      expect(attributes['gen_ai.output.messages']).toBeUndefined();
    }
  });

  it('are the input and the output of a store, as they are', () => {
    const langfuse = describeAs({ request: { input: 'Hi' }, answer: CHAT.answer }, 'langfuse');
    expect(langfuse['langfuse.observation.input']).toBe('Hi');
    expect(langfuse['langfuse.observation.output']).toBe(JSON.stringify(CHAT.answer));
    const phoenix = describeAs(CHAT, 'openinference');
    expect(phoenix).toMatchObject({
      'input.value': JSON.stringify(CHAT.request.messages),
      'input.mime_type': 'application/json',
      'output.mime_type': 'application/json',
    });
    expect(describeAs(undefined, 'openinference')).not.toHaveProperty('input.value');
  });
});
