import { BACKGROUND_TASKS, type TaskDefinition } from '../background/task-table.js';
import { METRICS, type MetricDefinition } from './metric-table.js';

/** docs/metrics.md, from the table. */
export function generateMetricsDocs(): string {
  const rows = Object.entries(METRICS).map(([name, { type, help, labels }]: [string, MetricDefinition]) => {
    const names = labels.length === 0 ? '—' : labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${names} | ${help} |`;
  });
  const tasks = Object.entries(BACKGROUND_TASKS).map(
    ([name, { text }]: [string, TaskDefinition]) => `| \`${name}\` | ${text} |`,
  );
  return `# Metrics

Generated from \`libs/telemetry\`; change the table, not this file.

\`GET /metrics\` returns metrics in the Prometheus text format, or in OpenMetrics if \`Accept\` names \`application/openmetrics-text\`. With
[traces](tracing.md), OpenMetrics has exemplars: \`trace_id\` of the newest traced request in each bucket of
\`service_request_duration_seconds\` and \`service_time_to_first_byte_seconds\`. Several processes behind one port (\`server.workers\`) have the
Prometheus format alone. Labels never contain the name of a key, team or person, or free
text. Use the audit log to find out who did what. \`model\` is a name from the configuration or \`other\`. If a metric would have too
many series, further ones are counted under \`other\`. Durations are in seconds. Metrics that begin
with \`gen_ai_\` follow OpenTelemetry's semantic conventions for generative AI of November 2026, with the names and bucket bounds that they have in
Prometheus. [Traces](tracing.md) have the same attributes.

| Metric | Type | Labels | Meaning |
|---|---|---|---|
${rows.join('\n')}

The standard \`process_*\` and \`nodejs_*\` metrics describe the process itself.

## Background tasks

What a service does beside its requests has a name. After a failure, the log has a line (\`a background task failed\`, with \`task\`, \`failures\` and \`err\`),
at most one a minute for each task. A task that failed three times in a row, and not since, is listed under \`degraded\` of \`/readyz\` and on
the console's deployment page, and \`service_background_failing\` is 1. What is done for requests alone stays listed for a minute after its last failure. When the task
succeeds, the log has a line \`a background task works again\`.

| Task | What it does |
|---|---|
${tasks.join('\n')}
`;
}
