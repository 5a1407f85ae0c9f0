import { describe, expect, it } from '@jest/globals';
import { buildBody, findProblem, NO_SETTINGS } from './build-body.js';

const HI = [{ role: 'user', content: 'Hi' }] as const;

describe('the request of a lane', () => {
  it('has no parameter that was not set', () => {
    expect(buildBody('m', HI, { ...NO_SETTINGS, stream: false })).toEqual({ model: 'm', messages: HI });
  });

  it('sends zero, which is not the same as nothing', () => {
    expect(buildBody('m', HI, { ...NO_SETTINGS, temperature: '0' })).toMatchObject({ temperature: 0 });
  });

  it('begins with the system prompt', () => {
    const { messages } = buildBody('m', HI, { ...NO_SETTINGS, system: 'Be brief.' });
    expect(messages).toEqual([{ role: 'system', content: 'Be brief.' }, ...HI]);
  });

  it('takes tools as the API does, and as bare functions', () => {
    const tools = '[{"name":"a"},{"type":"function","function":{"name":"b"}}]';
    expect(buildBody('m', HI, { ...NO_SETTINGS, tools }).tools).toEqual([
      { type: 'function', function: { name: 'a' } },
      { type: 'function', function: { name: 'b' } },
    ]);
  });

  it('asks a stream for its usage', () => {
    expect(buildBody('m', HI, NO_SETTINGS)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('names the schema of the answer', () => {
    const settings = { ...NO_SETTINGS, format: 'json_schema', schema: '{"type":"object"}' };
    expect(buildBody('m', HI, settings).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema: { type: 'object' } },
    });
  });
});

describe('a problem of the settings', () => {
  it.each([
    ['a number that is none', { topP: 'high' }, { field: 'topP', problem: 'number' }],
    ['tools that are no JSON', { tools: '[' }, { field: 'tools', problem: 'json' }],
    ['tools that are no list', { tools: '{}' }, { field: 'tools', problem: 'list' }],
    ['a schema that is no JSON', { format: 'json_schema', schema: '' }, { field: 'schema', problem: 'json' }],
    ['a schema that is no object', { format: 'json_schema', schema: '[]' }, { field: 'schema', problem: 'object' }],
  ])('is %s', (_, change, problem) => {
    expect(findProblem({ ...NO_SETTINGS, ...change })).toEqual(problem);
  });

  it('is not a schema that is not asked for', () => {
    expect(findProblem({ ...NO_SETTINGS, schema: '[' })).toBeUndefined();
  });
});
