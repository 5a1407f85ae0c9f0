import { describe, expect, it } from '@jest/globals';
import { splitEvents } from './split-events.js';

describe('splitEvents', () => {
  it('reads event name and data and keeps what has not ended', () => {
    const { events, rest } = splitEvents('event: error\ndata: {"a":1}\n\ndata: [DONE]\n\ndata: {"b"');
    expect(events).toEqual([
      { raw: 'event: error\ndata: {"a":1}', event: 'error', data: '{"a":1}' },
      { raw: 'data: [DONE]', event: undefined, data: '[DONE]' },
    ]);
    expect(rest).toBe('data: {"b"');
  });

  it('takes CRLF line ends and joins data lines', () => {
    const { events } = splitEvents('data: one\r\ndata: two\r\n\r\n');
    expect(events.map((event) => event.data)).toEqual(['one\ntwo']);
  });

  it('gives a comment no data', () => {
    expect(splitEvents(': keep-alive\n\n').events).toEqual([
      { raw: ': keep-alive', event: undefined, data: undefined },
    ]);
  });
});
