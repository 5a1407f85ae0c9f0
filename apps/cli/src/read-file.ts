import { readFileSync, statSync } from 'node:fs';
import { isRecord } from '@multilane/contracts';
import { CommandFailure } from './exit-codes.js';

const MOST_BYTES = 8 * 1024 * 1024;

/** @throws CommandFailure for a file that cannot be read, or is too large */
export function readTextFile(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) throw new CommandFailure(`${path} is too large: at most ${MOST_BYTES} bytes are read.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${path} cannot be read: ${codeOf(error)}.`);
  }
}

/** The code of a system error, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string {
  return isRecord(error) && 'code' in error ? String(error.code) : 'unknown reason';
}
