import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '@multilane/config';
import { isRecord } from '@multilane/contracts';
import { CommandFailure, EXIT } from '../exit-codes.js';

/** Address and token of a workspace. */
export interface Connection {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

/** The file that `login` writes: readable by its owner alone. */
export function credentialsPath(environment: Environment): string {
  const folder = environment.XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(folder, 'multilane', 'credentials.json');
}

export function saveConnection(environment: Environment, connection: Connection): string {
  const path = credentialsPath(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 });
  // The file may have been there with other permissions.
  chmodSync(path, 0o600);
  return path;
}

export function forgetConnection(environment: Environment): void {
  rmSync(credentialsPath(environment), { force: true });
}

/**
 * `MULTILANE_URL` and `MULTILANE_TOKEN`, else what `login` saved.
 *
 * @throws CommandFailure if there is neither
 */
export function findConnection(environment: Environment): Connection {
  const { MULTILANE_URL: url, MULTILANE_TOKEN: token } = environment;
  if (url && token) return { url: checkUrl(url), token };
  const saved = readSaved(credentialsPath(environment));
  const connection = { url: url || saved?.url, token: token || saved?.token };
  if (connection.url && connection.token) return { url: checkUrl(connection.url), token: connection.token };
  throw new CommandFailure(
    'You are not signed in. Run `multilane login --url <address>`, or set MULTILANE_URL and MULTILANE_TOKEN.',
    EXIT.notConnected,
  );
}

/** @throws CommandFailure for what is no address */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new CommandFailure(
      'The address must be an http or https URL, such as https://ai.example.com.',
      EXIT.wrongUsage,
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readSaved(path: string): Partial<Connection> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRecord(value)) return undefined;
    const { url, token } = value;
    return { ...(typeof url === 'string' ? { url } : {}), ...(typeof token === 'string' ? { token } : {}) };
  } catch {
    return undefined;
  }
}
