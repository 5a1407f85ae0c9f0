#!/usr/bin/env node
/**
 * Copies alerts and dashboards into the Helm chart, and renders it for each file of values: `node scripts/render-chart.mjs`.
 * Run it after a change of the chart, and review the diff of deploy/helm/fixtures/expected.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runHelm } from './chart-tools.mjs';

const DEPLOY = fileURLToPath(new URL('../deploy', import.meta.url));
const CHART = join(DEPLOY, 'helm/multilane');
const FIXTURES = join(DEPLOY, 'helm/fixtures');

rmSync(join(CHART, 'files'), { recursive: true, force: true });
cpSync(join(DEPLOY, 'grafana'), join(CHART, 'files/dashboards'), { recursive: true });
cpSync(join(DEPLOY, 'prometheus/alerts.yml'), join(CHART, 'files/alerts.yml'));
mkdirSync(join(FIXTURES, 'expected'), { recursive: true });
for (const file of readdirSync(join(FIXTURES, 'values'))) {
  const values = join(FIXTURES, 'values', file);
  const text = runHelm('template', 'multilane', CHART, '--namespace', 'ai', '--values', values);
  writeFileSync(join(FIXTURES, 'expected', basename(file)), text);
}
