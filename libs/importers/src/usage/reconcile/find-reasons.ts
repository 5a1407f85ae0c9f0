import { divideRounded, showDollars } from '../amount.js';
import type { BillLine, Comparison, Reason, RecordedLine, TokenKind } from './reconciliation.js';
import { TOKEN_KINDS } from './reconciliation.js';

const MILLION = 1_000_000n;

/** Cost of a million tokens of each kind by a bill, in 10⁻¹⁸ US dollars; kinds without tokens are missing. */
type Prices = Partial<Record<TokenKind, bigint>>;

type Sides = Pick<Comparison, 'billed' | 'recorded' | 'recordedModels' | 'costDifference' | 'tokenDifference'>;

/** Finds the reasons why a line of a bill differs from what was recorded, as far as figures of both show them. */
export function findReasons(sides: Sides, isNear: (one: bigint, other: bigint) => boolean): Reason[] {
  const { billed, recorded } = sides;
  if (billed === null || recorded === null) return oneSided(billed, recorded);
  return [
    ...mapped(billed, sides.recordedModels),
    ...tokenReasons(billed, recorded, sides.tokenDifference),
    ...priceReasons(billed, recorded, isNear),
    ...otherItems(billed),
  ];
}

function oneSided(billed: BillLine | null, recorded: RecordedLine | null): Reason[] {
  if (billed !== null) {
    if (billed.tokens === null || sumOf(billed.tokens) > 0 || (billed.requests ?? 0) > 0) {
      const text =
        'No request for this model is recorded on this day. It was asked past the gateway, or has another name here.';
      return [{ kind: 'not_recorded', text }, ...otherItems(billed)];
    }
    return otherItems(billed);
  }
  if (recorded === null) return [];
  const { estimatedRequests, requests } = recorded;
  const reasons: Reason[] = [
    {
      kind: 'not_billed',
      text: `${requests} requests are recorded, and the bill has no line for this model on this day.`,
    },
  ];
  return estimatedRequests > 0 ? [...reasons, estimated(recorded)] : reasons;
}

function mapped({ model }: BillLine, recordedModels: readonly string[]): Reason[] {
  const others = recordedModels.filter((name) => name !== model);
  if (others.length === 0) return [];
  return [
    { kind: 'model_mapped', text: `The provider was asked for ${others.join(', ')}, which the bill calls ${model}.` },
  ];
}

function tokenReasons(billed: BillLine, recorded: RecordedLine, difference: number | null): Reason[] {
  const { brokenRequests, extraAttempts, requests } = recorded;
  const reasons: Reason[] = [];
  const more = billed.requests === null ? undefined : billed.requests - requests;
  const isMore = (difference ?? 0) > 0 || (more ?? 0) > 0;
  if (isMore && extraAttempts > 0) {
    const text = `The recorded requests took ${extraAttempts} further attempts. The record has the tokens of the answer that was used, and the provider may bill each.`;
    reasons.push({ kind: 'retries', text });
  }
  if (isMore && brokenRequests > 0) {
    const text = `${brokenRequests} requests broke off. The provider bills what it had read and written until then.`;
    reasons.push({ kind: 'broken_off', text });
  }
  if (more !== undefined && more > extraAttempts) {
    const text = `The bill has ${billed.requests} requests, and ${requests + extraAttempts} attempts are recorded: ${more - extraAttempts} passed the gateway by.`;
    reasons.push({ kind: 'outside_gateway', text });
  }
  if (difference !== 0 && recorded.estimatedRequests > 0) reasons.push(estimated(recorded));
  return reasons;
}

const estimated = ({ estimatedRequests, requests }: RecordedLine): Reason => ({
  kind: 'estimated',
  text: `The tokens of ${estimatedRequests} of ${requests} requests are estimates, since the provider reported none.`,
});

/** Reasons that show when the recorded tokens are charged at the prices of the bill. */
function priceReasons(
  billed: BillLine,
  recorded: RecordedLine,
  isNear: (one: bigint, other: bigint) => boolean,
): Reason[] {
  if (billed.cost === null) return [];
  const { tokens, unpricedRequests } = recorded;
  const prices = pricesOf(billed);
  if (unpricedRequests > 0) {
    const text = `${unpricedRequests} of ${recorded.requests} requests have no price here, and cost nothing in the records.`;
    return [{ kind: 'no_price', text }];
  }
  const atBilled = costAt(tokens, prices);
  if (atBilled === undefined || isNear(atBilled, recorded.cost)) return [];
  const shown = TOKEN_KINDS.flatMap((kind) => {
    const price = prices[kind];
    return price === undefined ? [] : `${NAMES[kind]} ${showDollars(price)}`;
  });
  const list = `At the prices of the bill (a million tokens: ${shown.join(', ')}) the recorded tokens cost ${showDollars(atBilled)}`;
  const asInput = costAt(tokens, { ...prices, cached_input: prices.input });
  if (tokens.cached_input > 0 && asInput !== undefined && isNear(asInput, recorded.cost)) {
    const text = `${list}, and ${showDollars(recorded.cost)} is recorded: here cached tokens cost as much as others.`;
    return [{ kind: 'cached_price_differs', text }];
  }
  return [
    {
      kind: 'price_differs',
      text: `${list}, and ${showDollars(recorded.cost)} is recorded: the prices of the model differ.`,
    },
  ];
}

const NAMES: Readonly<Record<TokenKind, string>> = { input: 'in', cached_input: 'cached', output: 'out' };

/** Prices by the tokens and the money of a bill. One that does not tell kinds apart has none. */
function pricesOf({ costs, tokens }: BillLine): Prices {
  if (tokens === null) return {};
  const spent: Readonly<Record<TokenKind, bigint | undefined>> = {
    input:
      costs.input === undefined && costs.cache_write === undefined
        ? undefined
        : (costs.input ?? 0n) + (costs.cache_write ?? 0n),
    cached_input: costs.cached_input,
    output: costs.output,
  };
  const prices: Prices = {};
  for (const kind of TOKEN_KINDS) {
    const cost = spent[kind];
    if (cost !== undefined && tokens[kind] > 0) prices[kind] = divideRounded(cost * MILLION, BigInt(tokens[kind]));
  }
  return prices;
}

/** Cost of tokens at prices; undefined if one of them has no price. */
function costAt(tokens: Readonly<Record<TokenKind, number>>, prices: Prices): bigint | undefined {
  let sum = 0n;
  for (const kind of TOKEN_KINDS) {
    const price = prices[kind];
    if (tokens[kind] === 0) continue;
    if (price === undefined) return undefined;
    sum += BigInt(tokens[kind]) * price;
  }
  return divideRounded(sum, MILLION);
}

function otherItems({ costs }: BillLine): Reason[] {
  const other = costs.other ?? 0n;
  if (other === 0n) return [];
  return [
    {
      kind: 'other_items',
      text: `${showDollars(other)} of the bill are no tokens: searches, tools, credits or taxes.`,
    },
  ];
}

/** Sum of tokens of all kinds. */
export function sumOf(tokens: Readonly<Record<TokenKind, number>>): number {
  return TOKEN_KINDS.reduce((sum, kind) => sum + tokens[kind], 0);
}
