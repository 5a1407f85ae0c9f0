import { describe, expect, it, jest } from '@jest/globals';
import { Ajv } from 'ajv';
import { compileRequestSchema, compileWaitingSchema, requireJsonObject } from './compile-request-schema.js';
import { chatRequestSchema } from './schemas/chat-request.schema.js';
import { completionsRequestSchema } from './schemas/completions-request.schema.js';
import { decisionRequestSchema } from './schemas/decision-request.schema.js';
import { moderationsRequestSchema } from './schemas/moderations-request.schema.js';
import { responsesRequestSchema } from './schemas/responses-request.schema.js';
import { BOOLEAN, objectOf, type RequestSchema, STRING } from './schemas/schema-words.js';

/** Every node that names a type, with its path: those are the nodes that can be at fault. */
function listTypedNodes(node: unknown, path = '#'): [string, RequestSchema][] {
  if (typeof node !== 'object' || node === null) return [];
  const own: [string, RequestSchema][] = 'type' in node && typeof node.type !== 'object' ? [[path, node]] : [];
  return [...own, ...Object.entries(node).flatMap(([key, child]) => listTypedNodes(child, `${path}/${key}`))];
}

const isInsideCondition = (path: string) => /\/(if|not)(\/|$)/.test(path);

const SCHEMAS = [
  ['chat', chatRequestSchema],
  ['completions', completionsRequestSchema],
  ['decision', decisionRequestSchema],
  ['responses', responsesRequestSchema],
  ['moderations', moderationsRequestSchema],
] as const;

describe.each(SCHEMAS)('the schema of %s', (_name, requestSchema) => {
  it('is valid by the metaschema', () => {
    const ajv = new Ajv({ discriminator: true, keywords: ['refusal', 'rawInteger'], allowUnionTypes: true });
    expect(ajv.validateSchema(requestSchema)).toBe(true);
  });

  it('gives every rule a description, of which the error message is made', () => {
    const silent = listTypedNodes(requestSchema).filter(
      ([path, node]) => node.description === undefined && !isInsideCondition(path),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });
});

describe('compileRequestSchema', () => {
  const check = compileRequestSchema(objectOf('a JSON object', { name: STRING, flag: BOOLEAN }, ['name']));

  it('compiles a schema with the first request, or with one call for each schema that waits', () => {
    const compile = jest.spyOn(Ajv.prototype, 'compile');
    try {
      while (compileWaitingSchema());
      compile.mockClear();
      const [checkFirst, checkSecond] = ['first', 'second'].map((name) =>
        compileRequestSchema(objectOf('a JSON object', { [name]: STRING }, [name])),
      );
      expect(compile).not.toHaveBeenCalled();
      checkFirst?.({ first: 'a' });
      checkFirst?.({ first: 'b' });
      expect(compile).toHaveBeenCalledTimes(1);
      // The first schema waits no longer, the second does.
      expect([compileWaitingSchema(), compileWaitingSchema()]).toEqual([true, false]);
      expect(compile).toHaveBeenCalledTimes(2);
      expect(() => checkSecond?.({})).toThrow(expect.objectContaining({ param: 'second' }));
      expect(compile).toHaveBeenCalledTimes(2);
    } finally {
      compile.mockRestore();
    }
  });

  it('takes out known optional members that are null', () => {
    const body = { name: 'a', flag: null };
    check(body);
    expect(body).toEqual({ name: 'a' });
  });

  it('leaves unknown members alone, null or not, at any level', () => {
    const body = { name: 'a', newer: null, other: { flag: null } };
    check(body);
    expect(body).toEqual({ name: 'a', newer: null, other: { flag: null } });
  });

  it('does not take a required null for an absent member', () => {
    expect(() => check({ name: null })).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'name', message: '`name` must be a string.' }),
    );
  });

  it('does not read members from the prototype or from a member called __proto__', () => {
    expect(() => check(JSON.parse('{"__proto__":{"name":"a"}}'))).toThrow(expect.objectContaining({ param: 'name' }));
  });
});

describe('requireJsonObject', () => {
  it.each([
    ['null', null],
    ['a list', []],
    ['a string', 'x'],
    ['a number', 1],
    ['nothing', undefined],
  ])('rejects %s without naming a field', (_, body) => {
    expect(() => requireJsonObject(body)).toThrow(
      expect.objectContaining({
        code: 'invalid_value',
        param: undefined,
        message: 'The request body must be a JSON object.',
      }),
    );
  });
});
