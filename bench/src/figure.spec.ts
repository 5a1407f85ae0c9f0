import { describe, expect, it } from '@jest/globals';
import { buildComparedFigure, buildFigureAgainst, type Figure, holdsBar } from './figure.js';

const label = { scenario: 'latency', name: 'p50', unit: 'ms' } as const;

describe('buildComparedFigure', () => {
  it('compares each round with itself before it takes the median', () => {
    // The machine is ten times slower in the second round: medians of the sides alone would show a ratio of 0.25.
    const rounds = [
      { gateway: 80, bareProxy: 100 },
      { gateway: 8, bareProxy: 10 },
      { gateway: 25, bareProxy: 100 },
    ];
    const figure = buildComparedFigure(label, 'ratio', rounds);
    expect(figure.comparison).toEqual({ how: 'ratio', value: 0.8, lowest: 0.25, highest: 0.8 });
    expect(figure.values).toEqual({ gateway: 25, bareProxy: 100 });
    expect(figure).not.toHaveProperty('addedToDirect');
  });

  it('shows what is added to the bare proxy and to the upstream itself', () => {
    const rounds = [
      { gateway: 5, bareProxy: 3, direct: 1 },
      { gateway: 9, bareProxy: 6, direct: 2 },
      { gateway: 6, bareProxy: 5, direct: 3 },
    ];
    const figure = buildComparedFigure(label, 'added', rounds);
    expect(figure.comparison).toEqual({ how: 'added', value: 2, lowest: 1, highest: 3 });
    expect(figure.addedToDirect).toBe(4);
    expect(figure.values).toEqual({ gateway: 6, bareProxy: 5, direct: 2 });
  });
});

describe('buildFigureAgainst', () => {
  it('compares the gateway with its own relay, round by round', () => {
    const rounds = [
      { gateway: 12, relay: 10 },
      { gateway: 30, relay: 20 },
      { gateway: 14, relay: 9 },
    ];
    const figure = buildFigureAgainst('relay', label, 'added', rounds);
    expect(figure.comparison).toEqual({ how: 'added', value: 5, lowest: 2, highest: 10 });
    expect(figure.values).toEqual({ gateway: 14, relay: 10 });
  });
});

describe('holdsBar', () => {
  const ratio = (value: number): Figure => ({
    ...label,
    values: { gateway: 1000 },
    comparison: { how: 'ratio', value, lowest: value, highest: value },
    bar: { atLeast: 0.7 },
  });
  const memory = (gateway: number): Figure => ({ ...label, values: { gateway }, bar: { below: 130 } });

  it('judges the comparison if there is one', () => {
    expect(holdsBar(ratio(0.7))).toBe(true);
    expect(holdsBar(ratio(0.69))).toBe(false);
  });

  it("judges the gateway's own value if nothing is compared, and an upper bar is not itself allowed", () => {
    expect(holdsBar(memory(129.9))).toBe(true);
    expect(holdsBar(memory(130))).toBe(false);
  });

  it('judges what the gateway adds to the upstream alone, where that is the bar', () => {
    const added: Figure = { ...ratio(0.02), addedToDirect: 0.24, bar: { addsBelow: 0.2 } };
    expect(holdsBar(added)).toBe(false);
    expect(holdsBar(added, 0.25)).toBe(true);
    expect(holdsBar({ ...added, addedToDirect: 0.19 })).toBe(true);
    expect(holdsBar({ ...ratio(0.02), bar: { addsBelow: 0.2 } })).toBeUndefined();
  });

  it('widens either kind of bar by the tolerance', () => {
    expect(holdsBar(ratio(0.6), 0.15)).toBe(true);
    expect(holdsBar(ratio(0.59), 0.15)).toBe(false);
    expect(holdsBar(memory(149), 0.15)).toBe(true);
    expect(holdsBar(memory(150), 0.15)).toBe(false);
  });

  it('has no opinion on a figure without a bar', () => {
    expect(holdsBar({ ...label, values: { gateway: 1 } })).toBeUndefined();
  });
});
