import { METRICS, type MetricDefinition } from './metric-table.js';

/** docs/metrics.md, from the table. */
export function generateMetricsDocs(): string {
  const rows = Object.entries(METRICS).map(([name, { type, help, labels }]: [string, MetricDefinition]) => {
    const names = labels.length === 0 ? '—' : labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${names} | ${help} |`;
  });
  return `# Metrics

Generated from \`libs/telemetry\`; change the table, not this file.

\`GET /metrics\` answers in the Prometheus text format. No label names a key, a team or a person, and none holds free
text: who did what is in the audit log. \`model\` is a name of the configuration or \`other\`. A metric that would exceed
its cap on series counts what is too much under \`other\`. Durations are in seconds.

| Metric | Type | Labels | What it says |
|---|---|---|---|
${rows.join('\n')}

The process itself is described by the standard \`process_*\` and \`nodejs_*\` metrics.
`;
}
