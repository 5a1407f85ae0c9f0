import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@multilane/config';
import { MadeFrom } from '../../upstream/made-from.js';
import { LastMade } from './last-made.js';
import { oncePerRow } from './once-per-row.js';
import { SplitRows } from './split-rows.js';

describe('a part of a snapshot', () => {
  it('is shared as long as its sources are the same objects, and its problems are reported each time', () => {
    const part = new LastMade<object>();
    const reported: string[] = [];
    const source = {};
    const find = (...sources: object[]) =>
      atOnce(
        part.find(
          sources,
          (id, problem) => void reported.push(`${id} ${problem}`),
          function* (report) {
            report('row', 'broken');
            yield;
            return {};
          },
        ),
      );
    const made = find(source);
    expect(find(source)).toBe(made);
    expect(find({})).not.toBe(made);
    expect(find(source, source)).not.toBe(made);
    expect(reported).toEqual(Array(4).fill('row broken'));
  });

  it('that could not be made is made again', () => {
    const part = new LastMade<object>();
    const source = {};
    const made = part.findNow([source], () => ({}));
    const fail = () => {
      throw new Error('broken');
    };
    expect(() => part.findNow([{}], fail)).toThrow('broken');
    expect(part.findNow([source], fail)).toBe(made);
  });
});

describe('the object made of a row', () => {
  it('is remembered for the row and its sources alone', () => {
    const made = new MadeFrom<object, object>();
    const [row, source] = [{}, {}];
    const first = made.find(row, [source], () => ({}));
    expect(made.find(row, [source], () => ({}))).toBe(first);
    expect(made.find({}, [source], () => ({}))).not.toBe(first);
    expect(made.find(row, [{}], () => ({}))).not.toBe(first);
    let reads = 0;
    const read = oncePerRow((_: object) => void reads++);
    read(row);
    read(row);
    read(source);
    expect(reads).toBe(2);
  });
});

describe('rows by their place', () => {
  it('are the same lists where no row of the place is another one', () => {
    const split = new SplitRows((row: { readonly place: string }) => row.place);
    const [a, b, c] = [{ place: 'x' }, { place: 'y' }, { place: 'x' }];
    const first = atOnce(split.split([a, b, c]));
    expect([...first]).toEqual([
      ['x', [a, c]],
      ['y', [b]],
    ]);
    const second = atOnce(split.split([a, { place: 'y' }, c]));
    expect(second.get('x')).toBe(first.get('x'));
    expect(second.get('y')).not.toBe(first.get('y'));
    expect(atOnce(split.split([a])).get('x')).toEqual([a]);
  });

  it('leave requests a turn between many rows', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ place: index % 7 }));
    const steps = [...new SplitRows((row: (typeof rows)[number]) => row.place).split(rows)];
    expect(steps.length).toBeGreaterThan(30);
  });
});
