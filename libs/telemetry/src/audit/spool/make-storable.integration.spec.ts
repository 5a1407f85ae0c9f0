import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeRecordId } from '../record-stamp.js';
import { makeStorable } from './make-storable.js';

describe('a line for the database', () => {
  it.each([
    ['nothing unusual', { model: 'gpt-4o "é🔑" \\u0000' }, { model: 'gpt-4o "é🔑" \\u0000' }],
    ['NUL', { model: 'a\0b' }, { model: 'a\uFFFDb' }],
    ['half a character', { model: 'a\ud83d' }, { model: 'a\uFFFD' }],
    ['the other half', { endpoint: '\udd11b' }, { endpoint: '\uFFFDb' }],
    ['other control characters', { model: '\u0001\n' }, { model: '\u0001\n' }],
  ])('keeps or replaces %s', (_name, record, kept) => {
    expect(JSON.parse(makeStorable(JSON.stringify(record)))).toEqual(kept);
  });

  it('holds nothing that PostgreSQL rejects, and is otherwise the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (model, plain) => {
        const storable = makeStorable(JSON.stringify({ model, plain }));
        const read = JSON.parse(storable) as { model: string; plain: string };
        expect(read.plain).toBe(plain.replaceAll('\0', '\uFFFD'));
        expect(read.model).not.toContain('\0');
        expect(Buffer.from(read.model).toString()).toBe(read.model);
      }),
    );
  });
});

describe('the id of a request', () => {
  it('is a UUIDv7 of its arrival, and no two are the same', () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => makeRecordId(1_795_000_000_000 + (index % 7) + 0.9));
    expect(new Set(ids).size).toBe(ids.length);
    for (const [index, id] of ids.entries()) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(1_795_000_000_000 + (index % 7));
    }
  });
});
