import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import fc from 'fast-check';
import { validateDecisionRequest } from './validate-decision-request.js';

const noul = { type: 'noul', instructions: 'Is this a defect?' };
const choice = { type: 'choice', instructions: 'How severe?', criteria: { low: 'cosmetic', high: null } };
const score = { type: 'score', instructions: ['How', 'sure?'], criteria: ['unsure', { level: 'sure' }] };

const ask = (question: object) => ({ model: 'm', state: 's', questions: { q: question } });

function findRefusal(body: unknown): GatewayError | undefined {
  try {
    expect(validateDecisionRequest(body)).toBe(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

describe('validateDecisionRequest', () => {
  it.each([
    ['a state of text', { model: 'm', state: 'text', questions: { noul, choice, score } }],
    ['a state that is an object', { model: 'm', state: { a: 1 }, questions: { noul } }],
    ['a state that is a list', { model: 'm', state: [{ a: 1 }], questions: { noul } }],
    ['criteria of a yes/no question', ask({ ...noul, criteria: { true: 'broken', false: { as: 'designed' } } })],
    ['one criterion', ask({ ...noul, criteria: { true: null } })],
    ['null criteria', ask({ ...noul, criteria: null })],
    ['one option', ask({ ...choice, criteria: { only: null } })],
    ['255 options', ask({ ...choice, criteria: Object.fromEntries(listOf(255).map((name) => [name, null])) })],
    ['10 levels', ask({ ...score, criteria: listOf(10) })],
    ['question names of any kind', { model: 'm', state: '', questions: { 'is it – really?': noul, [`${1}`]: noul } }],
    ['unknown members', { ...ask(noul), newer: { a: [null] } }],
  ])('accepts %s (docs/contract/decision.md#request)', (_name, body) => {
    expect(findRefusal(structuredClone(body))).toBeUndefined();
  });

  it.each([
    [{ model: 'm', questions: { noul } }, 'state'],
    [{ model: 'm', state: 5, questions: { noul } }, 'state'],
    [{ model: 'm', state: null, questions: { noul } }, 'state'],
    [{ model: 'm', state: 's' }, 'questions'],
    [{ model: 'm', state: 's', questions: {} }, 'questions'],
    [{ model: 'm', state: 's', questions: [noul] }, 'questions'],
    [{ state: 's', questions: { noul } }, 'model'],
    [{ model: 'm', state: 's', questions: { q: 'Is it?' } }, 'questions.q'],
    [ask({ instructions: 'x' }), 'questions.q.type'],
    [ask({ type: 'box', instructions: 'x' }), 'questions.q.type'],
    [ask({ type: 'noul' }), 'questions.q.instructions'],
    [ask({ type: 'noul', instructions: 1 }), 'questions.q.instructions'],
    [ask({ ...noul, criteria: { maybe: 'x' } }), 'questions.q.criteria'],
    [ask({ ...noul, criteria: ['x'] }), 'questions.q.criteria'],
    [ask({ ...noul, criteria: { true: 1 } }), 'questions.q.criteria.true'],
    [ask({ type: 'choice', instructions: 'x' }), 'questions.q.criteria'],
    [ask({ ...choice, criteria: {} }), 'questions.q.criteria'],
    [ask({ ...choice, criteria: Object.fromEntries(listOf(256).map((name) => [name, null])) }), 'questions.q.criteria'],
    [ask({ ...choice, criteria: ['low', 'high'] }), 'questions.q.criteria'],
    [ask({ ...choice, criteria: { low: 1 } }), 'questions.q.criteria.low'],
    [ask({ type: 'score', instructions: 'x' }), 'questions.q.criteria'],
    [ask({ ...score, criteria: ['one'] }), 'questions.q.criteria'],
    [ask({ ...score, criteria: listOf(11) }), 'questions.q.criteria'],
    [ask({ ...score, criteria: ['a', null] }), 'questions.q.criteria[1]'],
    [ask({ ...score, criteria: { 0: 'a', 1: 'b' } }), 'questions.q.criteria'],
  ])('rejects %#: names the exact field', (body, param) => {
    expect(findRefusal(body)).toMatchObject({ code: 'invalid_value', param });
  });

  it.each([
    ['stream', true],
    ['stream_options', {}],
    ['functions', []],
    ['function_call', 'auto'],
  ])(
    'rejects %s, for there is no streaming (docs/contract/decision.md#request) and functions are deprecated',
    (name, value) => {
      expect(findRefusal({ ...ask(noul), [name]: value })).toMatchObject({
        code: 'unsupported_parameter',
        param: name,
      });
    },
  );

  it('takes out `stream: false` and null members', () => {
    const body = { ...ask(noul), stream: false, stream_options: null, functions: null };
    expect(validateDecisionRequest(body)).toEqual(ask(noul));
  });

  it('answers or rejects any JSON value, and repeats nothing of it', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => findRefusal(body) !== null));
    fc.assert(fc.property(fc.jsonValue(), (value) => findRefusal(ask(value as object)) !== null));
    const secret = 'hunter2 is my secret question';
    const refusal = findRefusal({ model: 'm', state: 's', questions: { [secret]: { type: secret } } });
    expect(refusal).toMatchObject({ param: 'questions.*.type' });
    expect(refusal?.message).not.toContain('hunter2');
  });
});

function listOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `item ${index}`);
}
