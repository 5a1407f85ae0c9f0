import { type EntryProblem, type McpServerEntry, parseMcpServerEntry } from '@multilane/config';
import { type AllowedNetworks, checkUserUrl } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import type { JsonObject, McpServerRecord, SecretChanges, SecretHints } from '@multilane/persistence';
import type { McpAccessDto, McpOauthDto, McpUserOauthDto, UpdateMcpServerDto } from './dto/write-mcp-server.dto.js';

/** The fields that are stored unencrypted, in addition to name, address and `enabled`. */
export interface McpServerSettings {
  readonly kind?: McpServerEntry['kind'];
  readonly description?: string;
  readonly base_url?: string;
  readonly forward_headers?: string[];
  readonly oauth?: McpOauthDto;
  readonly user_oauth?: McpUserOauthDto;
  readonly access?: McpAccessDto[];
  readonly tools?: string[];
  readonly approval?: McpServerEntry['approval'];
  readonly price_per_call_usd?: number;
  readonly tool_prices_usd?: Readonly<Record<string, number>>;
  readonly timeout_ms?: number;
}

/** A server's fields by their names in requests; undefined was left out, null takes away. */
export type McpServerFields = Readonly<Record<string, unknown>>;

const SECRETS: ReadonlySet<string> = new Set(['headers', 'client_secret']);
const OWN_COLUMNS: ReadonlySet<string> = new Set(['name', 'url', 'enabled']);
const STAND_IN = 'stored';

/** Returns a body as plain data. */
export function toPlain(dto: UpdateMcpServerDto): McpServerFields {
  return JSON.parse(JSON.stringify(dto)) as McpServerFields;
}

/** Returns the stored fields, with a word in place of each secret: the workspace decrypts none. */
export function toFields(server: McpServerRecord, hints: SecretHints): McpServerFields {
  const { name, secretNames, settings, url } = server;
  const names = Array.isArray(hints.headers) ? (hints.headers as readonly string[]) : [];
  return {
    name,
    ...(url !== null && { url }),
    ...settings,
    ...(secretNames.includes('headers') && { headers: Object.fromEntries(names.map((each) => [each, STAND_IN])) }),
    ...(secretNames.includes('client_secret') && { client_secret: STAND_IN }),
  };
}

/** The fields after a change. */
export function applyFields(before: McpServerFields, sent: McpServerFields): McpServerFields {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null));
}

export function settingsOf(fields: McpServerFields): JsonObject {
  const isSetting = ([name]: [string, unknown]): boolean => !SECRETS.has(name) && !OWN_COLUMNS.has(name);
  return Object.fromEntries(Object.entries(fields).filter(isSetting)) as JsonObject;
}

export function secretsOf(fields: McpServerFields): SecretChanges {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => SECRETS.has(name))) as SecretChanges;
}

/**
 * Checks a server by the rules of gateway.yaml, and by those for addresses that people enter
 * (docs/contract/egress.md#addresses). Fails with 400 and the field's path.
 */
export function checkServer(fields: McpServerFields, allowed: AllowedNetworks): void {
  const { access, client_secret: secret, enabled: _enabled, oauth, user_oauth: userOauth, ...others } = fields;
  checkUserOauth(fields, userOauth as McpUserOauthDto | undefined);
  if (secret !== undefined && oauth === undefined && userOauth === undefined) {
    throw refuse({ path: 'client_secret', message: 'needs `oauth` or `user_oauth`' });
  }
  const written = { ...others, ...(oauth !== undefined && { oauth: withSecret(oauth as object, secret) }) };
  const { entry, problems } = parseMcpServerEntry(written);
  if (problems !== undefined) throw refuse(problems[0]);
  const addresses = { url: entry.url, base_url: entry.base_url, 'oauth.token_url': entry.oauth?.token_url };
  for (const [path, address] of Object.entries(addresses)) {
    const problem = address === undefined ? undefined : checkUserUrl(address, allowed);
    if (problem !== undefined) throw refuse({ path, message: problem });
  }
  for (const [index, one] of ((access ?? []) as McpAccessDto[]).entries()) {
    if ((one.team_id === undefined) !== (one.service_account_id === undefined)) continue;
    throw refuse({ path: `access[${index}]`, message: 'must have either `team_id` or `service_account_id`' });
  }
}

/** Accounts of people are for MCP servers over HTTP, which have no other credential. */
function checkUserOauth(
  { client_secret: secret, headers, kind, oauth }: McpServerFields,
  userOauth?: McpUserOauthDto,
): void {
  if (userOauth === undefined) return;
  const report = (message: string): never => {
    throw refuse({ path: 'user_oauth', message });
  };
  if (kind !== undefined && kind !== 'mcp') report('is for servers of the kind `mcp`');
  if (oauth !== undefined) report('is instead of `oauth`: leave one out');
  const sent = Object.keys((headers ?? {}) as object);
  if (sent.some((name) => name.toLowerCase() === 'authorization'))
    report('sets the header authorization: leave it out');
  const { client_id: id, issuer } = userOauth;
  // A secret goes to the authorization server that was entered, and not where the MCP server says.
  if (secret !== undefined && (id === undefined || issuer === undefined)) {
    report('needs `issuer` and `client_id` for the `client_secret`');
  }
}

/**
 * Rejects to send stored secrets to a host that they were not entered for: who may change an address must not be able to
 * read with it what nobody is shown.
 */
export function refuseRedirection(before: McpServerFields, after: McpServerFields, sent: McpServerFields): void {
  const isSame = (['url', 'base_url'] as const).every((name) => originOf(before[name]) === originOf(after[name]));
  if (!isSame && before.headers !== undefined && sent.headers === undefined) throw mustResend('headers', 'url');
  const tokenUrls = [before, after].map(({ oauth }) => originOf((oauth as McpOauthDto | undefined)?.token_url));
  const isOfPeople = before.user_oauth !== undefined || after.user_oauth !== undefined;
  const isSecretKept = before.client_secret !== undefined && sent.client_secret === undefined;
  if (isSecretKept && tokenUrls[0] !== tokenUrls[1]) throw mustResend('client_secret', 'oauth.token_url');
  if (isSecretKept && isOfPeople !== (before.user_oauth !== undefined && after.user_oauth !== undefined)) {
    throw mustResend('client_secret', 'user_oauth');
  }
  const issuers = [before, after].map(({ user_oauth: each }) => (each as McpUserOauthDto | undefined)?.issuer);
  if (isSecretKept && issuers[0] !== issuers[1]) throw mustResend('client_secret', 'user_oauth.issuer');
  // The token that the secret gets goes to the server.
  if (isSecretKept && !isSame) throw mustResend('client_secret', 'url');
}

function mustResend(path: string, because: string): GatewayError {
  const message = `must be sent again, or removed with null, when \`${because}\` leads to another host`;
  return refuse({ path, message });
}

function originOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}

function withSecret(oauth: object, secret: unknown): object {
  return { ...oauth, ...(secret !== undefined && { client_secret: secret }) };
}

function refuse({ path, message }: EntryProblem): GatewayError {
  return new GatewayError('invalid_value', { param: path, message: `\`${path}\` ${message}.` });
}
