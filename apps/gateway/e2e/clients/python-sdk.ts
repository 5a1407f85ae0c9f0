import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = '2.54.0';

/** Kept for the next run. */
const FOLDER = join(tmpdir(), `multilane-python-openai-${VERSION}`);

/** In milliseconds. */
const INSTALL_LIMIT_MS = 180_000;

/**
 * The interpreter of a virtual environment that has Python's official SDK; undefined where there is no Python, or no package index to
 * install it from.
 */
export function findPython(): string | undefined {
  const python = join(FOLDER, 'bin/python');
  if (existsSync(python)) return python;
  const options = { stdio: 'ignore', timeout: INSTALL_LIMIT_MS } as const;
  const folder = mkdtempSync(join(tmpdir(), 'multilane-python-'));
  try {
    execFileSync('python3', ['-m', 'venv', folder], options);
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '15', `openai==${VERSION}`];
    execFileSync(join(folder, 'bin/python'), install, options);
    execFileSync(join(folder, 'bin/python'), ['-c', 'import openai'], options);
    // The interpreter is called by its path, so that the environment may move.
    renameSync(folder, FOLDER);
    return python;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return existsSync(python) ? python : undefined;
  }
}

/** What a script printed; rejects with what it complained of. */
export function runPython(python: string, script: string, environment: Readonly<Record<string, string>>) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(python, ['-c', script], { env: environment });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(complaint))));
  });
}
