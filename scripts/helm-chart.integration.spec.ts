import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHART = join(ROOT, 'deploy/helm/multilane');
const FIXTURES = join(ROOT, 'deploy/helm/fixtures');
const LIMIT_MS = 120_000;

/** The program, and the version of Kubernetes that it renders for. It is installed by scripts/install-chart-tools.mjs. */
const TOOLS = new URL('chart-tools.mjs', import.meta.url).href;
const helm = (...args: string[]) => {
  const call = `import { runHelm } from '${TOOLS}'; process.stdout.write(runHelm(...process.argv.slice(1)));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', call, '--', ...args], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'multilane-chart-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the Helm chart', () => {
  it(
    'is rendered for each file of values as it was reviewed (node scripts/render-chart.mjs)',
    () => {
      for (const part of ['scripts', 'deploy']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
      rmSync(join(folder, 'deploy/helm/fixtures/expected'), { recursive: true });
      execFileSync(process.execPath, [join(folder, 'scripts/render-chart.mjs')], { stdio: 'pipe' });
      const read = (root: string) =>
        Object.fromEntries(
          readdirSync(join(root, 'expected')).map((file) => [file, readFileSync(join(root, 'expected', file), 'utf8')]),
        );
      expect(read(join(folder, 'deploy/helm/fixtures'))).toEqual(read(FIXTURES));
    },
    LIMIT_MS,
  );

  it(
    'passes the linter',
    () => {
      const values = join(FIXTURES, 'values/high-availability.yaml');
      expect(helm('lint', '--strict', '--quiet', CHART, '--values', values)).toEqual({ status: 0, output: '' });
    },
    LIMIT_MS,
  );

  it.each([
    ['a misspelt name', 'gateway: { replica: 3 }', /replica/],
    ['a number as text', 'gateway: { replicas: "3" }', /replicas/],
    ['an unknown section', 'postgresql: { enabled: true }', /postgresql/],
    ['a public address with a slash at its end', 'publicBaseUrl: https://ai.example.com/', /publicBaseUrl/],
    ['two kinds of routes', 'ingress: { enabled: true }\nhttpRoute: { enabled: true }', /not both/],
    ['a route without a Gateway', 'httpRoute: { enabled: true }', /parentRefs/],
    [
      'a volume that a full spool would fill',
      'config: { audit: { spool_max_mb: 2048 } }\ngateway: { spool: { emptyDir: { sizeLimit: 2Gi } } }',
      /must be greater than audit\.spool_max_mb of all processes \(2048Mi\)/,
    ],
  ])(
    'rejects %s',
    (_what, text, words) => {
      const values = join(folder, 'values.yaml');
      writeFileSync(values, text);
      const { output, status } = helm('template', 'multilane', CHART, '--values', values);
      expect([status, output]).toEqual([1, expect.stringMatching(words)]);
    },
    LIMIT_MS,
  );

  it.each([
    ['{}', '1344Mi'],
    ['config: { audit: { spool_max_mb: 2048 } }', '2624Mi'],
    ['config: { server: { workers: 3 } }', '3904Mi'],
    ['gateway: { spool: { emptyDir: { sizeLimit: 9Gi } } }', '9Gi'],
  ])(
    'gives the spool a volume that it cannot fill: %s',
    (text, size) => {
      const values = join(folder, 'values.yaml');
      writeFileSync(values, text);
      const { output } = helm('template', 'multilane', CHART, '--values', values);
      expect(/name: spool\n +emptyDir:\n +sizeLimit: (\S+)/.exec(output)?.[1]).toBe(size);
    },
    LIMIT_MS,
  );

  it(
    'makes objects that satisfy the schemas of Kubernetes 1.30 and 1.37, where a misspelt field is found',
    () => {
      const validate = `
import sys, yaml, kubernetes_validate
from pathlib import Path
count = 0
for path in sorted(Path(sys.argv[1]).glob('*.yaml')):
    for item in yaml.safe_load_all(path.read_text()):
        if item is None or item['apiVersion'].startswith(('monitoring.coreos.com/', 'gateway.networking.k8s.io/')):
            continue
        for version in ('1.30', '1.37'):
            kubernetes_validate.validate(item, version, strict=True)
        count += 1
try:
    kubernetes_validate.validate({'apiVersion': 'v1', 'kind': 'Pod', 'spec': {'containers': [], 'hostNetwerk': True}}, '1.37', strict=True)
except kubernetes_validate.ValidationError:
    print(count)
`;
      const call = `import { SCHEMAS_FOLDER } from '${TOOLS}'; process.stdout.write(SCHEMAS_FOLDER);`;
      const packages = execFileSync(process.execPath, ['--input-type=module', '--eval', call], { encoding: 'utf8' });
      const count = execFileSync('python3', ['-c', validate, join(FIXTURES, 'expected')], {
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: packages },
      });
      expect(Number(count)).toBeGreaterThan(80);
    },
    LIMIT_MS,
  );
});
