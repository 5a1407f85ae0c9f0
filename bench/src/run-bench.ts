/** `pnpm bench`: measures the built gateway. bench/README.md describes its steps and output. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchPlan, FULL_PLAN, QUICK_PLAN, SCENARIOS } from './bench-plan.js';
import { saveScaling } from './costs/render-plan.js';
import { describeDatabaseGateway } from './database-gateway.js';
import { describeGateway } from './describe-gateway.js';
import { describeMachine } from './describe-machine.js';
import { type Figure, holdsBar } from './figure.js';
import { type BenchOptions, NAMED_ONLY, parseOptions, USAGE } from './parse-options.js';
import { runPeers } from './peers/run-peers.js';
import { choosePinning, pinThisProcess } from './pin-processes.js';
import { type BenchReport, findWideMisses, renderMeasured, renderReport } from './report.js';
import { runScenarios } from './run-scenarios.js';
import { saveTable } from './save-table.js';
import { saveSize } from './size/render-size.js';

const PROJECT = join(import.meta.dirname, '../..');
const PERFORMANCE = join(PROJECT, 'docs/performance.md');
const MARKS = {
  begin: '<!-- The table is written by `pnpm bench --save`. -->',
  end: '<!-- End of the measured table. -->',
};
const SCALING = join(PROJECT, 'docs/scaling.md');
const SIZING = join(PROJECT, 'docs/sizing.md');
const RESULTS = join(PROJECT, 'bench/results');

const progress = (line: string) => process.stderr.write(`${line}\n`);

async function measure(plan: BenchPlan, options: BenchOptions): Promise<BenchReport> {
  const directory = mkdtempSync(join(tmpdir(), 'multilane-bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  // Other work on this machine disturbs every figure, so a reader must be able to see it.
  const [loadBefore = 0] = loadavg();
  const pinning = choosePinning();
  pinThisProcess(pinning.driverCore);
  progress(pinning.explanation);
  const { figures, driver } = await runScenarios({
    plan,
    only: options.only,
    pinning,
    directory,
    programs: import.meta.dirname,
    describeGateway: (upstreamUrl, name, workers) =>
      describeGateway(upstreamUrl, directory, pinning.serverCore, name, workers),
    describeDatabaseGateway: (upstreamUrl, how) =>
      describeDatabaseGateway(upstreamUrl, { directory, core: pinning.serverCore, ...how }),
    progress,
  });
  return {
    measured_at: new Date().toISOString(),
    machine: describeMachine(loadBefore),
    load_driver: driver,
    pinning: pinning.explanation,
    quick: options.quick,
    rounds: plan.rounds,
    figures: figures.map(addResult),
  };
}

function addResult(figure: Figure): BenchReport['figures'][number] {
  const met = holdsBar(figure);
  return met === undefined ? figure : { ...figure, met };
}

function save(report: BenchReport, name: string): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, name), `${JSON.stringify(report, null, 2)}\n`);
  progress(`saved bench/results/${name}`);
}

/** Parts of a run, or a short one, are no baseline, and no table of the page. The costs have a page of their own. */
function isWhole({ only, quick }: BenchOptions): boolean {
  return !quick && SCENARIOS.every((scenario) => NAMED_ONLY.includes(scenario) || only.includes(scenario));
}

async function main(): Promise<number> {
  const parameters = process.argv.slice(2);
  if (parameters.includes('--peers')) return await runPeers(parameters, progress);
  const options = parseOptions(parameters);
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const report = await measure(options.quick ? QUICK_PLAN : FULL_PLAN, options);
  process.stdout.write(renderReport(report));
  save(report, 'latest.local.json');
  if (options.save && isWhole(options)) {
    save(report, 'baseline.json');
    saveTable(PERFORMANCE, MARKS, `Measured on ${report.measured_at.slice(0, 10)}: ${renderMeasured(report)}`);
    progress('saved the table of docs/performance.md');
  }
  if (options.save && report.figures.some(({ scenario }) => scenario === 'costs')) {
    saveScaling(SCALING, report);
    progress('saved the tables of docs/scaling.md');
  }
  if (options.save && report.figures.some(({ scenario }) => scenario === 'size')) {
    saveSize(SIZING, report);
    progress('saved the tables of docs/sizing.md');
  }
  const misses = options.strict ? findWideMisses(report.figures) : [];
  if (misses.length > 0) progress(`far from the bar: ${misses.join('; ')}`);
  return misses.length > 0 ? 1 : 0;
}

// `process.exit` runs the exit handlers, which stop the servers and remove the directory.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  progress(`benchmark broken: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
