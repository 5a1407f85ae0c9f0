import { SPOOL_DELAY_MS } from '@multilane/telemetry';
import type { FaultResult } from './run-fault.js';

const COLUMNS = [
  'Fault',
  'Lasts',
  'Requests in all',
  'What callers saw meanwhile',
  'p99 before / first 2 s / later / after (ms)',
  'Answered and not recorded',
  'Not recognised, 503',
  'Broken connections and not recorded',
  'Recorded twice',
  'Charged beside recorded',
  'Budget of $5: over / under',
] as const;

/** Columns of the first table; the second one has the fault and the others. */
const CALLERS_COLUMNS = 5;

/** The results as two Markdown tables: what callers saw, and what was recorded and charged. */
export function renderTable(results: readonly FaultResult[]): string {
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...results.map(describe)];
  const ofCallers = rows.map((cells) => row(cells.slice(0, CALLERS_COLUMNS)));
  const ofRecords = rows.map(([fault = '', ...cells]) => row([fault, ...cells.slice(CALLERS_COLUMNS - 1)]));
  return [...ofCallers, '', ...ofRecords, ''].join('\n');
}

function describe({
  title,
  seconds,
  requests,
  outcomes,
  p99,
  ledger,
  finding,
  allowedLosses,
  ...result
}: FaultResult): string[] {
  return [
    title,
    `${seconds} s`,
    requests.toLocaleString('en'),
    Object.entries(outcomes)
      .sort(([, a], [, b]) => b - a)
      .map(([outcome, count]) => `${outcome}: ${count.toLocaleString('en')}`)
      .join(', ') + (finding ? `; ${finding.text}` : ''),
    [p99.before, p99.begin, p99.during, p99.after].map(milliseconds).join(' / '),
    allowedLosses.rate === 0
      ? String(ledger.unrecorded)
      : `${ledger.unrecorded}; at most ${allowedLosses.records} (${SPOOL_DELAY_MS} ms and a stall of ${allowedLosses.stallMs.toFixed(0)} ms at ${allowedLosses.rate}/s)`,
    ledger.unrecognized.toLocaleString('en'),
    String(ledger.brokenUnrecorded),
    String(ledger.recordedTwice),
    difference(ledger.chargedUsd + ledger.cappedChargedUsd, ledger.recordedUsd + ledger.cappedRecordedUsd),
    `${dollars(result.overspentUsd)} / ${dollars(result.underspentUsd)}`,
  ];
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const milliseconds = (value: number | undefined): string => (value === undefined ? 'none' : value.toFixed(0));

const dollars = (value: number): string => `$${value.toFixed(2)}`;

/** Charges are rounded to ten decimals each; less than a cent between the sums is that. */
function difference(charged: number, recorded: number): string {
  const left = charged - recorded;
  return Math.abs(left) < 0.005 ? `equal (${dollars(recorded)})` : `${left > 0 ? '+' : '-'}${dollars(Math.abs(left))}`;
}
