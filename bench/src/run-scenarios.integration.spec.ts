// `npm test` runs these tests in one of six runs, and a sample of them each time: bench/src/describe-gateway.e2e.spec.ts.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QUICK_PLAN, SCENARIOS } from './bench-plan.js';
import type { BenchSetup } from './bench-setup.js';
import { parseLoadResult } from './load-result.js';
import { runScenarios } from './run-scenarios.js';
import { findFreePort, type ServerDescription, startServer } from './server-under-test.js';

const PROGRAMS = join(import.meta.dirname, '../dist');
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bench-test-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A server under test that is any program of Node; `%port` in its parameters becomes its port. */
async function describeProgram(...parameters: string[]): Promise<ServerDescription> {
  const port = await findFreePort();
  const command = [process.execPath, ...parameters.map((parameter) => parameter.replace('%port', String(port)))];
  return { name: 'gateway', command, environment: {}, port, readyPath: '/readyz' };
}

const buildSetup = (only: BenchSetup['only'], describeGateway: BenchSetup['describeGateway']): BenchSetup => ({
  plan: {
    ...QUICK_PLAN,
    promptTokens: [1000],
    streams: 3,
    concurrentStreams: 100,
    groupWarmUpSeconds: 0,
    mediaRequests: 3,
    sockets: 10,
    settleMilliseconds: 0,
  },
  only,
  pinning: { explanation: 'not pinned: a test' },
  directory,
  programs: PROGRAMS,
  describeGateway,
  progress: () => undefined,
});

describe('runScenarios', () => {
  it('measures every scenario, here with the bare proxy in the place of the gateway', async () => {
    const bareProxy = (upstream: string) => describeProgram(join(PROGRAMS, 'bare-proxy.js'), '%port', upstream);
    // It rejects nothing.
    const scenarios = SCENARIOS.filter((scenario) => scenario !== 'refusals');
    const { figures } = await runScenarios(buildSetup(scenarios, bareProxy));

    const names = figures.map((figure) => figure.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'start to first 200 on /readyz',
        'requests at 32 connections',
        '1 connection: p50',
        '1 connection: p99',
        'prompt of 1k tokens: p50',
        'first byte: p50',
        'streams complete, 100 at once',
        'memory added by 200 idle connections',
        'streams complete, 150 at once',
        'requests, two workers beside one',
        'requests, chat to B',
        'requests, messages to N beside chat to R',
        'stream event, chat to G',
        'speech, first byte: p50',
        'processor time per message, 10 realtime sockets',
      ]),
    );
    // A few connections may add nothing.
    const measured = figures.filter(({ name }) => !name.startsWith('memory added'));
    for (const figure of measured) expect(figure.values.gateway).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  }, 120_000);

  it('does not measure a server that answers something else', async () => {
    const program = `require('node:http').createServer((_, answer) => answer.end('{}')).listen(%port, '127.0.0.1')`;
    const setup = buildSetup(['throughput'], () => describeProgram('-e', program));
    await expect(runScenarios(setup)).rejects.toThrow('answered 200: {}');
  }, 30_000);

  it('measures no refusals of a server that rejects nothing', async () => {
    const bareProxy = (upstream: string) => describeProgram(join(PROGRAMS, 'bare-proxy.js'), '%port', upstream);
    await expect(runScenarios(buildSetup(['refusals'], bareProxy))).rejects.toThrow(/answered with 200, not with 401/);
  }, 30_000);

  it('says which server died under load, and what it said', async () => {
    const program = `let served = 0;
      require('node:http').createServer((_, answer) => {
        if ((served += 1) > 1) throw new Error('died of work');
        answer.end();
      }).listen(%port, '127.0.0.1')`;
    const setup = buildSetup(['throughput'], () => describeProgram('-e', program));
    await expect(runScenarios(setup)).rejects.toThrow(/gateway ended \(1\).*died of work/s);
  }, 30_000);

  it('says why a server did not start', async () => {
    const setup = buildSetup(['startup'], () => describeProgram('-e', 'throw new Error("no such file")'));
    await expect(runScenarios(setup)).rejects.toThrow(/gateway did not become ready.*no such file/s);
  }, 30_000);
});

describe('the driver for machines without wrk', () => {
  it('reports requests, latencies and no failures', async () => {
    const upstream = await startServer(await describeProgram(join(PROGRAMS, 'fixed-upstream.js'), '%port'), directory);
    const load = join(directory, 'autocannon.json');
    const request = { url: upstream.baseUrl, headers: {}, body: '{"messages":[]}', connections: 2, seconds: 1 };
    await writeFile(load, JSON.stringify(request));
    const run = promisify(execFile)(process.execPath, [join(PROGRAMS, 'drive-autocannon.js'), load]);
    const { stdout } = await run.finally(() => upstream.stop());
    const result = parseLoadResult(stdout);
    expect(result).toMatchObject({ failures: 0 });
    expect(result.requests).toBeGreaterThan(100);
    expect(result.p99Milliseconds).toBeGreaterThanOrEqual(result.p50Milliseconds);
    expect(result.p50Milliseconds).toBeGreaterThan(0);
  }, 30_000);
});
