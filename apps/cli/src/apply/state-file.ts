import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isRecord } from '@multilane/contracts';
import { CommandFailure } from '../exit-codes.js';
import type { Owned } from './plan.js';

/**
 * The file that remembers what a label owns, by the address of the service. It holds ids and nothing secret, so it may be
 * committed beside the manifest.
 */
interface State {
  readonly version: 1;
  readonly labels: Readonly<Record<string, Owned>>;
}

const EMPTY: State = { version: 1, labels: {} };

const nameOf = (url: string, label: string): string => `${url} ${label}`;

/** @throws CommandFailure for a file that is something else */
export function readOwned(path: string, url: string, label: string): Owned {
  const { labels } = readState(path);
  const name = nameOf(url, label);
  return Object.hasOwn(labels, name) ? (labels[name] ?? {}) : {};
}

export function writeOwned(path: string, url: string, label: string, owned: Owned): void {
  const state = { ...EMPTY, labels: { ...readState(path).labels, [nameOf(url, label)]: owned } };
  // At once: a run that is interrupted leaves the old file or the new one.
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

function readState(path: string): State {
  if (!existsSync(path)) return EMPTY;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isRecord(value) && value.version === 1 && isRecord(value.labels)) return value as unknown as State;
  } catch {
    // Said below.
  }
  throw new CommandFailure(`${path} is no state file of \`multilane apply\`.`);
}
