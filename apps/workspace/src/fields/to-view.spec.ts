import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { FreeObjectField, ObjectField, TextListField } from './list-fields.js';
import { ChoiceField, CountField, TextField, TimeField } from './scalar-fields.js';
import { toView } from './to-view.js';

const ANY = { description: 'For the test.' };

class Inner {
  @TextField(ANY) base_url!: string;
}

class Shown {
  @TextField(ANY) id!: string;
  @ChoiceField(['shown'], ANY) object!: 'shown';
  @CountField(ANY) p95_ms!: number;
  @TextListField({ ...ANY, nullable: true }) allowed_models!: readonly string[] | null;
  @FreeObjectField(ANY) before!: object;
  @ObjectField(() => Inner, { ...ANY, nullable: true }) inner!: object | null;
  @TimeField({ ...ANY, nullable: true }) last_used_at!: string | null;
  @TimeField({ ...ANY, optional: true }) removed_at?: string | undefined;
}

class Issued extends Shown {
  @TextField(ANY) token!: string;
}

const LAST_USED = new Date('2027-01-31T00:00:00Z');
const RECORD = {
  lastUsedAt: LAST_USED,
  passwordHash: 'never shown',
  organizationId: 'never shown',
  id: 'x',
  object: 'shown' as const,
  p95Ms: 7,
  allowedModels: ['a', 'b'],
  before: JSON.parse('{"__proto__":{"a":1},"constructor":{"b":[{}]},"then":null}') as object,
  inner: { base_url: 'b', other: 'of the record itself' },
};

describe('a view of a record', () => {
  it('has the fields that it declares, in their order, times as text, and nothing else of the record', () => {
    const { allowedModels: allowed_models, before, inner } = RECORD;
    const view = toView(Shown, RECORD);
    const expected = { id: 'x', object: 'shown', p95_ms: 7, allowed_models, before, inner };
    expect(JSON.stringify(view)).toBe(JSON.stringify({ ...expected, last_used_at: '2027-01-31T00:00:00.000Z' }));
    expect(view).toBeInstanceOf(Shown);
  });

  it('has the values of the record themselves, which are not walked or copied', () => {
    const { allowed_models, before, inner } = toView(Shown, RECORD);
    expect([allowed_models === RECORD.allowedModels, before === RECORD.before, inner === RECORD.inner]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('says null where the record does, and leaves out what the record lacks', () => {
    const nothing = { ...RECORD, lastUsedAt: null, allowedModels: null, inner: null, removedAt: undefined };
    const view = toView(Shown, nothing);
    expect([view.last_used_at, view.allowed_models, view.inner]).toEqual([null, null, null]);
    expect(Object.keys(view)).not.toContain('removed_at');
    expect(toView(Shown, { ...RECORD, removedAt: LAST_USED })).toMatchObject({ removed_at: LAST_USED.toISOString() });
  });

  it('has the fields of the class that it extends, too', () => {
    expect(toView(Issued, { ...RECORD, token: 't' })).toMatchObject({ id: 'x', p95_ms: 7, token: 't' });
  });

  it('is made of a record with all of its fields alone, which the compiler checks', () => {
    type Taken = Parameters<typeof toView<Shown>>[1];
    expectTypeOf<typeof RECORD>().toExtend<Taken>();
    expectTypeOf<Omit<typeof RECORD, 'p95Ms'>>().not.toExtend<Taken>();
    expectTypeOf<Taken['p95Ms']>().toEqualTypeOf<number>();
    expectTypeOf<Taken['object']>().toEqualTypeOf<'shown'>();
    expectTypeOf<Taken['lastUsedAt']>().toEqualTypeOf<string | Date | null>();
    expectTypeOf<Taken['removedAt']>().toEqualTypeOf<string | Date | undefined>();
  });
});
