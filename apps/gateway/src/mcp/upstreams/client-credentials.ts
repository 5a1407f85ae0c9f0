import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import type { McpServer } from '../../snapshot/mcp-servers.js';

/** A token is renewed so long before it expires, in milliseconds. */
const EARLY_MS = 30_000;
/** Lifetime of a token that does not state its own. */
const DEFAULT_SECONDS = 300;
const TIME_LIMIT_MS = 10_000;

interface Token {
  readonly value: string;
  readonly until: number;
}

/** The authorization server gave no token. */
export class TokenFailure extends Error {}

/** Tokens by OAuth client credentials (RFC 6749, section 4.4). One is used until it expires, or the server rejects it. */
export class ClientCredentials implements AuthProvider {
  #current: Promise<Token> | undefined;

  constructor(
    private readonly oauth: NonNullable<McpServer['oauth']>,
    private readonly fetch: FetchLike,
  ) {}

  async token(): Promise<string> {
    const current = await this.#current?.catch(() => undefined);
    if (current === undefined || current.until <= Date.now()) this.#current = this.#request();
    return (await (this.#current as Promise<Token>)).value;
  }

  /** The next request asks for a new token. */
  async onUnauthorized(): Promise<void> {
    this.#current = undefined;
    await this.token();
  }

  async #request(): Promise<Token> {
    const { client_id: id, client_secret: secret, scope, token_url: url } = this.oauth;
    const fields = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scope !== undefined) fields.set('scope', scope);
    const headers: Record<string, string> = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    if (secret === undefined) fields.set('client_id', id);
    else {
      const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const answer = await this.fetch(url, { method: 'POST', headers, body: fields.toString(), signal }).catch(
      (cause: unknown) => {
        throw new TokenFailure('the token endpoint could not be reached', { cause });
      },
    );
    if (!answer.ok) throw new TokenFailure(`the token endpoint answered ${answer.status}`);
    const body = parseBoundedJson(await readText(answer));
    if (!isRecord(body) || typeof body.access_token !== 'string')
      throw new TokenFailure('the token endpoint sent no token');
    const seconds = typeof body.expires_in === 'number' ? body.expires_in : DEFAULT_SECONDS;
    return { value: body.access_token, until: Date.now() + seconds * 1_000 - EARLY_MS };
  }
}

/** Far more than an answer with a token has. */
const LARGEST_ANSWER = 256 * 1024;

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > LARGEST_ANSWER) throw new TokenFailure('the token endpoint answered with more than 256 KB');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
