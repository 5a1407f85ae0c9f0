import { isRecord } from '@multilane/contracts';
import { CommandFailure, EXIT, PermissionFailure } from '../exit-codes.js';
import type { Connection } from './credentials.js';

export type Resource = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 60_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** Rows of one list that are read at most. */
const MOST_ROWS = 20_000;

/** Calls the control plane of a workspace. */
export class ApiClient {
  constructor(
    private readonly connection: Connection,
    private readonly send: typeof fetch = fetch,
  ) {}

  get url(): string {
    return this.connection.url;
  }

  /** @throws CommandFailure with the service's own words */
  async call(method: string, path: string, body?: unknown): Promise<Resource> {
    const { status, text } = await this.exchange(method, path, body);
    const value = parseJson(text);
    if (status >= 200 && status < 300) return value ?? {};
    throw describeRefusal(method, path, status, value);
  }

  /** All rows of a list. */
  async list(path: string, query: Readonly<Record<string, string>> = {}): Promise<Resource[]> {
    const rows: Resource[] = [];
    let cursor: string | undefined;
    do {
      const search = new URLSearchParams({ ...query, limit: '200', ...(cursor === undefined ? {} : { cursor }) });
      const page = await this.call('GET', `${path}?${search}`);
      rows.push(...(Array.isArray(page.data) ? page.data.filter(isRecord) : []));
      cursor = typeof page.next_cursor === 'string' ? page.next_cursor : undefined;
      if (rows.length > MOST_ROWS) throw new CommandFailure(`${path} has more than ${MOST_ROWS} rows.`);
    } while (cursor !== undefined);
    return rows;
  }

  private async exchange(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
    const { url, token } = this.connection;
    try {
      const response = await this.send(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, text: await readBounded(response) };
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      const cause = isRecord(error) && isRecord(error.cause) ? error.cause.code : undefined;
      throw new CommandFailure(
        `${new URL(url).origin} cannot be reached${typeof cause === 'string' ? ` (${cause})` : ''}. Check the address, or run \`multilane doctor\`.`,
        EXIT.notConnected,
      );
    }
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw new CommandFailure('The answer of the service is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): Resource | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function describeRefusal(method: string, path: string, status: number, body: Resource | undefined): CommandFailure {
  const error = isRecord(body?.error) ? body.error : {};
  const { message, param } = error;
  const words = typeof message === 'string' ? message : 'The service gave no reason.';
  const field = typeof param === 'string' ? ` (${param})` : '';
  const place = `${method} ${path.split('?')[0]}`;
  const text = `${place}: ${status}. ${words}${field}`;
  if (status === 403) return new PermissionFailure(text);
  return new CommandFailure(text, status === 401 ? EXIT.notConnected : EXIT.failed);
}
