import { COLUMNS } from './columns.js';
import type { Row } from './compute-ledger.js';
import { type ExpectedRow, readCells, type Sentences } from './expected-ledger.js';
import type { Outcome } from './outcome.js';

/**
 * Sentences of requests that lose nothing: what is asked for is said in other words that mean the same, happens anyway, or comes back in
 * the answer. Every other loss is named in `X-Service-Adjusted` (docs/contract/requests.md#adjusted-requests).
 */
const EQUIVALENT_WORDINGS: ReadonlySet<string> = new Set([
  // Neighbours of one role are one turn to the provider.
  ...['turns-merged', 'turns-merged-by-messages'],
  // Ids and names that only tell calls and items apart; the answer has the client's own again.
  ...['call-id-alphabet', 'call-id-hashed', 'call-id-left-out', 'item-id', 'long-name', 'namespace-flattened'],
  'additional-tools',
  // An empty text and a blank thought say nothing.
  ...['content-filled', 'reasoning-blank'],
  // A label, and a strictness that the provider has in any case.
  ...['schema-name', 'strict-schema'],
  // They are about calls and tools that there are none of.
  ...['parallel-without-tools', 'hosted-tools-limit', 'hosted-tools-results'],
  // They ask for what happens anyway, or are repeated in the answer.
  ...['thinking-adaptive', 'reasoning-included', 'metadata-repeated', 'document-text', 'obfuscation'],
]);

/** Sentences of requests in which all that a row asks about stands in its place: the provider ignores it, or tools around it are withheld. */
const LOST_IN_PLACE: ReadonlySet<string | undefined> = new Set(['ignored-by-provider', 'tools-withheld']);

/** True if an outcome needs a sentence that explains the loss. */
export function isLossy(outcome: string): boolean {
  return /^(?:moved|dropped)\b|^exact as /.test(outcome);
}

/** A cell as its outcome and the name of its sentence. */
export function splitCell(cell: string): { outcome: string; sentence: string | undefined } {
  const at = cell.indexOf(': ');
  return at < 0 ? { outcome: cell, sentence: undefined } : { outcome: cell.slice(0, at), sentence: cell.slice(at + 2) };
}

/**
 * Lists the differences between a row of the code and the reviewed one, a line a column; none if they agree. Lossy without a sentence that
 * exists is a difference too, and so is a sentence at what is not lossy.
 */
export function compareRow(
  { outcomes: found, section }: Pick<Row, 'outcomes' | 'section'>,
  expected: ExpectedRow | undefined,
  sentences: Sentences,
): string[] {
  if (expected === undefined) return ['no such row was reviewed'];
  const cells = readCells(expected);
  const known = new Set(COLUMNS.map(({ id }) => id));
  const strangers = Object.values(expected)
    .flatMap((columns) => columns.split(' '))
    .filter((id) => id !== 'all' && !known.has(id));
  return [
    ...strangers.map((id) => `${id}: no such provider`),
    ...[...found].flatMap(([id, outcome]) =>
      compareCell(outcome, cells.get(id), sentences, section === 'requests').map((what) => `${id}: ${what}`),
    ),
  ];
}

function compareCell(found: Outcome, cell: string | undefined, sentences: Sentences, isRequest: boolean): string[] {
  if (cell === undefined) return [`found ${found}, nothing was reviewed`];
  const { outcome, sentence } = splitCell(cell);
  if (outcome !== found) return [`found ${found}, reviewed was ${outcome}`];
  if (/^(?!moved|dropped).* as /.test(found) && !LOST_IN_PLACE.has(sentence))
    return ['the answer names a loss, and nothing was lost'];
  if (!isLossy(found)) return sentence === undefined ? [] : ['not lossy, yet there is a sentence'];
  if (sentence === undefined || !Object.hasOwn(sentences, sentence)) return ['lossy without a sentence'];
  return isRequest && !found.includes(' as ') && !EQUIVALENT_WORDINGS.has(sentence)
    ? ['lost, and the answer does not say so']
    : [];
}
