import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAmount, writeAmount } from '../amount.js';
import { modelWords } from '../model-name.js';
import { NO_USAGE, type SourceRow } from '../usage-row.js';
import { BillCollector } from './bill-collector.js';
import { reconcile } from './reconcile.js';
import type { BillLine, RecordedLine } from './reconciliation.js';

const usd = (text: string): bigint => readAmount(text) ?? 0n;
const NONE = { share: 0, cost: 0n };

/** A bill at $2.50, $1.25 and $10 a million tokens. */
const BILLED: BillLine = {
  day: '2026-11-01',
  model: 'gpt-4o-2024-08-06',
  requests: 60,
  tokens: { input: 80_000, cached_input: 40_000, output: 30_000 },
  cost: usd('0.55'),
  costs: { input: usd('0.2'), cached_input: usd('0.05'), output: usd('0.3') },
};

const RECORDED: RecordedLine = {
  day: '2026-11-01',
  model: 'gpt-4o-2024-08-06',
  logicalModels: ['large'],
  requests: 60,
  tokens: { input: 80_000, cached_input: 40_000, output: 30_000 },
  cost: usd('0.55'),
  estimatedRequests: 0,
  extraAttempts: 0,
  brokenRequests: 0,
  unpricedRequests: 0,
};

const one = (billed: Partial<BillLine>, recorded: Partial<RecordedLine>, tolerance = NONE) => {
  const [comparison] = reconcile([{ ...BILLED, ...billed }], [{ ...RECORDED, ...recorded }], tolerance).comparisons;
  return {
    differs: comparison?.differs,
    kinds: comparison?.reasons.map(({ kind }) => kind),
    texts: comparison?.reasons.map(({ text }) => text).join(' '),
  };
};

describe('a bill and what was recorded', () => {
  it('agree where tokens and money are the same to the last digit', () => {
    expect(one({}, {})).toMatchObject({ differs: false, kinds: [] });
    expect(one({}, { cost: usd('0.550000000000000001') }).differs).toBe(true);
  });

  it('agree within the tolerance', () => {
    const tolerance = { share: 100, cost: 0n };
    expect(one({}, { cost: usd('0.545') }, tolerance).differs).toBe(false);
    expect(one({}, { cost: usd('0.54') }, tolerance).differs).toBe(true);
    expect(one({}, { cost: usd('0.54') }, { share: 0, cost: usd('0.01') }).differs).toBe(false);
  });

  it('belong together by the date of the snapshot and by titles of models', () => {
    expect(one({}, { model: 'gpt-4o' })).toMatchObject({ differs: false, kinds: ['model_mapped'] });
    const names = [
      'Claude Sonnet 4.5',
      'claude-sonnet-4-5-20250929',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'Claude4.5Sonnet',
    ];
    expect(new Set(names.map(modelWords)).size).toBe(1);
    expect(
      new Set(['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'claude-sonnet-4', 'claude-opus-4-5'].map(modelWords)).size,
    ).toBe(5);
    const both = reconcile(
      [BILLED, { ...BILLED, model: 'gpt-4o-2024-05-13' }],
      [RECORDED, { ...RECORDED, model: 'gpt-4o-2024-05-13' }],
      NONE,
    );
    expect(both.differences).toBe(0);
  });

  it('differ by the price of the model', () => {
    const found = one({}, { cost: usd('0.7') });
    expect(found).toMatchObject({ differs: true, kinds: ['price_differs'] });
    expect(found.texts).toContain('in $2.50, cached $1.25, out $10.00');
    expect(found.texts).toContain('$0.550000, and $0.700000 is recorded');
  });

  it('differ by the price of cached tokens', () => {
    // 120,000 tokens at $2.50 and 30,000 at $10.
    const found = one({}, { cost: usd('0.6') });
    expect(found).toMatchObject({ differs: true, kinds: ['cached_price_differs'] });
    expect(found.texts).toContain('cached tokens cost as much as others');
  });

  it('differ by requests without a price', () => {
    expect(one({}, { cost: 0n, unpricedRequests: 60 })).toMatchObject({ kinds: ['no_price'] });
  });

  it('differ by retries, streams that broke off and calls past the gateway', () => {
    const more = {
      requests: 65,
      tokens: { input: 90_000, cached_input: 40_000, output: 30_000 },
      cost: usd('0.575'),
      costs: { ...BILLED.costs, input: usd('0.225') },
    };
    expect(one(more, { extraAttempts: 5 }).kinds).toEqual(['retries']);
    expect(one(more, { extraAttempts: 3, brokenRequests: 2 }).kinds).toEqual([
      'retries',
      'broken_off',
      'outside_gateway',
    ]);
    expect(one(more, { extraAttempts: 3 }).texts).toContain('2 passed the gateway by');
    expect(one(more, {}).kinds).toEqual(['outside_gateway']);
  });

  it('differ by estimates, by items that are no tokens, and by nothing that is known', () => {
    expect(
      one(
        { tokens: { input: 81_000, cached_input: 40_000, output: 30_000 }, requests: null, cost: null, costs: {} },
        { estimatedRequests: 7 },
      ),
    ).toMatchObject({ kinds: ['estimated'], texts: expect.stringContaining('7 of 60') });
    expect(one({ cost: usd('0.58'), costs: { ...BILLED.costs, other: usd('0.03') } }, {}).kinds).toEqual([
      'other_items',
    ]);
    expect(
      one(
        { requests: null, tokens: { input: 81_000, cached_input: 40_000, output: 30_000 }, cost: null, costs: {} },
        {},
      ).kinds,
    ).toEqual(['unexplained']);
  });

  it('differ by the hour at which days begin', () => {
    const tokens = (input: number) => ({ input, cached_input: 0, output: 0 });
    const bill = [
      { ...BILLED, requests: null, tokens: tokens(90_000), cost: null, costs: {} },
      { ...BILLED, day: '2026-11-02', requests: null, tokens: tokens(110_000), cost: null, costs: {} },
    ];
    const recorded = [100_000, 100_000].map((input, day) => ({
      ...RECORDED,
      day: `2026-11-0${day + 1}`,
      tokens: tokens(input),
    }));
    const { comparisons } = reconcile(bill, recorded, NONE);
    expect(comparisons.map(({ reasons }) => reasons.map(({ kind }) => kind))).toEqual([['day_shift'], ['day_shift']]);
  });

  it('have lines of one side alone', () => {
    const { comparisons } = reconcile(
      [
        { ...BILLED, model: 'o3' },
        {
          ...BILLED,
          model: 'web search tool calls',
          requests: 0,
          tokens: { input: 0, cached_input: 0, output: 0 },
          cost: usd('1'),
          costs: { other: usd('1') },
        },
      ],
      [RECORDED],
      NONE,
    );
    expect(comparisons.map(({ model, reasons }) => [model, reasons.map(({ kind }) => kind)])).toEqual([
      ['gpt-4o-2024-08-06', ['not_billed']],
      ['o3', ['not_recorded']],
      ['web search tool calls', ['other_items']],
    ]);
  });

  it('join counts and money of a bill that names models in two ways', () => {
    const collector = new BillCollector();
    const row: SourceRow = {
      ...NO_USAGE,
      part: 'usage',
      at: new Date('2026-11-01T10:00:00Z'),
      isDay: false,
      provider: 'anthropic',
      model: 'claude-sonnet-4-5-20250929',
    };
    collector.add({ ...row, promptTokens: 100, cachedTokens: 40, completionTokens: 10 });
    collector.add({ ...row, part: 'cost', model: 'Claude Sonnet 4.5', cost: usd('0.1'), costKind: 'input' });
    const { comparisons, billedCost } = reconcile(collector.bill, [], NONE);
    expect(comparisons).toHaveLength(1);
    expect([writeAmount(billedCost ?? 0n), comparisons[0]?.billed?.tokens]).toEqual([
      '0.1',
      { input: 60, cached_input: 40, output: 10 },
    ]);
  });

  it('sum to the last digit, whatever belongs together', () => {
    const line = fc.record({
      day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
      model: fc.constantFrom('gpt-4o', 'gpt-4o-2024-08-06', 'gpt-4o-mini', 'o3', ''),
      input: fc.integer({ min: 0, max: 1_000_000 }),
      units: fc.bigInt({ min: 0n, max: 10n ** 22n }),
    });
    const unique = (lines: readonly { day: string; model: string; input: number; units: bigint }[]) => [
      ...new Map(lines.map((each) => [`${each.day} ${each.model}`, each])).values(),
    ];
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (bills, records) => {
        const bill = unique(bills).map(({ day, input, model, units }) => ({
          ...BILLED,
          day,
          model,
          cost: units,
          costs: { input: units },
          tokens: { input, cached_input: 0, output: 0 },
        }));
        const recorded = unique(records).map(({ day, input, model, units }) => ({
          ...RECORDED,
          day,
          model: model || 'x',
          cost: units,
          tokens: { input, cached_input: 0, output: 0 },
        }));
        const { billedCost, comparisons, recordedCost } = reconcile(bill, recorded, NONE);
        const sum = (values: readonly (bigint | null | undefined)[]) =>
          values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);
        expect(sum(comparisons.map(({ billed }) => billed?.cost))).toBe(billedCost ?? 0n);
        expect(sum(comparisons.map((each) => each.recorded?.cost))).toBe(recordedCost);
        expect(sum(comparisons.map(({ costDifference }) => costDifference))).toBe((billedCost ?? 0n) - recordedCost);
        expect(comparisons.every(({ differs, reasons }) => !differs || reasons.length > 0)).toBe(true);
      }),
    );
  });

  it('are compared in a time that grows with their length, not with its square', () => {
    const bare = { requests: null, tokens: null, costs: {} };
    const bill = Array.from({ length: 10_000 }, (_, at) => ({
      ...BILLED,
      day: `2026-11-0${1 + (at % 2)}`,
      model: `model-${'part-'.repeat(20)}${at}`,
      ...(at % 4 === 0 && bare),
    }));
    const start = process.cpuUsage();
    expect(reconcile(bill, [], NONE).differences).toBe(10_000);
    // Each with each of the others takes minutes.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
  });

  it('lines of one day and model are added up, so that no money of the bill is lost', () => {
    const money = { ...BILLED, requests: null, tokens: null };
    for (const bill of [
      [BILLED, BILLED],
      [money, money],
      [BILLED, money],
      [money, BILLED],
    ]) {
      const { billedCost, comparisons } = reconcile(bill, [RECORDED], NONE);
      expect(comparisons.map(({ billed }) => billed?.cost)).toEqual([usd('1.1')]);
      expect(billedCost).toBe(usd('1.1'));
    }
    const [twice] = reconcile([BILLED, BILLED], [RECORDED], NONE).comparisons;
    expect(twice).toMatchObject({ tokenDifference: 150_000, billed: { requests: 120, costs: { input: usd('0.4') } } });
  });
});
