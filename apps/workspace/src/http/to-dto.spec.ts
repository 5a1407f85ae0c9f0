import { describe, expect, it } from '@jest/globals';
import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../fields/list-fields.js';
import { CountField, TextField } from '../fields/scalar-fields.js';
import { ListQuery } from '../lists/list-query.dto.js';
import { DtoPipe } from './dto.pipe.js';
import { toDto } from './to-dto.js';

const MAY = { description: 'For the test.', optional: true };

class Inner {
  @TextField(MAY) text?: string;
}

class Outer {
  @TextField(MAY) text?: string;
  @CountField(MAY) count: number = 7;
  @TextListField({ ...MAY, maxItems: 3 }) texts?: string[];
  @ObjectField(() => Inner, MAY) inner?: Inner;
  @ObjectListField(() => Inner, { ...MAY, maxItems: 3 }) list?: Inner[];
}

class Wider extends Outer {
  @TextField({ ...MAY, nullable: true }) more?: string | null;
  @FreeObjectField(MAY) free?: object;
}

const MANY = 60_000;
const NAMES = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`n${index}`, 1]));
const OBJECTS = Array.from({ length: MANY }, () => ({}));
const DEEP = JSON.parse(`${'{"inner":'.repeat(250)}1${'}'.repeat(250)}`) as object;

describe('a DTO', () => {
  it('has the fields that its class and those above it declare, its own defaults, and nulls that mean something', () => {
    const dto = toDto(Wider, { text: 'x', count: null, more: null, inner: { text: 'y' }, list: [{}, { text: 'z' }] });
    expect({ ...dto }).toEqual({ text: 'x', count: 7, more: null, inner: { text: 'y' }, list: [{}, { text: 'z' }] });
    expect((dto as Wider).list?.[0]).toBeInstanceOf(Inner);
    expect(() => toDto(Outer, { more: null })).toThrow('`more` is not a known field.');
  });

  it('has its fields in the order in which they were sent, and numbers of a query from their text', () => {
    expect(Object.keys(toDto(Outer, { list: [], text: 'x', count: 1 }))).toEqual(['count', 'list', 'text']);
    expect(toDto(ListQuery, { limit: '7' })).toMatchObject({ limit: 7 });
    expect(toDto(ListQuery, { limit: ['7'] })).toMatchObject({ limit: Number.NaN });
  });

  it('holds every list and object without fields of its own as it was sent, which nothing has looked into', () => {
    const looked: string[] = [];
    const watch = (name: string, value: object): object =>
      new Proxy(value, {
        get: (target, member) => {
          looked.push(`${name}.${String(member)}`);
          return Reflect.get(target, member);
        },
        ownKeys: (target) => {
          looked.push(name);
          return Reflect.ownKeys(target);
        },
      });
    const sent = {
      text: watch('text', JSON.parse('{"then":1,"constructor":1}') as object),
      count: watch('count', []),
      texts: watch('texts', ['x']),
      list: [{ text: watch('list[0].text', {}) }],
      free: watch('free', { constructor: null, length: 2 ** 31 }),
    };
    const dto = toDto(Wider, sent) as typeof sent;
    expect(looked).toEqual([]);
    const valuesOf = ({ count, free, list, text, texts }: typeof sent) => [count, free, list[0]?.text, text, texts];
    expect(valuesOf(dto).map((value, index) => value === valuesOf(sent)[index])).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it.each<[string, object, string]>([
    ['60,000 names that nobody knows', NAMES, 'n0'],
    ['60,000 empty objects for a text', { text: OBJECTS }, 'text'],
    ['60,000 empty objects for a list of texts', { texts: OBJECTS }, 'texts'],
    ['60,000 empty objects for a list of three', { list: OBJECTS }, 'list'],
    ['60,000 empty objects for one', { inner: OBJECTS }, 'inner'],
    ['60,000 names in a nested object', { inner: NAMES }, 'inner.n0'],
    ['60,000 names in an item', { list: [{}, NAMES] }, 'list[1].n0'],
    ['an object where a text should be', { text: NAMES }, 'text'],
    ['a number of levels', DEEP, 'inner.inner'],
  ])('is rejected for %s in no more time than it takes to look at them', async (_what, value, param) => {
    const started = performance.now();
    const refusal = new DtoPipe().transform(value, { type: 'body', metatype: Outer });
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_value', param });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
