import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FakeMcpServer, plainTool, startMcpServer } from './start-mcp-server.js';

interface Grant {
  readonly account: string;
  readonly clientId: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly resource: string;
}

/** An MCP server that wants an account of each person, with its authorization server (RFC 9728, 8414, 7591, 7636, 7009). */
export interface AccountServer {
  readonly mcp: FakeMcpServer;
  /** The issuer. */
  readonly issuer: string;
  /** The requests that the authorization server got, by their paths. */
  readonly paths: readonly string[];
  /** Tokens that were revoked. */
  readonly revoked: ReadonlySet<string>;
  /** The `resource` of the metadata of the MCP server. May be replaced. */
  resource: string;
  /** True if clients may register. May be replaced. */
  registers: boolean;
  /**
   * Opens an address that the gateway gave as a browser does: the person signs in and agrees. Returns the address that
   * the browser is sent back to.
   */
  agree(address: string, account: string): Promise<URL>;
  /** Access tokens that were issued are rejected from now on. Refresh tokens work. */
  expireTokens(): void;
  /** No token works any more. */
  forgetAccount(account: string): void;
  close(): Promise<void>;
}

const NOT_STARTED: FakeMcpServer = {
  url: '',
  requests: [],
  tools: [],
  failure: undefined,
  hangs: false,
  close: () => Promise.resolve(),
};

/** Starts both on free ports of 127.0.0.1. Close them when the test is over. */
export async function startAccountServer(): Promise<AccountServer> {
  const started = new StartedAccountServer();
  await started.start();
  return started;
}

class StartedAccountServer implements AccountServer {
  readonly paths: string[] = [];
  readonly revoked = new Set<string>();
  resource = '';
  registers = true;
  issuer = '';
  mcp: FakeMcpServer = NOT_STARTED;
  private readonly clients = new Map<string, readonly string[]>();
  private readonly codes = new Map<string, Grant>();
  private readonly accessTokens = new Map<string, Grant>();
  private readonly refreshTokens = new Map<string, Grant>();
  private readonly server: Server = createServer((incoming, response) => {
    void this.serve(incoming, response);
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.mcp = await startMcpServer({
      tools: [plainTool('whoami')],
      call: () => ({
        content: [{ type: 'text', text: this.accountOf(this.mcp.requests.at(-1)?.headers) ?? 'nobody' }],
      }),
      guard: (incoming) => this.guard(incoming),
    });
    this.resource = this.mcp.url;
  }

  async agree(address: string, account: string): Promise<URL> {
    const url = new URL(address);
    url.searchParams.set('account', account);
    const answer = await fetch(url, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? 'about:blank');
  }

  expireTokens(): void {
    this.accessTokens.clear();
  }

  forgetAccount(account: string): void {
    for (const tokens of [this.accessTokens, this.refreshTokens]) {
      for (const [token, grant] of tokens) if (grant.account === account) tokens.delete(token);
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await this.mcp.close();
  }

  private accountOf(headers: IncomingMessage['headers'] = {}): string | undefined {
    return this.accessTokens.get(headers.authorization?.replace('Bearer ', '') ?? '')?.account;
  }

  private guard({ headers, url }: IncomingMessage) {
    if (url === '/.well-known/oauth-protected-resource/mcp') {
      const body = { resource: this.resource, authorization_servers: [this.issuer], scopes_supported: ['read'] };
      return { status: 200, body };
    }
    if (this.accountOf(headers) !== undefined) return undefined;
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', this.mcp.url).href;
    return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="read"` } };
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const url = new URL(incoming.url ?? '', this.issuer);
    this.paths.push(url.pathname);
    const { headers, status, value } = this.answer(url, body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(value && JSON.stringify(value));
  }

  private answer(url: URL, body: string): { status: number; value?: object; headers?: Record<string, string> } {
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return { status: 200, value: this.describe() };
      case '/register':
        return this.register(JSON.parse(body) as { redirect_uris: readonly string[] });
      case '/authorize':
        return this.authorize(url.searchParams);
      case '/token':
        return this.issue(new URLSearchParams(body));
      case '/revoke':
        return this.revoke(new URLSearchParams(body));
      default:
        return { status: 404 };
    }
  }

  private describe(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      revocation_endpoint: `${this.issuer}/revoke`,
      ...(this.registers && { registration_endpoint: `${this.issuer}/register` }),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  private register({ redirect_uris: uris }: { readonly redirect_uris: readonly string[] }) {
    const id = `client-${randomUUID()}`;
    this.clients.set(id, uris);
    return { status: 201, value: { client_id: id, redirect_uris: uris, token_endpoint_auth_method: 'none' } };
  }

  private authorize(query: URLSearchParams) {
    const get = (name: string): string => query.get(name) ?? '';
    const redirectUri = get('redirect_uri');
    const isKnown = this.clients.get(get('client_id'))?.includes(redirectUri);
    const isAsked = get('response_type') === 'code' && get('code_challenge_method') === 'S256';
    if (!isKnown || !isAsked || get('resource') !== this.mcp.url) return { status: 400 };
    const code = randomUUID();
    this.codes.set(code, {
      account: get('account'),
      clientId: get('client_id'),
      challenge: get('code_challenge'),
      redirectUri,
      resource: get('resource'),
    });
    const target = new URL(redirectUri);
    target.searchParams.set('code', code);
    target.searchParams.set('state', get('state'));
    target.searchParams.set('iss', this.issuer);
    return { status: 302, headers: { location: target.href } };
  }

  private issue(form: URLSearchParams) {
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const known = isRefresh ? this.refreshTokens : this.codes;
    const key = form.get(isRefresh ? 'refresh_token' : 'code') ?? '';
    const grant = known.get(key);
    // Both are good for one use.
    known.delete(key);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isProven = isRefresh || (verifier === grant?.challenge && form.get('redirect_uri') === grant.redirectUri);
    const isFor = form.get('client_id') === grant?.clientId && form.get('resource') === grant?.resource;
    if (grant === undefined || !isProven || !isFor) return { status: 400, value: { error: 'invalid_grant' } };
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.accessTokens.set(access, grant);
    this.refreshTokens.set(refresh, grant);
    const value = {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'read',
    };
    return { status: 200, value };
  }

  private revoke(form: URLSearchParams) {
    const token = form.get('token') ?? '';
    this.accessTokens.delete(token);
    this.refreshTokens.delete(token);
    this.revoked.add(token);
    return { status: 200 };
  }
}
