/** Where the programs are that check the Helm chart, and how they get there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
const SCHEMAS = 'kubernetes-validate==1.37.0';

/** Python packages with the schemas of Kubernetes, for `PYTHONPATH`. */
export const SCHEMAS_FOLDER = join(tmpdir(), `multilane-kubernetes-validate-${process.getuid?.() ?? 'user'}-1.37.0`);

/** The path of Helm 3; undefined on a machine without. */
export function findHelm() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go/bin')];
  return folders.map((folder) => join(folder, 'helm')).find((path) => existsSync(path));
}

/** Installs what is missing: Helm as a Go module, which takes minutes, and the schemas with pip. */
export function installChartTools() {
  if (findHelm() === undefined) {
    const env = { ...process.env, GOBIN: join(homedir(), 'go/bin') };
    try {
      execFileSync('go', ['install', HELM], { stdio: ['ignore', 2, 2], env });
    } catch (error) {
      throw new Error('Helm could not be built. It needs Go 1.24 or newer: https://go.dev/dl', { cause: error });
    }
  }
  if (existsSync(SCHEMAS_FOLDER)) return;
  const parent = mkdtempSync(`${SCHEMAS_FOLDER}-`);
  try {
    const options = ['--quiet', '--only-binary=:all:', '--target', parent];
    execFileSync('python3', ['-m', 'pip', 'install', ...options, SCHEMAS], { stdio: ['ignore', 2, 2] });
    if (!existsSync(SCHEMAS_FOLDER)) renameSync(parent, SCHEMAS_FOLDER);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Runs Helm for the Kubernetes that the chart's tests stand for. Throws what it prints. */
export function runHelm(/** @type {string[]} */ ...args) {
  const helm = findHelm();
  if (helm === undefined)
    throw new Error('Helm is missing: node scripts/install-chart-tools.mjs (needs Go 1.24 or newer)');
  return execFileSync(helm, [...args, '--kube-version', '1.34.0'], { encoding: 'utf8', stdio: 'pipe' });
}
