import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from '../describe-machine.js';
import { describeOwnServer } from '../describe-own-server.js';
import { chooseLoadDriver } from '../drive-load.js';
import { choosePinning, pinThisProcess } from '../pin-processes.js';
import { saveTable } from '../save-table.js';
import { startServer } from '../server-under-test.js';
import { prepareEntries } from './contestants.js';
import { measureEntries } from './measure-entries.js';
import { PEER_USAGE, type PeerOptions, parsePeerOptions } from './parse-peer-options.js';
import { FULL_PEER_PLAN, QUICK_PEER_PLAN } from './peer-plan.js';
import { SHORT_FIGURE_NAMES } from './peer-row.js';
import { type PeerReport, renderPeers } from './render-peers.js';

const PROJECT = join(import.meta.dirname, '../../..');
const PROGRAMS = join(import.meta.dirname, '..');
const PAGE = join(PROJECT, 'docs/performance.md');
const SHORT_PAGE = join(PROJECT, 'docs/comparison.md');
const MARKS = {
  begin: '<!-- The table is written by `pnpm bench --peers --save`. -->',
  end: '<!-- End of the table. -->',
};

/** Folder in which runs stay installed; git ignores it. */
const CACHE = join(PROJECT, 'coverage/peers');

type Progress = (line: string) => void;

async function measure({ quick, only }: PeerOptions, progress: Progress): Promise<PeerReport> {
  const plan = quick ? QUICK_PEER_PLAN : FULL_PEER_PLAN;
  const directory = mkdtempSync(join(tmpdir(), 'multilane-peers-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const pinning = choosePinning();
  progress(pinning.explanation);
  const direct = await startServer(
    await describeOwnServer('upstream', { programs: PROGRAMS }, pinning.driverCore, []),
    directory,
  );
  try {
    const setup = { cache: CACHE, directory, programs: PROGRAMS, core: pinning.serverCore, progress };
    const entries = await prepareEntries(only, { ...setup, upstreamUrl: direct.baseUrl });
    // After the installations, which are work too.
    const [loadBefore = 0] = loadavg();
    pinThisProcess(pinning.driverCore);
    const driver = chooseLoadDriver(directory, PROGRAMS);
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(loadBefore),
      driver: driver.name,
      pinning: pinning.explanation,
      rounds: plan.rounds,
      quick,
      rows: await measureEntries(entries, { plan, driver, direct, directory, progress }),
    };
  } finally {
    await direct.stop();
  }
}

/** `pnpm bench --peers`: this gateway beside others. bench/README.md describes its steps and output. Answers the exit code. */
export async function runPeers(parameters: readonly string[], progress: Progress): Promise<number> {
  const options = parsePeerOptions(parameters);
  if (options.help) {
    process.stdout.write(PEER_USAGE);
    return 0;
  }
  const report = await measure(options, progress);
  const table = renderPeers(report);
  process.stdout.write(table);
  if (options.save) {
    saveTable(PAGE, MARKS, table);
    saveTable(SHORT_PAGE, MARKS, renderPeers(report, SHORT_FIGURE_NAMES));
  }
  return 0;
}
