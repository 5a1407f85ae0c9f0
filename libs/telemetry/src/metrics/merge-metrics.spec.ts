import { describe, expect, it } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { type MetricValues, mergeEnded, renderMerged } from './merge-metrics.js';
import { Metrics } from './metrics.js';

const REQUEST = {
  endpoint: 'chat',
  status: 200,
  kind: 'call',
  provider: 'openai',
  providerKind: 'openai',
  model: 'gpt',
  streamed: false,
  durationMs: 20,
  costUsd: 0.01,
  timeToFirstByteMs: 10,
  usageSource: 'reported',
  promptTokens: 3,
  completionTokens: 4,
  cachedTokens: 0,
  reasoningTokens: 0,
} as const;

/** A process that served so many requests and knows the database up to a version. */
function serve(requests: number, version: number): Metrics {
  const metrics = new Metrics();
  metrics.setPolicyVersionSource(() => version);
  metrics.setFilesSharedSource(() => true);
  for (let served = 0; served < requests; served++) metrics.recordRequest(REQUEST);
  return metrics;
}

const linesOf = (text: string): string[] => text.split('\n');

/** Metrics of prom-client for a process whose event loop is so late, in seconds. */
function beLate(seconds: number): Promise<MetricValues> {
  const registry = new Registry();
  for (const kind of ['min_', 'p99_', '']) {
    const name = `nodejs_eventloop_lag_${kind}seconds`;
    new Gauge({ name, help: name, registers: [registry], aggregator: 'average' }).set(seconds);
  }
  return registry.getMetricsAsJSON();
}

describe('renderMerged', () => {
  it('adds up counters and histograms, and keeps what is the same everywhere', async () => {
    const parts = await Promise.all([serve(2, 7).collectValues(), serve(3, 9).collectValues()]);
    const lines = linesOf(await renderMerged(parts));
    expect(lines).toContain(
      'service_requests_total{endpoint="chat",status="200",provider="openai",provider_kind="openai",model="gpt",kind="call"} 5',
    );
    expect(lines).toContain('service_policy_version 7');
    expect(lines).toContain('service_files_shared 1');
    const counted = lines.filter((line) => line.startsWith('service_request_duration_seconds_'));
    expect(counted.find((line) => line.includes('_count{'))).toMatch(/ 5$/);
    expect(counted.find((line) => line.includes('le="0.025"'))).toMatch(/ 5$/);
    expect(counted.find((line) => line.includes('le="0.01"'))).toMatch(/ 0$/);
  });

  it('says of one process what the process says itself', async () => {
    const metrics = serve(4, 1);
    const sorted = (text: string) => linesOf(text).filter((line) => !line.startsWith('#')).length;
    expect(sorted(await renderMerged([await metrics.collectValues()]))).toBe(sorted(await metrics.renderMetrics()));
  });

  it('says the lowest version of the processes that know one', async () => {
    const unknown = await new Metrics().collectValues();
    const parts = [unknown, await serve(0, 9).collectValues(), await serve(0, 7).collectValues()];
    expect(linesOf(await renderMerged(parts))).toContain('service_policy_version 7');
    const lines = linesOf(await renderMerged([unknown, unknown]));
    expect(lines.filter((line) => line.startsWith('service_policy_version'))).toEqual([]);
  });

  it('says how late the event loop of the slowest process is, and not the average', async () => {
    const lines = linesOf(await renderMerged([await beLate(0.01), await beLate(0.4), await beLate(0.02)]));
    expect(lines.filter((line) => line.startsWith('nodejs_'))).toEqual([
      'nodejs_eventloop_lag_min_seconds 0.01',
      'nodejs_eventloop_lag_p99_seconds 0.4',
      'nodejs_eventloop_lag_seconds 0.4',
    ]);
  });

  it('does not add up the spool, which processes share', async () => {
    const spool = (spooledBytes: number): Promise<MetricValues> => {
      const metrics = new Metrics();
      metrics.setAuditBacklogSource(() => ({ records: 2, spooledBytes }));
      return metrics.collectValues();
    };
    const lines = linesOf(await renderMerged([await spool(500), await spool(700)]));
    expect(lines).toContain('service_audit_spool_bytes 700');
    expect(lines).toContain('service_audit_waiting_records 4');
  });
});

describe('mergeEnded', () => {
  it('keeps what processes counted and forgets what they were', async () => {
    const ended = await mergeEnded([await serve(2, 7).collectValues(), await serve(3, 9).collectValues()]);
    expect(ended.map(({ name }) => name)).not.toContain('service_policy_version');
    const lines = linesOf(await renderMerged([ended, await serve(1, 9).collectValues()]));
    expect(lines).toContain(
      'service_requests_total{endpoint="chat",status="200",provider="openai",provider_kind="openai",model="gpt",kind="call"} 6',
    );
    expect(lines).toContain('service_policy_version 9');
  });
});
