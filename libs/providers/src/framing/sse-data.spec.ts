import { describe, expect, test } from '@jest/globals';
import { SseDataReader } from './sse-data.js';

function read(...pieces: string[]): string[] {
  const reader = new SseDataReader();
  const events: string[] = [];
  for (const piece of pieces) reader.push(Buffer.from(piece), (data) => events.push(data));
  return events;
}

describe('SseDataReader', () => {
  test.each([
    ['one event', ['data: a\n\n'], ['a']],
    ['several events', ['data: a\n\ndata: b\n\n'], ['a', 'b']],
    ['an event in pieces', ['da', 'ta: a', 'b\n', '\n'], ['ab']],
    ['data without a space', ['data:a\n\n'], ['a']],
    ['data with more than one space', ['data:  a\n\n'], [' a']],
    ['lines of one event, joined', ['data: a\ndata: b\n\n'], ['a\nb']],
    ['names, ids and comments beside it', ['event: x\nid: 1\n: hello\ndata: a\n\n'], ['a']],
    ['CRLF', ['data: a\r\n\r\ndata: b\r\n\r\n'], ['a', 'b']],
    ['nothing in an event without data', ['event: ping\n\n\n\n'], []],
    ['nothing in an event that is not complete', ['data: a\n\ndata: b\n'], ['a']],
  ])('reads %s', (_name, pieces, events) => {
    expect(read(...pieces)).toEqual(events);
  });
});
