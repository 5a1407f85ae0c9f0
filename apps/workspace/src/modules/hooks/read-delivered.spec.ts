import { describe, expect, it } from '@jest/globals';
import { readDelivered } from './read-delivered.js';

const FORM = 'application/x-www-form-urlencoded';

const read = (body: string, type: string | undefined = 'application/json') =>
  readDelivered({ body, headers: { 'content-type': type } });

describe('docs/contract/workflows.md#hooks: what a delivery says', () => {
  it.each<[string, string, string | undefined, unknown]>([
    ['JSON', '{"order":7}', 'application/json', { order: 7 }],
    ['JSON without a type', '[1]', undefined, [1]],
    ['nothing', '', 'application/json', null],
    ['JSON that curl says is a form', '{"order":7,"note":"a&b=c"}', FORM, { order: 7, note: 'a&b=c' }],
    ['an empty form', '', FORM, null],
    ["GitHub's form", `payload=${encodeURIComponent('{"zen":"a+b & c","n":1}')}`, FORM, { zen: 'a+b & c', n: 1 }],
    ['spaces as plus signs', 'payload=%7B%22a%22%3A%22b+c%22%7D', `${FORM}; charset=UTF-8`, { a: 'b c' }],
    ['a form in upper case', 'payload=1', 'Application/X-WWW-Form-Urlencoded', 1],
    [
      'fields of a form',
      'From=%2B49&Body=Hi&tag=a&tag=b&tag=c',
      FORM,
      { From: '+49', Body: 'Hi', tag: ['a', 'b', 'c'] },
    ],
    ['several payloads', 'payload=1&payload=2', FORM, { payload: ['1', '2'] }],
    ['names of objects', '__proto__=x&constructor=y', FORM, JSON.parse('{"__proto__":"x","constructor":"y"}')],
  ])('reads %s', (_what, body, type, expected) => {
    expect(read(body, type)).toEqual(expected);
  });

  it.each<[string, string, string]>([
    ['a form that says it is JSON', 'payload=%7B%7D', 'application/json'],
    ['a payload that is no JSON', 'payload=zen', FORM],
    ['a payload that is nested too deeply', `payload=${'['.repeat(100)}${']'.repeat(100)}`, FORM],
    ['JSON that is nested too deeply', `${'['.repeat(100)}${']'.repeat(100)}`, 'application/json'],
    ['a form of too many fields', 'a=1&'.repeat(1_001), FORM],
  ])('rejects %s', (_what, body, type) => {
    expect(() => read(body, type)).toThrow(expect.objectContaining({ code: 'invalid_value' }));
  });
});
