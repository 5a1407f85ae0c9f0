import { mkdirSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that hold records, and what is in them. */
export interface SpooledFile {
  readonly path: string;
  readonly bytes: number;
}

export interface ReadLines {
  /** UTF-8, each line with its line break. */
  readonly lines: Buffer;
  /** Lines that are not whole: the process or the machine died while it wrote. */
  readonly torn: number;
}

/**
 * A file that was written within this time may still be written by its process, in milliseconds: a process writes to a file
 * for 2 s at most, unless it hangs.
 */
const QUIET_MS = 10_000;

const SUFFIX = '.ndjson';

/** Made for its owner alone: it says who asked for what. */
export function makeSpoolFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

export function spoolFileName(id: string): string {
  return `${id}${SUFFIX}`;
}

/** The files of a folder that nobody writes any more, the oldest first. Times in the future are a clock that was moved. */
export async function listQuietFiles(folder: string, now: number): Promise<SpooledFile[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files: SpooledFile[] = [];
  for (const name of names.filter((candidate) => candidate.endsWith(SUFFIX)).sort()) {
    const path = join(folder, name);
    // Another process may have stored and removed it.
    const found = await stat(path).catch(() => undefined);
    if (found && Math.abs(now - found.mtimeMs) > QUIET_MS) files.push({ path, bytes: found.size });
  }
  return files;
}

/** The records of a file; undefined if it is gone, because another process has stored them. */
export async function readLines(path: string): Promise<ReadLines | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const candidates = text.split('\n').filter((line) => line !== '');
  const whole = candidates.filter(isWhole);
  const lines = Buffer.from(whole.map((line) => `${line}\n`).join(''));
  return { lines, torn: candidates.length - whole.length };
}

function isWhole(line: string): boolean {
  try {
    const { id, time } = JSON.parse(line) as { id?: unknown; time?: unknown };
    return typeof id === 'string' && typeof time === 'string';
  } catch {
    return false;
  }
}
