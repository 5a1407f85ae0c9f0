import { describe, expect, it } from '@jest/globals';
import { METRICS } from './metric-table.js';
import { Metrics } from './metrics.js';
import type { RequestObservation } from './observations.js';

const observe = (changes: Partial<RequestObservation> = {}): RequestObservation => ({
  endpoint: 'chat',
  kind: 'call',
  status: 200,
  provider: 'eu',
  providerKind: 'openai',
  model: 'gpt-4o',
  streamed: false,
  durationMs: 1200,
  timeToFirstByteMs: 300,
  usageSource: 'reported',
  promptTokens: 100,
  completionTokens: 20,
  cachedTokens: 64,
  reasoningTokens: 8,
  costUsd: 0.25,
  ...changes,
});

async function renderLines(metrics: Metrics): Promise<string[]> {
  return (await metrics.renderMetrics()).split('\n');
}

describe('metrics', () => {
  it('count evaluations, their answers and regressions', async () => {
    const metrics = new Metrics();
    metrics.evals.setRuns([{ status: 'queued', runs: 2 }]);
    metrics.evals.setRuns([{ status: 'running', runs: 3 }]);
    metrics.evals.recordRun('completed');
    metrics.evals.recordAnswer('grader_error');
    metrics.evals.recordRegression();
    const lines = await renderLines(metrics);
    expect(lines).toEqual(
      expect.arrayContaining([
        'service_eval_runs{status="running"} 3',
        'service_eval_runs_total{status="completed"} 1',
        'service_eval_answers_total{status="grader_error"} 1',
        'service_eval_regressions_total 1',
      ]),
    );
    expect(lines.join()).not.toContain('service_eval_runs{status="queued"}');
  });

  it('count a request with its status, times and tokens', async () => {
    const metrics = new Metrics();
    metrics.recordRequest(observe());
    metrics.recordRequest(observe({ durationMs: 700_000, timeToFirstByteMs: undefined }));
    const lines = await renderLines(metrics);
    const served = 'endpoint="chat",provider="eu",provider_kind="openai"';
    for (const line of [
      'service_requests_total{endpoint="chat",status="200",provider="eu",provider_kind="openai",model="gpt-4o",kind="call"} 2',
      `service_request_duration_seconds_bucket{le="1",${served},streamed="false"} 0`,
      `service_request_duration_seconds_bucket{le="2.5",${served},streamed="false"} 1`,
      `service_request_duration_seconds_bucket{le="600",${served},streamed="false"} 1`,
      `service_request_duration_seconds_bucket{le="+Inf",${served},streamed="false"} 2`,
      `service_request_duration_seconds_sum{${served},streamed="false"} 701.2`,
      `service_request_duration_seconds_count{${served},streamed="false"} 2`,
      `service_time_to_first_byte_seconds_bucket{le="0.25",${served}} 0`,
      `service_time_to_first_byte_seconds_bucket{le="0.5",${served}} 1`,
      `service_time_to_first_byte_seconds_count{${served}} 1`,
      'service_cost_usd_total{provider="eu",provider_kind="openai",model="gpt-4o"} 0.5',
      'service_tokens_total{model="gpt-4o",kind="prompt",usage_source="reported"} 200',
      'service_tokens_total{model="gpt-4o",kind="completion",usage_source="reported"} 40',
      'service_tokens_total{model="gpt-4o",kind="cached",usage_source="reported"} 128',
      'service_tokens_total{model="gpt-4o",kind="reasoning",usage_source="reported"} 16',
    ]) {
      expect(lines).toContain(line);
    }
  });

  it("count calls to providers by OpenTelemetry's names, and tokens on the one that answered", async () => {
    const metrics = new Metrics();
    const call = {
      provider: 'azure-openai',
      providerName: 'azure-eu',
      endpoint: 'chat',
      operation: 'chat',
      model: 'up-1',
      durationMs: 150,
    } as const;
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    metrics.recordOperation({ ...call, failure: 'provider_error', usage: undefined });
    metrics.recordOperation({ ...call, failure: undefined, usage });
    const lines = await renderLines(metrics);
    const labels = 'gen_ai_operation_name="chat",gen_ai_provider_name="azure.ai.openai",gen_ai_request_model="up-1"';
    const duration = 'gen_ai_client_operation_duration_seconds';
    for (const line of [
      `${duration}_count{${labels},error_type="provider_error",provider="azure-eu"} 1`,
      `${duration}_bucket{le="0.08",${labels},error_type="",provider="azure-eu"} 0`,
      `${duration}_bucket{le="0.16",${labels},error_type="",provider="azure-eu"} 1`,
      `${duration}_sum{${labels},error_type="",provider="azure-eu"} 0.15`,
      `gen_ai_client_token_usage_bucket{le="64",${labels},gen_ai_token_type="input",provider="azure-eu"} 0`,
      `gen_ai_client_token_usage_bucket{le="256",${labels},gen_ai_token_type="input",provider="azure-eu"} 1`,
      `gen_ai_client_token_usage_sum{${labels},gen_ai_token_type="output",provider="azure-eu"} 20`,
      `gen_ai_client_token_usage_count{${labels},gen_ai_token_type="output",provider="azure-eu"} 1`,
    ]) {
      expect(lines).toContain(line);
    }
  });

  it('say none for no provider, other for no model, and count no tokens without usage', async () => {
    const metrics = new Metrics();
    metrics.recordRequest(
      observe({ status: 401, provider: undefined, providerKind: undefined, model: undefined, usageSource: 'none' }),
    );
    const lines = await renderLines(metrics);
    expect(lines).toContain(
      'service_requests_total{endpoint="chat",status="401",provider="none",provider_kind="none",model="other",kind="call"} 1',
    );
    expect(lines.filter((line) => line.startsWith('service_tokens_total'))).toEqual([]);
  });

  it('keep a thousand models apart and count the rest as other', async () => {
    const metrics = new Metrics();
    for (let index = 0; index < 1_500; index++) metrics.recordRequest(observe({ model: `model-${index}` }));
    const lines = await renderLines(metrics);
    expect(lines.filter((line) => line.startsWith('service_requests_total{'))).toHaveLength(1_001);
    expect(lines).toContain(
      'service_requests_total{endpoint="chat",status="200",provider="eu",provider_kind="openai",model="other",kind="call"} 500',
    );
  });

  it('keep providers of one kind apart by their names, and a thousand names at most', async () => {
    const metrics = new Metrics();
    for (let index = 0; index < 1_500; index++) {
      const provider = `provider-${index}`;
      metrics.recordRequest(observe({ provider }));
      metrics.recordUpstream({ provider, providerKind: 'openai', outcome: 'success', durationMs: 1 });
      metrics.recordDroppedParameter(provider, 'openai', 'seed');
    }
    const lines = await renderLines(metrics);
    const countOf = (start: string) => lines.filter((line) => line.startsWith(start)).length;
    for (const name of ['requests_total', 'cost_usd_total', 'upstream_requests_total', 'parameters_dropped_total']) {
      expect(countOf(`service_${name}{`)).toBe(1_001);
    }
    const rest = 'provider="other",provider_kind="openai"';
    expect(lines).toContain(`service_upstream_requests_total{${rest},outcome="success"} 500`);
    expect(lines).toContain(`service_parameters_dropped_total{${rest},parameter="seed"} 500`);
  });

  it('count lists and changes apart from calls', async () => {
    const metrics = new Metrics();
    for (const kind of ['call', 'read', 'write'] as const) metrics.recordRequest(observe({ kind }));
    const counted = (await renderLines(metrics)).filter((line) => line.startsWith('service_requests_total{'));
    expect(counted.map((line) => /kind="(\w+)"} 1$/.exec(line)?.[1])).toEqual(['call', 'read', 'write']);
  });

  it('count what requests for media used, in their units', async () => {
    const metrics = new Metrics();
    metrics.recordMedia('draw', { images: 2, characters: undefined, audioSeconds: undefined });
    metrics.recordMedia('hear', { images: undefined, characters: undefined, audioSeconds: 1.5 });
    const lines = (await renderLines(metrics)).filter((line) => line.startsWith('service_media_units_total'));
    expect(lines).toEqual([
      'service_media_units_total{model="draw",unit="images"} 2',
      'service_media_units_total{model="hear",unit="audio_seconds"} 1.5',
    ]);
  });

  it('count the values of tags that usage has as other', async () => {
    const metrics = new Metrics();
    metrics.recordOtherTagValues(2);
    metrics.recordOtherTagValues(1);
    expect(await renderLines(metrics)).toContain('service_tag_values_other_total 3');
  });

  it('count calls to providers, decisions of policies and problems of the audit log', async () => {
    const metrics = new Metrics();
    metrics.recordUpstream({ provider: 'search', providerKind: 'cohere', outcome: 'success', durationMs: 40 });
    metrics.recordUpstream({
      provider: 'search',
      providerKind: 'cohere',
      outcome: 'provider_timeout',
      durationMs: 9_000,
    });
    metrics.recordPolicyDecision('refused', 'rate_limit', 'rpm_exceeded');
    for (let n = 0; n < 2; n++) metrics.recordAllowed('model_access');
    metrics.recordConfigReload('rejected');
    metrics.recordAuditProblem('dropped');
    const lines = await renderLines(metrics);
    for (const line of [
      'service_upstream_requests_total{provider="search",provider_kind="cohere",outcome="success"} 1',
      'service_upstream_requests_total{provider="search",provider_kind="cohere",outcome="provider_timeout"} 1',
      'service_upstream_duration_seconds_count{provider="search",provider_kind="cohere"} 2',
      'service_policy_decisions_total{outcome="refused",policy_type="rate_limit",code="rpm_exceeded"} 1',
      'service_policy_decisions_total{outcome="allowed",policy_type="model_access",code=""} 2',
      'service_config_reloads_total{outcome="rejected"} 1',
      'service_audit_problems_total{problem="dropped"} 1',
    ]) {
      expect(lines).toContain(line);
    }
  });

  it('show what is in flight, down to zero again', async () => {
    const metrics = new Metrics();
    metrics.startRequest('chat');
    metrics.startRequest('chat');
    metrics.startStream();
    metrics.endRequest('chat');
    expect(await renderLines(metrics)).toEqual(
      expect.arrayContaining(['service_requests_in_flight{endpoint="chat"} 1', 'service_streams_in_flight 1']),
    );
    metrics.endRequest('chat');
    metrics.endStream();
    expect(await renderLines(metrics)).toEqual(
      expect.arrayContaining(['service_requests_in_flight{endpoint="chat"} 0', 'service_streams_in_flight 0']),
    );
  });

  it('name only the configuration that runs now', async () => {
    const metrics = new Metrics();
    metrics.setConfigHash('old');
    metrics.setConfigHash('new');
    const lines = await renderLines(metrics);
    expect(lines.filter((line) => line.startsWith('service_config_info{'))).toEqual([
      'service_config_info{hash="new"} 1',
    ]);
  });

  it('say the version of the database, and nothing while none is known', async () => {
    const metrics = new Metrics();
    const listVersions = async () =>
      (await renderLines(metrics)).filter((line) => line.startsWith('service_policy_version'));
    expect(await listVersions()).toEqual([]);
    metrics.setPolicyVersionSource(() => 7);
    expect(await listVersions()).toEqual(['service_policy_version 7']);
    metrics.setPolicyVersionSource(() => undefined);
    expect(await listVersions()).toEqual([]);
  });

  it('say whether limits are counted per process', async () => {
    const metrics = new Metrics();
    expect(await renderLines(metrics)).toContain('service_limits_per_process 0');
    metrics.setLimitsPerProcessSource(() => true);
    expect(await renderLines(metrics)).toContain('service_limits_per_process 1');
  });

  it('say whether files are shared', async () => {
    const metrics = new Metrics();
    expect(await renderLines(metrics)).toContain('service_files_shared 0');
    metrics.setFilesSharedSource(() => true);
    expect(await renderLines(metrics)).toContain('service_files_shared 1');
  });

  it('say how many requests wait for their budgets', async () => {
    const metrics = new Metrics();
    expect(await renderLines(metrics)).toContain('service_budget_requests_waiting 0');
    metrics.setBudgetRequestsWaitingSource(() => 3);
    expect(await renderLines(metrics)).toContain('service_budget_requests_waiting 3');
  });

  it('describe every metric of the table with its help and type', async () => {
    const lines = await renderLines(new Metrics());
    for (const [name, { help, type }] of Object.entries(METRICS)) {
      expect(lines).toContain(`# HELP ${name} ${help}`);
      expect(lines).toContain(`# TYPE ${name} ${type}`);
    }
  });

  it('stay apart between services of one process', async () => {
    const first = new Metrics();
    const second = new Metrics();
    first.recordConfigReload('applied');
    expect(await second.renderMetrics()).not.toContain('outcome="applied"');
  });

  it('have no label for a key, a team or a person', () => {
    const labels = Object.values(METRICS).flatMap((metric): readonly string[] => metric.labels);
    // The conventions' name for the model at the provider.
    const own = labels.filter((label) => label !== 'gen_ai_request_model');
    expect(own.filter((label) => /key|team|user|workspace|organization|request|message/.test(label))).toEqual([]);
  });
});

describe('metrics for scrapers that ask for OpenMetrics', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const ACCEPT = 'application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5';
  const traced = (): Metrics => {
    const metrics = new Metrics();
    metrics.recordRequest(observe());
    metrics.recordTrace(observe(), TRACE);
    return metrics;
  };

  it('have the trace of the newest traced request in its bucket, and in no other', async () => {
    const { contentType, text } = await traced().render(ACCEPT);
    expect(contentType).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    expect(text.endsWith('\n# EOF\n')).toBe(true);
    const lines = text.split('\n').filter((line) => line.includes('trace_id'));
    expect(lines).toEqual([
      expect.stringMatching(/_seconds_bucket\{le="2\.5",.*\} 1 # \{trace_id="4bf92f\w+"\} 1\.2 \d+(\.\d+)?$/),
      expect.stringMatching(
        /_first_byte_seconds_bucket\{le="0\.5",.*\} 1 # \{trace_id="4bf92f\w+"\} 0\.3 \d+(\.\d+)?$/,
      ),
    ]);
  });

  it('have counters by the names that they have in the other format, which stays as it was', async () => {
    const metrics = traced();
    const before = await metrics.render();
    const { text } = await metrics.render(ACCEPT);
    const line =
      'service_requests_total{endpoint="chat",status="200",provider="eu",provider_kind="openai",model="gpt-4o",kind="call"} 1';
    expect(text).toContain(`# TYPE service_requests counter\n${line}\n`);
    expect(before.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(before.text).toContain(`\n${line}\n`);
    expect(before.text).not.toContain('trace_id');
    expect(await metrics.render('*/*')).toEqual(before);
  });

  it('are the text of all processes, in the Prometheus format, where several share a port', async () => {
    const metrics = traced();
    metrics.shareRendering(() => Promise.resolve('of all'));
    expect(await metrics.render(ACCEPT)).toEqual({ text: 'of all', contentType: expect.stringMatching(/^text/) });
  });
});
