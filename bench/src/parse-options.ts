import { parseArgs } from 'node:util';
import { SCENARIOS, type Scenario } from './bench-plan.js';

export interface BenchOptions {
  readonly help: boolean;
  readonly quick: boolean;
  readonly save: boolean;
  readonly strict: boolean;
  readonly only: readonly Scenario[];
}

export const USAGE = `pnpm bench [options]

Measures the built gateway against a bare Node proxy, side by side on this machine (about half an hour).

  --quick        one short round and fewer scenarios: a smoke test, not figures to quote
  --only <list>  a comma-separated choice of ${SCENARIOS.join(', ')};
                 workflows, costs, exports and size run only if they are named
  --save         also write bench/results/baseline.json and the table of docs/performance.md, if all was measured; with
                 costs: the tables of docs/scaling.md; with size: those of docs/sizing.md
  --peers        other gateways beside this one instead; \`pnpm bench --peers --help\` lists its options
  --strict       exit 1 when a bar is missed by more than 15 %
  --help         this text

The table goes to standard output and the figures to bench/results/latest.local.json. Uses wrk if it is installed,
else autocannon, and pins processes to cores where taskset is available.
`;

/** Run only where `--only` names them: they take minutes by themselves. */
export const NAMED_ONLY: readonly Scenario[] = ['workflows', 'costs', 'exports', 'size'];

const isScenario = (name: string): name is Scenario => SCENARIOS.some((scenario) => scenario === name);

/** Reads the command line. Throws with a readable message on an unknown option or scenario. */
export function parseOptions(parameters: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    // `pnpm bench -- --quick` hands over the two dashes as well.
    args: parameters.filter((parameter) => parameter !== '--'),
    options: {
      help: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const names = values.only?.split(',') ?? SCENARIOS.filter((name) => !NAMED_ONLY.includes(name));
  const unknown = names.find((name) => !isScenario(name));
  if (unknown !== undefined) throw new Error(`unknown scenario "${unknown}"; there are ${SCENARIOS.join(', ')}`);
  return { ...values, only: SCENARIOS.filter((scenario) => names.includes(scenario)) };
}
