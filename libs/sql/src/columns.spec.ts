import { describe, expect, it } from '@jest/globals';
import { RowReader, UnexpectedRow } from './columns.js';

const reader = new RowReader({
  id: 'uuid',
  count: 'integer',
  at: 'timestamptz?',
  tags: 'text[]',
  sealed: 'bytea',
  value: 'jsonb',
});
const row = { id: 'a', count: 1, at: new Date(0), tags: [], sealed: Buffer.of(1), value: null };

describe('rows of a statement', () => {
  it('are returned as they are if they have the declared columns, and may have further ones', () => {
    const rows = [row, { ...row, at: null, further: 1 }];
    expect(reader.read(rows)).toBe(rows);
  });

  it.each([
    ['absent', { id: undefined }, 'Column "id" of a row is absent, not uuid.'],
    ['null', { tags: null }, 'Column "tags" of a row is null, not text[].'],
    ['of another type', { count: '1' }, 'Column "count" of a row is a string, not integer.'],
    ['another object', { at: {} }, 'Column "at" of a row is Object, not timestamptz.'],
  ])('are rejected for a column that is %s', (_, change, message) => {
    const read = (): unknown => reader.read([row, { ...row, ...change }]);
    expect(read).toThrow(UnexpectedRow);
    expect(read).toThrow(message);
  });
});
