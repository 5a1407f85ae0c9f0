/** `pnpm chaos`: counts the effects of faults. docs/reliability.md describes its steps and output. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { saveTable } from '../save-table.js';
import { FAULTS, type Fault } from './faults.js';
import { findLedgerBreaches } from './find-ledger-breaches.js';
import { renderTable } from './render-table.js';
import { type FaultResult, runFault } from './run-fault.js';

const PAGE = join(import.meta.dirname, '../../../docs/reliability.md');
const MARKS = { begin: '<!-- The table is written by `pnpm chaos --save`. -->', end: '<!-- End of the table. -->' };

/** Some minutes of `workflows-killed`. */
const DEFAULT_RUNS = 30;
const DEFAULT_CASES = 1_000;
const DEFAULT_MINUTES = 20;

const USAGE = `pnpm chaos [options]

Starts PostgreSQL, Redis, the workspace service and two gateways, sends requests, breaks things one after the other, and counts
what callers saw and what was lost (about twenty minutes). Needs Debian's postgresql and redis-server; the full disk
needs root, for a small file system.

  --only <list>    a comma-separated choice of ${FAULTS.map(({ name }) => name).join(', ')}
  --seconds <n>    how long a fault lasts where it has no time of its own; 15 by default
  --runs <n>       how many workflows run in workflows-killed, at least; ${DEFAULT_RUNS} by default
  --minutes <n>    how long workflows-killed goes on until a worker was killed at each boundary; ${DEFAULT_MINUTES} by default
  --cases <n>      how many cases the evaluation of evals-killed has; ${DEFAULT_CASES} by default
  --save           write the table into docs/reliability.md
  --help           this text

Exits with 1 when something was lost or charged twice that docs/reliability.md says is not.
`;

const progress = (line: string) => process.stderr.write(`${line}\n`);

/** Finds the effects that no fault may have. Records of connections that broke are another matter: nobody had an answer. */
function findBreaches({ name, ledger, allowedLosses, finding }: FaultResult): string[] {
  // A full disk while the database is unavailable loses records, which the gateway counts; everything else does not.
  const allowed = name === 'disk-full' ? Number.POSITIVE_INFINITY : allowedLosses.records;
  return [...(finding?.breaches ?? []), ...findLedgerBreaches(ledger, allowed)].map((breach) => `${name}: ${breach}`);
}

function choose(names: string | undefined): readonly Fault[] {
  if (names === undefined) return FAULTS;
  return names.split(',').map((name) => {
    const fault = FAULTS.find((each) => each.name === name);
    if (!fault) throw new Error(`unknown fault "${name}"; there are ${FAULTS.map((each) => each.name).join(', ')}`);
    return fault;
  });
}

function readCount(option: string, text: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value > 0)) throw new Error(`--${option} must be a whole number above 0`);
  return value;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((parameter) => parameter !== '--'),
    options: {
      help: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      only: { type: 'string' },
      seconds: { type: 'string', default: '15' },
      cases: { type: 'string', default: String(DEFAULT_CASES) },
      minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
      runs: { type: 'string', default: String(DEFAULT_RUNS) },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0');
  const options = {
    seconds,
    runs: readCount('runs', values.runs),
    cases: readCount('cases', values.cases),
    minutes: readCount('minutes', values.minutes),
  };
  const results: FaultResult[] = [];
  for (const fault of choose(values.only)) {
    progress(`${fault.name}: ${fault.title}`);
    results.push(await runFault(fault, options));
    progress(JSON.stringify(results.at(-1)));
  }
  const table = renderTable(results);
  process.stdout.write(table);
  if (values.save) saveTable(PAGE, MARKS, table);
  const breaches = results.flatMap(findBreaches);
  for (const breach of breaches) progress(breach);
  return breaches.length > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  progress(`the run broke: ${error instanceof Error ? error.message : String(error)}`);
  // Servers that had started would keep the process alive.
  process.exit(1);
}
