/** Finds and installs the programs that check the Helm chart and the compose file. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
/** The library that `docker compose` reads its files with, as a program. */
const COMPOSE = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2';
const COMPOSE_FOLDER = join(homedir(), 'go/bin/compose-go-2.16.2');
/** The newest Caddy: the shipped Caddyfile is tested with it and with that of Debian. libs/testing knows the folder. */
const CADDY = 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9';
const CADDY_FOLDER = join(homedir(), 'go/bin/caddy-2.11.9');
const SCHEMAS = 'kubernetes-validate==1.37.0';

/** Python packages with the schemas of Kubernetes, for `PYTHONPATH`. */
export const SCHEMAS_FOLDER = join(tmpdir(), `multilane-kubernetes-validate-${process.getuid?.() ?? 'user'}-1.37.0`);

/** The path of Helm 3; undefined on a machine without. */
export function findHelm() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go/bin')];
  return folders.map((folder) => join(folder, 'helm')).find((path) => existsSync(path));
}

/** True if all programs are there that render the compose file and the chart. */
export function hasChartTools() {
  return findHelm() !== undefined && existsSync(COMPOSE_FOLDER);
}

/** Installs what is missing: Helm, compose-go and Caddy as Go modules, which takes minutes, and the schemas with pip. */
export function installChartTools() {
  if (findHelm() === undefined) installModule(HELM, join(homedir(), 'go/bin'));
  if (!existsSync(COMPOSE_FOLDER)) installModule(COMPOSE, COMPOSE_FOLDER);
  if (!existsSync(CADDY_FOLDER)) installModule(CADDY, CADDY_FOLDER);
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

function installModule(/** @type {string} */ module, /** @type {string} */ folder) {
  try {
    execFileSync('go', ['install', module], { stdio: ['ignore', 2, 2], env: { ...process.env, GOBIN: folder } });
  } catch (error) {
    throw new Error(`${module} could not be built. It needs Go 1.24 or newer: https://go.dev/dl`, { cause: error });
  }
}

/**
 * docker-compose.yml as `docker compose` understands it. Throws what is wrong in it.
 *
 * @returns {{ services: Record<string, unknown> }}
 */
export function renderCompose(file = fileURLToPath(new URL('../docker-compose.yml', import.meta.url))) {
  const program = join(COMPOSE_FOLDER, 'cmd');
  if (!existsSync(program)) throw new Error('compose-go is missing: node scripts/install-chart-tools.mjs');
  return JSON.parse(execFileSync(program, ['--format', 'json', file], { encoding: 'utf8', stdio: 'pipe' }));
}

/** Runs Helm for the Kubernetes that the chart's tests stand for. Throws what it prints. */
export function runHelm(/** @type {string[]} */ ...args) {
  const helm = findHelm();
  if (helm === undefined)
    throw new Error('Helm is missing: node scripts/install-chart-tools.mjs (needs Go 1.24 or newer)');
  return execFileSync(helm, [...args, '--kube-version', '1.34.0'], { encoding: 'utf8', stdio: 'pipe' });
}
