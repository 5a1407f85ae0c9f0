import { describe, expect, it } from 'vitest';
import { mergeEnded, renderMerged } from './merge-metrics.js';
import { Metrics } from './metrics.js';

const REQUEST = {
  endpoint: 'chat',
  status: 200,
  provider: 'openai',
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

describe('renderMerged', () => {
  it('adds up counters and histograms, and keeps what is the same everywhere', async () => {
    const parts = await Promise.all([serve(2, 7).collectValues(), serve(3, 9).collectValues()]);
    const lines = linesOf(await renderMerged(parts));
    expect(lines).toContain('service_requests_total{endpoint="chat",status="200",provider="openai",model="gpt"} 5');
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
});

describe('mergeEnded', () => {
  it('keeps what processes counted and forgets what they were', async () => {
    const ended = await mergeEnded([await serve(2, 7).collectValues(), await serve(3, 9).collectValues()]);
    expect(ended.map(({ name }) => name)).not.toContain('service_policy_version');
    const lines = linesOf(await renderMerged([ended, await serve(1, 9).collectValues()]));
    expect(lines).toContain('service_requests_total{endpoint="chat",status="200",provider="openai",model="gpt"} 6');
    expect(lines).toContain('service_policy_version 9');
  });
});
