import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { METRICS } from './metric-table.js';
import { Metrics } from './metrics.js';

interface Query {
  readonly of: string;
  readonly text: string;
}

interface Dashboard {
  readonly uid: string;
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly type: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[];
  }[];
}

const readDeployed = (path: string) => readFileSync(join(PROJECT_ROOT, 'deploy', path), 'utf8');
const READERS = ['developer', 'finance', 'operator'];
const dashboards: Dashboard[] = READERS.map((reader) => JSON.parse(readDeployed(`grafana/${reader}.json`)));
const operator: Dashboard = JSON.parse(readDeployed('grafana/operator.json'));
const rules: Rules = parse(readDeployed('prometheus/alerts.yml'));
const prometheus: { scrape_configs: { job_name: string }[]; rule_files: string[] } = parse(
  readDeployed('prometheus/prometheus.yml'),
);

const listPanelQueries = ({ panels }: Dashboard): Query[] =>
  panels.flatMap(({ targets = [], title }) =>
    targets.map(({ expr }) => ({ of: title, text: expr.replaceAll(/\$__(rate_interval|range)/g, '5m') })),
  );
const panelQueries = dashboards.flatMap(listPanelQueries);
const alertQueries: Query[] = rules.groups
  .flatMap((group) => group.rules)
  .map(({ alert, expr }) => ({ of: alert, text: expr }));
const variableQueries: Query[] = dashboards
  .flatMap(({ templating }) => templating.list)
  .flatMap(({ definition, name }) =>
    definition === undefined
      ? []
      : [{ of: name, text: definition.replace(/^label_values\((.*), (\w+)\)$/, 'max by ($2) ($1)') }],
  );
const allQueries = [...panelQueries, ...alertQueries, ...variableQueries].map(
  (query) => [query.of, query.text] as const,
);

/** Labels that Prometheus adds to everything that it scrapes. */
const SCRAPED = ['job', 'instance'];

/** The labels of every series there is, by the name it has in a query. */
const seriesLabels = new Map<string, readonly string[]>([['up', SCRAPED]]);

async function learnSeries(): Promise<void> {
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  const text = await metrics.renderMetrics();
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+) /gm)) seriesLabels.set(name, SCRAPED);
  for (const [name, { labels, type }] of Object.entries(METRICS)) {
    const known = [...labels, ...SCRAPED];
    if (type !== 'histogram') seriesLabels.set(name, known);
    for (const suffix of type === 'histogram' ? ['_sum', '_count'] : []) seriesLabels.set(`${name}${suffix}`, known);
    if (type === 'histogram') seriesLabels.set(`${name}_bucket`, [...known, 'le']);
  }
}

/** Reads the parts of a query, by Prometheus' own grammar. */
function readQuery(text: string): { errors: string[]; metrics: string[]; labels: string[] } {
  const found = { errors: [] as string[], metrics: [] as string[], labels: [] as string[] };
  parser.parse(text).iterate({
    enter: ({ from, to, type }) => {
      const words = text.slice(from, to);
      if (type.isError) found.errors.push(`${text.slice(0, from)}⟨${words}⟩`);
      else if (type.name === 'Identifier') found.metrics.push(words);
      else if (type.name === 'LabelName') found.labels.push(words);
    },
  });
  return found;
}

describe('dashboards and alerts ask for what there is', () => {
  test.each(allQueries)('%s: %s', async (_of, text) => {
    if (seriesLabels.size === 1) await learnSeries();
    const { errors, labels, metrics } = readQuery(text);
    expect(errors).toEqual([]);
    expect(metrics.length).toBeGreaterThan(0);
    for (const metric of metrics) expect([...seriesLabels.keys()]).toContain(metric);
    const known = metrics.flatMap((metric) => seriesLabels.get(metric) ?? []);
    for (const label of labels) expect(known).toContain(label);
  });

  test('a query for a metric or a label that is not there would be found', async () => {
    const { labels, metrics } = readQuery('sum by (tenant) (rate(service_nothing_total{key="a"}[5m]))');
    expect([metrics, labels]).toEqual([['service_nothing_total'], ['tenant', 'key']]);
    expect(readQuery('sum by (job (up)').errors).not.toEqual([]);
  });

  test('the dashboard of the operator shows every metric of our own', async () => {
    const shown = new Set(
      [...listPanelQueries(operator), ...variableQueries].flatMap(({ text }) => readQuery(text).metrics),
    );
    const names = Object.entries(METRICS).map(([name, { type }]) => (type === 'histogram' ? `${name}_bucket` : name));
    const hidden = names.filter((name) => !shown.has(name) && name !== 'service_snapshot_info');
    expect(hidden.map((name) => `${name}: show it in a panel of deploy/grafana/operator.json`)).toEqual([]);
  });

  test('legends and summaries name labels that their queries keep', () => {
    const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, label]) => label);
    const keeps = (text: string) => [...readQuery(text).labels, ...SCRAPED];
    for (const { expr, legendFormat } of dashboards
      .flatMap(({ panels }) => panels)
      .flatMap(({ targets = [] }) => targets)) {
      for (const label of named(legendFormat, /\{\{(\w+)\}\}/g)) expect(keeps(expr)).toContain(label);
    }
    for (const { annotations, expr } of rules.groups.flatMap((group) => group.rules)) {
      for (const label of named(JSON.stringify(annotations), /\$labels\.(\w+)/g)) expect(keeps(expr)).toContain(label);
    }
  });

  test('panels have ids of their own', () => {
    for (const { panels } of dashboards) expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(READERS.length);
  });

  test('the example scrapes the jobs that alerts name, and watches the alerts', () => {
    const jobs = prometheus.scrape_configs.map((config) => config.job_name);
    expect(prometheus.rule_files).toEqual(['alerts.yml']);
    const named = alertQueries.flatMap(({ text }) => [...text.matchAll(/job="([^"]*)"/g)].map(([, job]) => job));
    expect(named.length).toBeGreaterThan(0);
    for (const job of named) expect(jobs).toContain(job);
  });
});
