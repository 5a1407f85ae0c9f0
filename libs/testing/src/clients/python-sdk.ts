import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The official SDKs, with what the realtime API needs. */
export const PYTHON_PACKAGES: readonly string[] = ['openai[realtime]==2.54.0', 'anthropic==2.14.0'];

/** Reused by the next run. */
const FOLDER = join(
  tmpdir(),
  `multilane-python-${process.getuid?.() ?? 'user'}-${PYTHON_PACKAGES.join('-').replaceAll(/[^a-z0-9.]+/g, '-')}`,
);

/** In milliseconds. */
const INSTALL_LIMIT_MS = 180_000;

/** An interpreter, and the folder of its packages. */
export interface Python {
  readonly command: string;
  readonly packages: string;
}

/**
 * A Python that has the official SDKs of OpenAI and Anthropic, installed with pip once a machine; undefined where there is no Python, or no package index to
 * install it from.
 *
 * @throws Error where CI is set and it cannot be installed: no build passes without the SDKs.
 */
export function findPython(): Python | undefined {
  const python = { command: 'python3', packages: FOLDER };
  if (existsSync(FOLDER)) return python;
  const parent = mkdtempSync(join(tmpdir(), 'multilane-python-'));
  const options = ['--quiet', '--retries', '1', '--timeout', '15', '--only-binary=:all:', '--target', parent];
  const run = (...words: string[]) =>
    execFileSync(python.command, words, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, PYTHONPATH: parent },
    });
  try {
    run('-m', 'pip', 'install', ...options, ...PYTHON_PACKAGES);
    run('-c', 'import anthropic, openai, websockets');
    if (!existsSync(FOLDER)) renameSync(parent, FOLDER);
    return python;
  } catch (error) {
    if (!process.env.CI) return undefined;
    throw new Error(`CI demands ${PYTHON_PACKAGES.join(' and ')} of Python, which pip could not install.`, {
      cause: error,
    });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Runs a script. Resolves to its output; rejects with its complaint. */
export function runPython(
  { command, packages }: Python,
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, ['-c', script], {
      env: { PATH: process.env.PATH, PYTHONPATH: packages, ...environment },
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (complaint += bytes.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(complaint))));
  });
}
