import { describe, expect, it } from '@jest/globals';
import { CHARACTER_COUNT, characterAt } from '@multilane/testing';
import fc from 'fast-check';
import { InvalidCursorError } from '../database-error.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { derivedId, firstIdOf, isId, newId, timeOfId } from './new-id.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

describe('newId', () => {
  it('is a UUIDv7 by RFC 9562: the milliseconds first, version 7, variant 10', () => {
    // Far ahead of the clock, so that no id of another test shares its millisecond.
    const now = Date.parse('2099-01-02T03:04:05.678Z');
    const id = newId(now);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  });

  it('is unique and in order, also within a millisecond and when the clock steps back', () => {
    const start = Date.parse('2100-01-01T00:00:00Z');
    const ids = Array.from({ length: 20_000 }, (_, index) => newId(start - (index % 3) * 1000));
    expect(new Set(ids).size).toBe(ids.length);
    // Compared as text, which is faster.
    expect(ids.toSorted().join()).toBe(ids.join());
    expect(ids.every(isId)).toBe(true);
  });
});

describe('firstIdOf', () => {
  it('is not after any id of its time, and after every id of the millisecond before', () => {
    const now = Date.parse('2101-01-01T00:00:00Z');
    const [before, at] = [newId(now - 1), newId(now)];
    expect([before, firstIdOf(now), at].toSorted()).toEqual([before, firstIdOf(now), at]);
    for (const time of [Number.MIN_SAFE_INTEGER, 0, now, Number.MAX_SAFE_INTEGER])
      expect(isId(firstIdOf(time))).toBe(true);
  });
});

describe('a derived id', () => {
  it('is the same each time, another one for each owner and name, and of the time of its owner', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        const owner = newId();
        const id = derivedId(owner, name);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect([derivedId(owner, name), timeOfId(id)]).toEqual([id, timeOfId(owner)]);
        expect(derivedId(owner, other) === id).toBe(other === name);
        expect(derivedId(newId(), name)).not.toBe(id);
      }),
    );
  });
});

describe('a cursor', () => {
  it('goes there and back for every id', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(decodeCursor(encodeCursor(id))).toBe(id);
      }),
    );
  });

  it('with any other text is rejected, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        let id: string;
        try {
          id = decodeCursor(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidCursorError);
          return;
        }
        expect(encodeCursor(id)).toBe(text);
      }),
      { examples: [[''], ['AAAAAAAAAAAAAAAAAAAAAA=='], ['AAAAAAAAAAAAAAAAAAAAAB'], ['null']] },
    );
  });
});
