import { describe, expect, it } from '@jest/globals';
import { readTurnsOf } from './conversation-turns.js';

const chat = readTurnsOf('messages');
const responses = readTurnsOf('input');
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

describe('the last messages of the user', () => {
  it('are taken out of the request, and everything else stays', () => {
    const request = { model: 'm', temperature: 1, messages: [{ role: 'system', content: 's' }, user('q')] };
    const turns = chat(request, 1);
    expect(turns).toMatchObject({ texts: ['q'], hasMedia: false, hasToolResults: false });
    expect(JSON.stringify(turns?.rest)).not.toContain('"q"');
    expect(turns?.rest).toMatchObject({
      model: 'm',
      temperature: 1,
      messages: [{ role: 'system', content: 's' }, { role: 'user' }],
    });
    expect(request.messages[1]).toEqual(user('q'));
  });

  it('are as many as asked for; earlier ones stay as they are', () => {
    const messages = [user('a'), assistant('1'), user('b'), assistant('2'), user('c')];
    const turns = chat({ messages }, 2);
    expect(turns?.texts).toEqual(['b', 'c']);
    expect(turns?.rest.messages).toMatchObject([
      user('a'),
      assistant('1'),
      { role: 'user' },
      assistant('2'),
      { role: 'user' },
    ]);
    expect(chat({ messages }, 5)?.texts).toEqual(['a', 'b', 'c']);
  });

  it('may have parts; the other parts stay', () => {
    const image = { type: 'image_url', image_url: { url: 'u' } };
    const turns = chat({ messages: [user([{ type: 'text', text: 'q' }, image, { type: 'text', text: 'r' }])] }, 1);
    expect(turns).toMatchObject({ texts: ['q\nr'], hasMedia: true });
    expect(turns?.rest.messages).toMatchObject([{ content: [{ type: 'text' }, image, { type: 'text' }] }]);
  });

  it.each([
    ['an answer', [user('q'), assistant('a')]],
    ['a picture', [user([{ type: 'image_url', image_url: { url: 'u' } }])]],
    ['nothing', []],
    ['a result of a tool', [user('q'), { role: 'tool', tool_call_id: 'c', content: 'r' }]],
  ])('are none where the request ends with %s', (_what, messages) => {
    expect(chat({ messages }, 2)).toBeUndefined();
  });

  it.each([
    ['a role', [{ role: 'tool', content: 'r' }, user('q')]],
    ['a call', [{ role: 'assistant', content: null, tool_calls: [{ id: 'c' }] }, user('q')]],
    [
      'a part of messages',
      [
        user([
          { type: 'tool_result', content: 'r' },
          { type: 'text', text: 'q' },
        ]),
      ],
    ],
    ['an older kind of call', [{ role: 'assistant', function_call: { name: 'f' } }, user('q')]],
  ])('tools are seen by %s', (_what, messages) => {
    expect(chat({ messages }, 1)).toMatchObject({ texts: ['q'], hasToolResults: true });
  });

  it.each([
    ['sound', { type: 'input_audio', input_audio: {} }],
    ['a document', { type: 'document', source: {} }],
    ['a kind that is not known yet', { type: 'hologram' }],
  ])('media are seen: %s', (_what, part) => {
    expect(chat({ messages: [user([{ type: 'text', text: 'q' }, part])] }, 1)?.hasMedia).toBe(true);
  });
});

describe('a request in the format of responses', () => {
  it('may be one text, or items', () => {
    expect(responses({ input: 'q', instructions: 'i' }, 1)).toMatchObject({
      texts: ['q'],
      rest: { instructions: 'i' },
    });
    expect(responses({ input: [user([{ type: 'input_text', text: 'q' }])] }, 1)).toMatchObject({
      texts: ['q'],
      hasMedia: false,
    });
    const output = { type: 'function_call_output', call_id: 'c', output: 'o' };
    expect(responses({ input: [output, user('q')] }, 1)).toMatchObject({ hasToolResults: true });
    expect(responses({ input: [{ type: 'reasoning', summary: [] }, user('q')] }, 1)).toMatchObject({
      hasToolResults: false,
    });
  });

  it('that is neither has none', () => {
    expect(responses({}, 1)).toBeUndefined();
    expect(responses({ input: 7 }, 1)).toBeUndefined();
  });
});
