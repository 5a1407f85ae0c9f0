import { describe, expect, it } from '@jest/globals';
import { ANSWER_TEXT } from './fixed-answer.js';
import { prepareAnswer } from './prepare-answer.js';

const ask = (target: string, body = '{}') => prepareAnswer({ target, body: Buffer.from(body) });
const readBody = (answer: ReturnType<typeof ask>) => {
  if (!Buffer.isBuffer(answer)) throw new Error('a stream in place of an answer');
  const [head = '', body = ''] = answer.toString().split('\r\n\r\n');
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  return JSON.parse(body) as Record<string, unknown>;
};

const WIRES = [
  ['/v1/chat/completions', 'choices', '/v1/chat/completions'],
  ['/v1/messages', 'stop_reason', '/v1/messages'],
  ['/v1beta/models/m:generateContent', 'candidates', '/v1beta/models/m:streamGenerateContent?alt=sse'],
  ['/v2/chat', 'finish_reason', '/v2/chat'],
  ['/model/m/converse', 'stopReason', '/model/m/converse-stream'],
];

describe('prepareAnswer', () => {
  it.each(WIRES)('answers %s with the fixed text in its own format', (path = '', member = '') => {
    const body = readBody(ask(path));
    expect(body).toHaveProperty(member);
    expect(JSON.stringify(body)).toContain(JSON.stringify(ANSWER_TEXT));
  });

  it.each(WIRES)('streams %s, one event for each piece', (_path, _member, streamTarget = '') => {
    const stream = ask(streamTarget, '{"stream":true,"prompt":"Answer in 7 pieces, one every 0 ms."}');
    if (Buffer.isBuffer(stream)) throw new Error('an answer in place of a stream');
    const withPiece = stream.parts.filter((part) => part.includes('"piece 0'));
    expect(withPiece).toHaveLength(7);
    expect(stream.whole).toEqual(Buffer.concat(stream.parts));
    expect(stream.whole.subarray(-5).toString()).toBe('0\r\n\r\n');
  });

  it('makes each answer once', () => {
    expect(ask('/v2/chat')).toBe(ask('/v2/chat'));
    expect(ask('/v2/chat', '{"stream":true}')).toBe(ask('/v2/chat', '{"stream":true}'));
    expect(ask('/v2/chat', '{"stream":true}')).not.toBe(ask('/v2/chat', '{"stream":true} in 7 pieces'));
  });

  it('answers every other path in the reference format', () => {
    expect(readBody(ask('/readyz'))).toHaveProperty('choices');
  });
});
