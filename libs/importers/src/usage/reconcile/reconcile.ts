import { modelWords } from '../model-name.js';
import { findReasons, sumOf } from './find-reasons.js';
import { matchModels } from './match-models.js';
import type {
  BillLine,
  Comparison,
  Reason,
  Reconciliation,
  RecordedLine,
  Tokens,
  Tolerance,
} from './reconciliation.js';

const A_DAY_MS = 86_400_000;
/** Share of a difference, in ten-thousandths, by which that of the next day may miss it for a shift of days. */
const SHIFT_SHARE = 1_000n;

/**
 * Compares a provider's bill with what was recorded, by day of UTC and model, and says why they differ as far as figures of both show it. Days and models that
 * only one side has are comparisons too.
 */
export function reconcile(
  bill: readonly BillLine[],
  recorded: readonly RecordedLine[],
  tolerance: Tolerance,
): Reconciliation {
  const isNear = (one: bigint, other: bigint): boolean => isWithin(one, other, tolerance);
  const compared = pairLines(joinMoney(bill), recorded).map((pair) => compare(pair, isNear, tolerance));
  const differing = new Map(
    compared
      .filter(({ differs }) => differs)
      .toReversed()
      .map((each) => [placeOf(each), each]),
  );
  const comparisons = compared
    .map((comparison) => explain(comparison, differing))
    .toSorted((one, other) => (one.day < other.day || (one.day === other.day && one.model < other.model) ? -1 : 1));
  const costs = bill.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const tokens = bill.flatMap((line) => (line.tokens === null ? [] : [sumOf(line.tokens)]));
  return {
    comparisons,
    billedCost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0n),
    recordedCost: recorded.reduce((sum, { cost }) => sum + cost, 0n),
    billedTokens: tokens.length === 0 ? null : tokens.reduce((sum, count) => sum + count, 0),
    recordedTokens: recorded.reduce((sum, line) => sum + sumOf(line.tokens), 0),
    differences: comparisons.filter(({ differs }) => differs).length,
  };
}

type Pair = Pick<Comparison, 'day' | 'model' | 'billed' | 'recorded' | 'recordedModels'>;

/**
 * Adds up the lines of a day and model. Lines with money alone join the line of the same model that has counts: one export names models, another their
 * titles.
 */
function joinMoney(bill: readonly BillLine[]): BillLine[] {
  const isBare = ({ requests, tokens }: BillLine): boolean =>
    (requests ?? 0) === 0 && (tokens === null || sumOf(tokens) === 0);
  const joined = new Map<string, BillLine>();
  const put = (key: string, line: BillLine): void => {
    const before = joined.get(key);
    joined.set(key, before === undefined ? line : addLines(before, line));
  };
  for (const line of bill.filter((each) => !isBare(each))) put(keyOf(line.day, line.model), line);
  // The first of several with one place is the one that is found.
  const places = new Map([...joined].toReversed().map(([key, line]) => [placeOf(line), key]));
  for (const line of bill.filter(isBare)) {
    const place = line.model === '' ? undefined : places.get(placeOf(line));
    put(place ?? keyOf(line.day, line.model), line);
  }
  return [...joined.values()];
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** Day and model in the form in which names of one model are the same. */
const placeOf = ({ day, model }: { readonly day: string; readonly model: string }): string =>
  keyOf(day, modelWords(model));

function addLines(one: BillLine, other: BillLine): BillLine {
  const costs = { ...one.costs };
  for (const [kind, cost] of Object.entries(other.costs) as [keyof typeof costs, bigint][])
    costs[kind] = (costs[kind] ?? 0n) + cost;
  return {
    ...one,
    requests: one.requests === null ? other.requests : one.requests + (other.requests ?? 0),
    tokens: one.tokens === null ? other.tokens : addTokens(one.tokens, other.tokens ?? NO_TOKENS),
    cost: one.cost === null ? other.cost : one.cost + (other.cost ?? 0n),
    costs,
  };
}

const NO_TOKENS: Tokens = { input: 0, cached_input: 0, output: 0 };

function pairLines(bill: readonly BillLine[], recorded: readonly RecordedLine[]): Pair[] {
  const days = groupBy(bill, ({ day }) => day);
  const own = groupBy(recorded, ({ day }) => day);
  return [...new Set([...days.keys(), ...own.keys()])].flatMap((day) => {
    const lines = days.get(day) ?? [];
    const records = own.get(day) ?? [];
    const names = matchModels(
      lines.map(({ model }) => model),
      records.map(({ model }) => model),
    );
    const byName = groupBy(records, ({ model }) => names.get(model));
    const billed = lines.map((line): Pair => {
      const found = line.model === '' ? [] : (byName.get(line.model) ?? []);
      return {
        day,
        model: line.model,
        billed: line,
        recorded: addUp(found),
        recordedModels: found.map(({ model }) => model),
      };
    });
    const alone = (byName.get(undefined) ?? []).map(
      (line): Pair => ({ day, model: line.model, billed: null, recorded: line, recordedModels: [line.model] }),
    );
    return [...billed, ...alone];
  });
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function addUp(lines: readonly RecordedLine[]): RecordedLine | null {
  const [first, ...others] = lines;
  return others.reduce<RecordedLine | null>((sum, line) => (sum === null ? line : addLine(sum, line)), first ?? null);
}

function addLine(one: RecordedLine, other: RecordedLine): RecordedLine {
  return {
    day: one.day,
    model: one.model,
    logicalModels: [...new Set([...one.logicalModels, ...other.logicalModels])],
    requests: one.requests + other.requests,
    tokens: addTokens(one.tokens, other.tokens),
    cost: one.cost + other.cost,
    estimatedRequests: one.estimatedRequests + other.estimatedRequests,
    extraAttempts: one.extraAttempts + other.extraAttempts,
    brokenRequests: one.brokenRequests + other.brokenRequests,
    unpricedRequests: one.unpricedRequests + other.unpricedRequests,
  };
}

const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  input: one.input + other.input,
  cached_input: one.cached_input + other.cached_input,
  output: one.output + other.output,
});

function compare(pair: Pair, isNear: (one: bigint, other: bigint) => boolean, { share }: Tolerance): Comparison {
  const { billed, recorded } = pair;
  const cost = billed === null ? 0n : billed.cost;
  const costDifference = cost === null ? null : cost - (recorded?.cost ?? 0n);
  const tokens = billed === null ? 0 : billed.tokens && sumOf(billed.tokens);
  const own = recorded === null ? 0 : sumOf(recorded.tokens);
  const tokenDifference = tokens === null ? null : tokens - own;
  const costDiffers = cost !== null && !isNear(cost, recorded?.cost ?? 0n);
  const tokensDiffer = tokens !== null && Math.abs(tokens - own) * 10_000 > share * Math.max(tokens, own);
  const differs = costDiffers || tokensDiffer;
  const sides = { ...pair, costDifference, tokenDifference };
  return { ...sides, differs, reasons: findReasons(sides, isNear) };
}

/**
 * Adds the reasons that other days show, and says where nothing explains a difference.
 *
 * @param differing comparisons that differ, by their place
 */
function explain(comparison: Comparison, differing: ReadonlyMap<string, Comparison>): Comparison {
  if (!comparison.differs)
    return { ...comparison, reasons: comparison.reasons.filter(({ kind }) => kind === 'model_mapped') };
  const reasons = [...findShift(comparison, differing), ...comparison.reasons];
  if (reasons.some(({ kind }) => kind !== 'model_mapped')) return { ...comparison, reasons };
  const text = 'Neither the bill nor the records show a reason.';
  return { ...comparison, reasons: [...reasons, { kind: 'unexplained', text }] };
}

/** A difference that a neighbouring day has the other way round: one side cuts days at another hour. */
function findShift(comparison: Comparison, differing: ReadonlyMap<string, Comparison>): Reason[] {
  const own = measureOf(comparison);
  if (own === 0n) return [];
  for (const step of [1, -1]) {
    const day = new Date(Date.parse(comparison.day) + step * A_DAY_MS).toISOString().slice(0, 10);
    const next = differing.get(placeOf({ day, model: comparison.model }));
    const other = next === undefined ? 0n : measureOf(next);
    if (other === 0n || own > 0n === other > 0n) continue;
    const rest = own + other;
    if ((rest < 0n ? -rest : rest) * 10_000n > (own < 0n ? -own : own) * SHIFT_SHARE) continue;
    const unit = comparison.tokenDifference === null ? 'money' : `${comparison.tokenDifference} tokens`;
    const text = `${day} differs by as much the other way (${unit} here): the bill and the records cut days at different hours. Bills have days of UTC, or of the zone of the account.`;
    return [{ kind: 'day_shift', text }];
  }
  return [];
}

/** Difference in tokens, or in money where the bill counts none. */
const measureOf = ({ costDifference, tokenDifference }: Comparison): bigint =>
  tokenDifference === null ? (costDifference ?? 0n) : BigInt(tokenDifference);

function isWithin(one: bigint, other: bigint, { cost, share }: Tolerance): boolean {
  const abs = (value: bigint): bigint => (value < 0n ? -value : value);
  const excess = (abs(one - other) - cost) * 10_000n;
  return [one, other].some((side) => excess <= abs(side) * BigInt(share));
}
