import { describe, expect, it } from '@jest/globals';
import { readDefinition } from './read-definition.js';
import { readTurn } from './read-turn.js';
import { writeRequest } from './write-request.js';

const TOOLS = new Set(['look']);
const answerOf = (message: object, usage?: object) => ({ choices: [{ message, finish_reason: 'tool_calls' }], usage });
const calling = (...calls: unknown[]) => answerOf({ content: null, tool_calls: calls });
const looks = (text: unknown, id: unknown = 'c1') => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: text },
});
let made = 0;
const makeId = (): string => {
  made += 1;
  return `made_${made}`;
};
const read = (answer: unknown) => readTurn(answer, TOOLS, makeId);

describe('readTurn', () => {
  it('reads text, calls and usage', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4 };
    expect(read(answerOf({ content: 'Let me look.', tool_calls: [looks('{"at":1}')] }, usage))).toEqual({
      content: 'Let me look.',
      finishReason: 'tool_calls',
      calls: [{ id: 'c1', name: 'look', arguments: '{"at":1}', parsed: { at: 1 }, problem: undefined }],
      tokens: { prompt: 3, completion: 4 },
    });
  });

  it.each([
    ['arguments that are no JSON', looks('{"at":')],
    ['arguments that are no object', looks('[1]')],
    ['arguments that are too long', looks(JSON.stringify({ at: 'x'.repeat(64_001) }))],
    ['a tool that the agent has not', { id: 'c1', function: { name: 'delete_all', arguments: '{}' } }],
    ['a name that is none', { id: 'c1', function: { name: 'a b', arguments: '{}' } }],
    ['a call that is none', null],
  ])('has %s go back to the model', (_case, call) => {
    expect(read(calling(call))?.calls).toEqual([expect.objectContaining({ problem: expect.any(String), parsed: {} })]);
  });

  it('gives calls without an id, or with one that is used twice, an id of their own', () => {
    const ids = read(calling(looks('{}', 'a'), looks('{}', 'a'), looks('{}', ''), looks('{}', 7)))?.calls.map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(4);
    expect(ids?.[0]).toBe('a');
  });

  it('rejects calls beyond those that may be made at once', () => {
    const calls = read(calling(...Array.from({ length: 99 }, (_, at) => looks('{}', `c${at}`))))?.calls ?? [];
    expect([calls.length, calls.filter(({ problem }) => problem === undefined).length]).toEqual([32, 16]);
  });

  it.each([undefined, {}, { choices: [] }, { choices: [{}] }, 'text'])('knows that %j is no completion', (answer) => {
    expect(read(answer)).toBeUndefined();
  });
});

describe('writeRequest', () => {
  it('writes each call with its result, and arguments that are no JSON as none', () => {
    const definition = readDefinition({
      model: 'm',
      instructions: 'Be short.',
      kb_ids: ['01930000-0000-7000-8000-000000000001'],
    });
    const call = { id: 'c1', name: 'look', arguments: '{"at":', status: 'finished', result: 'wrong' } as const;
    const request = writeRequest({ definition, input: 'Hi', turns: [{ content: null, calls: [call] }] });
    expect(request).toMatchObject({
      model: 'm',
      tools: [{ function: { name: 'search_knowledge' } }],
      messages: [
        { role: 'system', content: expect.stringMatching(/^Be short\.[\s\S]+data[\s\S]+square brackets/) },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'wrong' },
      ],
    });
  });
});
