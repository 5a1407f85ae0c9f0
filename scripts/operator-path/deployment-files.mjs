/** Renders what operators deploy by: the compose file and the Helm chart. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderCompose, runHelm } from '../chart-tools.mjs';

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const SERVICES = ['gateway', 'postgres', 'proxy', 'redis', 'workspace'];

/** Renders both, and lints the chart with each file of values. Throws what the programs complain of. */
export function checkDeploymentFiles() {
  const services = Object.keys(renderCompose().services).sort();
  if (services.join() !== SERVICES.join()) throw new Error(`docker-compose.yml has the services ${services}`);
  const chart = join(DEPLOY, 'helm/multilane');
  const files = readdirSync(join(DEPLOY, 'helm/fixtures/values')).map((file) =>
    join(DEPLOY, 'helm/fixtures/values', file),
  );
  let objects = 0;
  for (const values of files) {
    objects += runHelm('template', 'multilane', chart, '--values', values).match(/^kind: /gm)?.length ?? 0;
    runHelm('lint', '--strict', '--quiet', chart, '--values', values);
  }
  return `${services.length} services, ${objects} Kubernetes objects from ${files.length} files of values`;
}
