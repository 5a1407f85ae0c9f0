// `npm test` runs these tests in one of six runs, and a sample of them each time: bench/src/describe-gateway.e2e.spec.ts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { REQUEST_HEADERS } from '../build-requests.js';
import { describeOwnServer } from '../describe-own-server.js';
import { chooseLoadDriver } from '../drive-load.js';
import { findFreePort, type RunningServer, startServer } from '../server-under-test.js';
import { type Contestant, prepareEntries } from './contestants.js';
import { measureEntries } from './measure-entries.js';
import { QUICK_PEER_PLAN } from './peer-plan.js';
import { FIGURE_NAMES } from './peer-row.js';

const PROGRAMS = join(import.meta.dirname, '../../dist');
const PLAN = {
  ...QUICK_PEER_PLAN,
  settleMilliseconds: 0,
  warmUpSeconds: 1,
  loadSeconds: 1,
  concurrentStreams: 5,
  streams: 2,
};

let directory: string;
let direct: RunningServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'peers-test-'));
  direct = await startServer(await describeOwnServer('upstream', { programs: PROGRAMS }, undefined, []), directory);
});
afterAll(async () => {
  await direct.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A program of Node; `%port` in it becomes its port. */
async function describeProgram(program: string): Promise<Contestant> {
  const port = await findFreePort();
  const command = [process.execPath, '-e', program.replace('%port', String(port))];
  return { server: { name: 'program', command, environment: {}, port, readyPath: '/' }, headers: REQUEST_HEADERS };
}

it('measures a server that works, and gives the reason of each that does not', async () => {
  const lines: string[] = [];
  const progress = (line: string) => lines.push(line);
  const setup = { cache: directory, directory, programs: PROGRAMS, core: undefined, progress };
  const working = await prepareEntries(['bare-proxy'], { ...setup, upstreamUrl: direct.baseUrl });
  const broken = await describeProgram('throw new Error("no such model")');
  const wrong = await describeProgram(
    `require('node:http').createServer((_, answer) => answer.end('{}')).listen(%port, '127.0.0.1')`,
  );
  const rows = await measureEntries(
    [
      { name: 'nginx', title: 'missing', contestant: new Error('it is not installed') },
      { name: 'portkey', title: 'broken', contestant: broken },
      { name: 'litellm', title: 'wrong', contestant: wrong },
      ...working,
    ],
    { plan: PLAN, driver: chooseLoadDriver(directory, PROGRAMS), direct, directory, progress },
  );

  expect(rows[0]).toEqual({ title: 'missing', figures: {}, reason: 'it is not installed' });
  expect(rows[1]).toMatchObject({ title: 'broken', figures: {}, reason: expect.stringContaining('no such model') });
  expect(rows[2]).toMatchObject({ title: 'wrong', reason: 'answered 200: {}' });
  expect(rows[3]).toMatchObject({ title: 'bare Node proxy' });
  expect(rows[3]?.reason).toBeUndefined();
  expect(Object.keys(rows[3]?.figures ?? {}).toSorted()).toEqual(FIGURE_NAMES.toSorted());
  expect(rows[3]?.figures.rate).toBeGreaterThan(0);
}, 120_000);
