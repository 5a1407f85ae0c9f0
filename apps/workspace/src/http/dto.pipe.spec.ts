import { describe, expect, it } from '@jest/globals';
import type { ArgumentMetadata } from '@nestjs/common';
import {
  ChoiceListField,
  FreeObjectField,
  ObjectField,
  ObjectListField,
  TextListField,
} from '../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../fields/scalar-fields.js';
import { ListQuery } from '../lists/list-query.dto.js';
import { DtoPipe } from './dto.pipe.js';

const ANY = { description: 'For the test.' };
const MAY = { ...ANY, optional: true };

class Target {
  @TextField(ANY) model!: string;
  @CountField({ ...MAY, max: 100 }) weight?: number;
}

class Everything {
  @TextField({ ...ANY, max: 8 }) name!: string;
  @TextField({ ...MAY, multiline: true }) lines?: string;
  @CountField(MAY) count?: number;
  @AmountField(MAY) amount?: number;
  @FlagField(MAY) flag?: boolean;
  @ChoiceField(['a', 'b'], MAY) choice?: string;
  @ChoiceListField(['a', 'b'], { ...MAY, maxItems: 3 }) choices?: string[];
  @IdField(MAY) id?: string;
  @TimeField(MAY) time?: string;
  @TextListField({ ...MAY, nullable: true, maxItems: 3 }) list?: string[] | null;
  @ObjectField(() => Target, MAY) target?: Target;
  @ObjectListField(() => Target, MAY) targets?: Target[];
  @FreeObjectField({ ...MAY, maxBytes: 64 }) settings?: object;
}

const pipe = new DtoPipe();
const body: ArgumentMetadata = { type: 'body', metatype: Everything };
const accept = (value: unknown, metadata = body) => pipe.transform(value, metadata);
const paramOf = (value: unknown) =>
  accept(value).then(
    () => 'accepted',
    (error: { code: string; param?: string }) => (error.code === 'invalid_value' ? error.param : error.code),
  );

describe('the pipe that bodies come through', () => {
  it('makes a DTO of what fits, with nested ones', async () => {
    const value = {
      name: 'x',
      lines: 'a\nb\tc',
      count: 0,
      amount: 0.5,
      flag: false,
      choice: 'b',
      choices: ['b', 'a'],
      id: '01930000-0000-7000-8000-00000000000a',
      time: '2027-01-31T00:00:00+01:00',
      list: ['a', 'b'],
      target: { model: 'm' },
      targets: [{ model: 'm', weight: 100 }],
      settings: { any: ['thing', { goes: null }] },
    };
    const dto = (await accept(value)) as Everything;
    expect(dto).toBeInstanceOf(Everything);
    expect(dto.targets?.[0]).toBeInstanceOf(Target);
    expect({ ...dto }).toEqual(value);
  });

  it('takes null for absent, but where null means something', async () => {
    const dto = await accept({ name: 'x', count: null, target: null, flag: null, list: null });
    expect({ ...(dto as object) }).toEqual({ name: 'x', list: null });
    expect(await accept({ name: 'x', targets: [{ model: 'm', weight: null }] })).toEqual({
      name: 'x',
      targets: [{ model: 'm' }],
    });
    expect(await accept({ name: 'x', settings: { a: null } })).toEqual({ name: 'x', settings: { a: null } });
    const settings = { a: '\\u0000 \\\\ud83d 😀' };
    expect(await accept({ name: 'x', settings })).toEqual({ name: 'x', settings });
    expect(await paramOf({ name: null })).toBe('name');
    expect(await paramOf({ name: 'x', target: { model: null } })).toBe('target.model');
  });

  it.each<[string, unknown, string]>([
    ['a missing field', {}, 'name'],
    ['an empty text', { name: '' }, 'name'],
    ['spaces alone', { name: '  ' }, 'name'],
    ['a text that is too long', { name: '123456789' }, 'name'],
    ['a NUL in a text', { name: 'a\u0000' }, 'name'],
    ['a line break in a name', { name: 'a\nb' }, 'name'],
    ['half a surrogate pair', { name: 'a\ud800' }, 'name'],
    ['a list for a text', { name: ['x'] }, 'name'],
    ['a text for a number', { name: 'x', count: '5' }, 'count'],
    ['a number that is not whole', { name: 'x', count: 0.5 }, 'count'],
    ['a number below zero', { name: 'x', count: -1 }, 'count'],
    ['a number that no double holds', { name: 'x', count: 2 ** 53 }, 'count'],
    ['an amount below zero', { name: 'x', amount: -0.01 }, 'amount'],
    ['a text for a flag', { name: 'x', flag: 'true' }, 'flag'],
    ['a word that is no choice', { name: 'x', choice: 'c' }, 'choice'],
    ['a list of one choice', { name: 'x', choice: ['a'] }, 'choice'],
    ['a text for some choices', { name: 'x', choices: 'a' }, 'choices'],
    ['choices with a word that is none', { name: 'x', choices: ['a', 'c'] }, 'choices'],
    ['choices with a number', { name: 'x', choices: ['a', 7] }, 'choices'],
    ['more choices than are allowed', { name: 'x', choices: ['a', 'b', 'a', 'b'] }, 'choices'],
    ['an id in capitals', { name: 'x', id: '01930000-0000-7000-8000-00000000000A' }, 'id'],
    ['a day that does not exist', { name: 'x', time: '2027-02-29T00:00:00Z' }, 'time'],
    ['a time without a zone', { name: 'x', time: '2027-02-28T00:00:00' }, 'time'],
    ['a number for a time', { name: 'x', time: 1 }, 'time'],
    ['an object for a list', { name: 'x', list: { 0: 'a' } }, 'list'],
    ['a list that is too long', { name: 'x', list: ['1', '2', '3', '4'] }, 'list'],
    ['an item that is no text', { name: 'x', list: ['a', 'b', 7] }, 'list[2]'],
    ['a null in a list', { name: 'x', list: ['a', null] }, 'list[1]'],
    ['a list for an object', { name: 'x', target: [{ model: 'm' }] }, 'target'],
    ['a text for an object', { name: 'x', target: 'm' }, 'target'],
    ['a field that a nested object needs', { name: 'x', target: {} }, 'target.model'],
    [
      'a field of a nested object',
      { name: 'x', targets: [{ model: 'm' }, { model: 'm', weight: 101 }] },
      'targets[1].weight',
    ],
    ['a nested field nobody knows', { name: 'x', targets: [{ model: 'm', other: 1 }] }, 'targets[0].other'],
    ['a list that holds no objects', { name: 'x', targets: ['m'] }, 'targets[0]'],
    ['a list with a null', { name: 'x', targets: [null] }, 'targets[0]'],
    ['a settings list', { name: 'x', settings: [] }, 'settings'],
    ['settings with the character NUL', { name: 'x', settings: { a: ['b\u0000'] } }, 'settings'],
    ['settings with a name that holds it', { name: 'x', settings: { '\\\u0000': 1 } }, 'settings'],
    ['settings with half of a surrogate pair', { name: 'x', settings: { a: '\ud83d' } }, 'settings'],
    ['settings that are too large', { name: 'x', settings: { a: 'x'.repeat(64) } }, 'settings'],
    ['a field that nobody knows', { name: 'x', other: 1 }, 'other'],
  ])('rejects %s with 400 and its path', async (_what, value, param) => {
    expect(await paramOf(value)).toBe(param);
  });

  it.each([
    ['{"name":"x","__proto__":{"flag":true}}', '__proto__'],
    ['{"name":"x","constructor":{"prototype":{"flag":true}}}', 'constructor'],
    ['{"name":"x","settings":{"__proto__":{"flag":true}}}', 'settings.__proto__'],
    ['{"name":"x","settings":{"a":[{"__proto__":1}]}}', 'settings.a[0].__proto__'],
    ['{"name":"x","settings":{"\\u005f_proto__":{"flag":true}}}', 'settings.__proto__'],
  ])('rejects what would change the prototype of objects: %s', async (text, param) => {
    expect(await paramOf(JSON.parse(text))).toBe(param);
    expect(Object.hasOwn(Object.prototype, 'flag')).toBe(false);
  });

  it.each([[[]], ['text'], [7], [true]])('rejects a body that is no object: %j', async (value) => {
    await expect(accept(value)).rejects.toMatchObject({
      code: 'invalid_value',
      message: 'The body must be a JSON object.',
    });
  });

  it('names what is missing if there is no body at all', async () => {
    expect(await paramOf(undefined)).toBe('name');
  });

  it('never quotes a value, and cuts a foreign name short', async () => {
    const secret = 'sk-secret-value';
    for (const value of [
      { name: secret },
      { name: 'x', choice: secret },
      { name: 'x', targets: [{ model: 'm', weight: secret }] },
    ]) {
      await expect(accept(value)).rejects.toMatchObject({ message: expect.not.stringContaining(secret) });
    }
    await expect(accept({ name: 'x', ['y'.repeat(500)]: 1 })).rejects.toMatchObject({
      param: expect.stringMatching(/^y{80}…$/),
    });
  });
});

describe('the pipe that queries come through', () => {
  const query: ArgumentMetadata = { type: 'query', metatype: ListQuery };

  it('reads numbers from text, and has a default', async () => {
    expect(await accept({ limit: '7', cursor: 'abc' }, query)).toMatchObject({ limit: 7, cursor: 'abc' });
    expect(await accept({}, query)).toMatchObject({ limit: 50 });
  });

  it.each([{ limit: '0' }, { limit: '201' }, { limit: 'x' }, { limit: '' }, { limit: ['1', '2'] }, { limit: '1.5' }])(
    'rejects %j',
    async (value) => {
      await expect(accept(value, query)).rejects.toMatchObject({ code: 'invalid_value', param: 'limit' });
    },
  );

  it('rejects a parameter that nobody knows: a filter that is misspelt must not widen a list', async () => {
    await expect(accept({ teem: 'x' }, query)).rejects.toMatchObject({ code: 'invalid_value', param: 'teem' });
  });
});

describe('the pipe that path parameters come through', () => {
  const of = (name: string, value: string) => pipe.transform(value, { type: 'param', metatype: String, data: name });

  it.each(['id', 'user_id'])('answers 404 for a %s that cannot be one', async (name) => {
    await expect(of(name, "x'--")).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect(await of(name, '01930000-0000-7000-8000-00000000000a')).toBe('01930000-0000-7000-8000-00000000000a');
  });

  it('lets names pass', async () => {
    expect(await of('name', 'x')).toBe('x');
  });
});
