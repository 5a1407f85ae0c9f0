import { describe, expect, it } from '@jest/globals';
import { type HistoryAction, type KeyedHistory, reduceHistory } from './history.js';

const EMPTY: KeyedHistory<string> = { past: [], present: 'a', future: [] };

const run = (...actions: readonly HistoryAction<string>[]) =>
  actions.reduce<KeyedHistory<string>>((history, action) => reduceHistory(history, action), EMPTY);

const to = (state: string, key?: string): HistoryAction<string> => ({
  kind: 'change',
  to: state,
  ...(key !== undefined && { key }),
});

describe('a history', () => {
  it('goes back and forth', () => {
    expect(run(to('b'), to('c'), { kind: 'undo' }, { kind: 'undo' })).toMatchObject({
      present: 'a',
      future: ['b', 'c'],
    });
    expect(run(to('b'), to('c'), { kind: 'undo' }, { kind: 'redo' })).toMatchObject({ past: ['a', 'b'], present: 'c' });
  });

  it('stays at its ends, and where nothing changes', () => {
    expect(run({ kind: 'undo' }, { kind: 'redo' }, to('a'))).toBe(EMPTY);
  });

  it('forgets what was taken back at the next change', () => {
    expect(run(to('b'), { kind: 'undo' }, to('c'), { kind: 'redo' })).toMatchObject({ past: ['a'], present: 'c' });
  });

  it('takes changes of one field back at once, and those of another by themselves', () => {
    expect(run(to('b', 'url'), to('bc', 'url'), to('bcd', 'url'), { kind: 'undo' })).toMatchObject({ present: 'a' });
    expect(run(to('b', 'url'), to('c', 'name'), { kind: 'undo' })).toMatchObject({ present: 'b' });
  });

  it('keeps a hundred steps', () => {
    expect(run(...Array.from({ length: 150 }, (_, index) => to(`s${index}`))).past).toHaveLength(100);
  });
});
