import { describe, expect, it } from '@jest/globals';
import { exampleInterval, exampleResult, withMemory } from './example-result.tools.spec.js';
import { intervalsWithin, judgeSoak } from './judge-soak.js';
import type { SoakResult } from './soak-figures.js';

const failed = (result: SoakResult): string[] =>
  judgeSoak(result).flatMap(({ isMet, name }) => (isMet === false ? [name] : []));

const MEMORY = 'resident memory of the gateway';
const LATENCY = 'p99 of small whole answers';

describe('judgeSoak', () => {
  it('finds nothing wrong with an hour in which nothing grew', () => {
    const checks = judgeSoak(exampleResult());
    expect(checks.map(({ isMet }) => isMet)).toEqual(checks.map(() => true));
  });

  it.each<[string, Partial<SoakResult>]>([
    ['unexpected answers', { unexpected: { 'chat: 503 overloaded in place of 200': 1 } }],
    ['wrong in the audit log', { ledgerBreaches: ['1 requests recorded twice'] }],
    ['left open', { leftOpen: { service_streams_in_flight: 1 } }],
    ['services that did not end after SIGTERM', { stuck: ['ended with SIGKILL'] }],
    [
      'file descriptors of the gateway',
      { after: { gatewayDescriptors: 39, workspaceDescriptors: 28, databaseConnections: 12 } },
    ],
    [
      'file descriptors of the workspace service',
      { after: { gatewayDescriptors: 38, workspaceDescriptors: 29, databaseConnections: 12 } },
    ],
    [
      'connections to the database',
      { after: { gatewayDescriptors: 38, workspaceDescriptors: 28, databaseConnections: 13 } },
    ],
  ])('fails for %s, in runs of any length', (name, changes) => {
    expect(failed(exampleResult(changes))).toEqual([name]);
    expect(failed(exampleResult({ ...changes, minutes: 2 }))).toEqual([name]);
  });

  it('allows fewer descriptors at rest than before', () => {
    const after = { gatewayDescriptors: 30, workspaceDescriptors: 20, databaseConnections: 2 };
    expect(failed(exampleResult({ after }))).toEqual([]);
  });

  it('does not judge memory and latency in less than half an hour', () => {
    const grows = (minute: number) => ({ ...withMemory(100 * minute), p99: minute > 20 ? 100 : 20 });
    const judged = (minutes: number) =>
      judgeSoak(exampleResult({ minutes }, grows)).filter(({ isMet }) => isMet !== undefined).length;
    expect(judged(30) - judged(29)).toBe(5);
    expect(failed(exampleResult({ minutes: 29 }, grows))).toEqual([]);
    expect(failed(exampleResult({ minutes: 30 }, grows))).toEqual([MEMORY, LATENCY]);
  });
});

describe('memory', () => {
  it('may not be 3 % more in the last ten minutes than in the second ten', () => {
    const growTo = (residentMb: number) => exampleResult({}, (minute) => (minute > 50 ? withMemory(residentMb) : {}));
    expect(failed(growTo(205.9))).toEqual([]);
    expect(failed(growTo(206.1))).toEqual([MEMORY]);
  });

  it('may grow in the first ten minutes', () => {
    expect(failed(exampleResult({}, (minute) => (minute <= 10 ? withMemory(50) : {})))).toEqual([]);
  });

  it('is not that of single minutes', () => {
    expect(failed(exampleResult({}, (minute) => (minute % 10 < 4 ? withMemory(900) : {})))).toEqual([]);
  });

  it('that is left after a collection is judged where there was one', () => {
    const { gateway } = exampleInterval(1);
    const collected = (grownTo: number) => (minute: number) => {
      const liveMb = minute % 5 > 0 ? undefined : minute > 50 ? grownTo : 70;
      return { gateway: { ...gateway, liveMb } };
    };
    expect(failed(exampleResult({}, collected(72)))).toEqual([]);
    expect(failed(exampleResult({}, collected(72.2)))).toEqual(['live memory of the gateway']);
  });

  it('the memory of the workspace service is judged too', () => {
    const { workspace } = exampleInterval(1);
    const grown = { workspace: { ...workspace, residentMb: workspace.residentMb * 1.04 } };
    expect(failed(exampleResult({}, (minute) => (minute > 50 ? grown : {})))).toEqual([
      'resident memory of the workspace service',
    ]);
  });
});

describe('p99', () => {
  it('may be a quarter more on a machine whose minutes are alike', () => {
    const growTo = (p99: number) => exampleResult({}, (minute) => (minute > 50 ? { p99 } : {}));
    expect(failed(growTo(25))).toEqual([]);
    expect(failed(growTo(25.1))).toEqual([LATENCY]);
  });

  it('may be more where minutes differ by more themselves', () => {
    // Each minute is 10 from the middle of its ten.
    const growTo = (last: number) =>
      exampleResult({}, (minute) => ({ p99: (minute > 50 ? last : 50) + (minute % 2 === 0 ? 10 : -10) }));
    expect(failed(growTo(90))).toEqual([]);
    expect(failed(growTo(90.1))).toEqual([LATENCY]);
  });

  it('is not judged where there were no whole answers', () => {
    const checks = judgeSoak(exampleResult({}, () => ({ p99: undefined })));
    expect(checks.find(({ name }) => name === LATENCY)?.isMet).toBeUndefined();
  });
});

it('intervalsWithin has the intervals that ended within the minutes', () => {
  const intervals = [0.1, 0.2, 0.3, 0.1 + 0.2, 0.4].map((minute) => exampleInterval(minute));
  expect(intervalsWithin(intervals, 0.2, 0.3).map(({ minute }) => minute)).toEqual([0.3, 0.1 + 0.2]);
});
