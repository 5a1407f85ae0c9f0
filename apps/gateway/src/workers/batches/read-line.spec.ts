import { describe, expect, it } from '@jest/globals';
import { readLine } from './read-line.js';

const PATH = '/v1/chat/completions';
const LINE = { custom_id: 'one', method: 'POST', url: PATH, body: { model: 'm', seed: 1 } };
const read = (line: unknown) => readLine(Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)), PATH);

// docs/contract/batches.md#input
describe('a line of an input file', () => {
  it('is a request with an id', () => {
    expect(read(LINE)).toEqual({ customId: 'one', body: LINE.body });
  });

  it('keeps integers that no double holds', () => {
    const text = JSON.stringify(LINE).replace('"seed":1', '"seed":12345678901234567890');
    expect(JSON.stringify(read(text).body)).toContain('"seed":12345678901234567890');
  });

  it.each([
    ['nothing', '{', 'invalid_json', undefined],
    ['no object', '1', 'invalid_json', undefined],
    ['a list', [], 'invalid_json', undefined],
    ['no id', { ...LINE, custom_id: undefined }, 'invalid_value', 'custom_id'],
    ['a number as id', { ...LINE, custom_id: 1 }, 'invalid_value', 'custom_id'],
    ['an empty id', { ...LINE, custom_id: '' }, 'invalid_value', 'custom_id'],
    ['a long id', { ...LINE, custom_id: 'x'.repeat(513) }, 'invalid_value', 'custom_id'],
    ['another method', { ...LINE, method: 'post' }, 'invalid_value', 'method'],
    ['another endpoint', { ...LINE, url: '/v1/embeddings' }, 'invalid_value', 'url'],
    ['no body', { ...LINE, body: null }, 'invalid_value', 'body'],
    ['a list as body', { ...LINE, body: [] }, 'invalid_value', 'body'],
    ['a stream', { ...LINE, body: { stream: true } }, 'unsupported_parameter', 'body.stream'],
    ['great depth', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'invalid_json', undefined],
    [
      'many members',
      JSON.stringify({ ...LINE, body: Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [n, 1])) }),
      'invalid_json',
      undefined,
    ],
  ])('with %s is rejected by name', (_what, line, code, param) => {
    expect(() => read(line)).toThrow(expect.objectContaining({ code, param }));
  });
});
