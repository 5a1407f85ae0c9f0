import type { components } from '../../api/schema.js';
import { isHeaderLine, linesOf, readHeaderLines } from '../../ui/header-lines.js';
import { areToolPrices, readToolPrices, writeToolPrices } from './tool-prices.js';

export type McpServer = components['schemas']['McpServerView'];
type NewServer = components['schemas']['CreateMcpServerDto'];
type ChangedServer = components['schemas']['UpdateMcpServerDto'];

export const KINDS = ['mcp', 'openapi', 'sample'] as const;
export const APPROVALS = ['changes', 'tools', 'all', 'none'] as const;

/** Somebody who may use a server. */
export interface Access {
  readonly kind: 'team' | 'account';
  readonly id: string;
  /** Null: all tools. */
  readonly tools: string[] | null;
}

export interface ServerValues {
  readonly name: string;
  readonly kind: McpServer['kind'];
  readonly description: string;
  readonly url: string;
  readonly base_url: string;
  /** A header a line. Empty: the stored ones stay. */
  readonly headers: string;
  readonly removeHeaders: boolean;
  readonly usesOauth: boolean;
  /** People connect accounts of their own, which is set over the API: the form leaves that as it is. */
  readonly isOfPeople: boolean;
  readonly token_url: string;
  readonly client_id: string;
  readonly scope: string;
  /** Empty: the stored one stays. */
  readonly client_secret: string;
  /** Problems with `oauth` are shown here. */
  readonly oauth: null;
  /** Null: all callers of the workspace. */
  readonly access: readonly Access[] | null;
  readonly forward_headers: string[] | null;
  readonly tools: string[] | null;
  readonly approval: McpServer['approval'];
  readonly price_per_call_usd: number | '';
  /** The price of a tool a line, as `name: 0.01`. */
  readonly tool_prices_usd: string;
  readonly timeout_ms: number | '';
  readonly enabled: boolean;
}

export const EMPTY_SERVER: ServerValues = {
  name: '',
  kind: 'mcp',
  description: '',
  url: '',
  base_url: '',
  headers: '',
  removeHeaders: false,
  usesOauth: false,
  isOfPeople: false,
  token_url: '',
  client_id: '',
  scope: '',
  client_secret: '',
  oauth: null,
  forward_headers: null,
  access: null,
  tools: null,
  approval: 'changes',
  price_per_call_usd: 0,
  tool_prices_usd: '',
  timeout_ms: 60_000,
  enabled: true,
};

export function valuesOfServer(server: McpServer): ServerValues {
  const { access, base_url, description, oauth, tools, url } = server;
  const { approval, enabled, kind, name, price_per_call_usd, timeout_ms } = server;
  return {
    ...EMPTY_SERVER,
    ...{ approval, enabled, kind, name, price_per_call_usd, timeout_ms },
    description: description ?? '',
    url: url ?? '',
    base_url: base_url ?? '',
    forward_headers: server.forward_headers.length === 0 ? null : [...server.forward_headers],
    usesOauth: oauth !== null,
    isOfPeople: server.user_oauth !== null,
    token_url: oauth?.token_url ?? '',
    client_id: oauth?.client_id ?? '',
    scope: oauth?.scope ?? '',
    access: access === null ? null : access.map(toAccess),
    tools: tools && [...tools],
    tool_prices_usd: writeToolPrices(server.tool_prices_usd),
  };
}

function toAccess({ service_account_id, team_id, tools = null }: components['schemas']['McpAccessDto']): Access {
  return team_id === undefined
    ? { kind: 'account', id: service_account_id ?? '', tools }
    : { kind: 'team', id: team_id, tools };
}

/** Every field is sent as the form shows it; secrets that were not typed are left out, so that they stay. */
export function toChangedServer(values: ServerValues): ChangedServer {
  const { access, approval, client_secret, enabled, kind, price_per_call_usd, timeout_ms, tools } = values;
  const headers = readHeaders(values);
  const isRemote = kind !== 'sample';
  const usesOauth = isRemote && values.usesOauth;
  return {
    description: textOrNull(values.description),
    url: isRemote ? textOrNull(values.url) : null,
    base_url: kind === 'openapi' ? textOrNull(values.base_url) : null,
    ...(isRemote ? headers !== undefined && { headers } : { headers: null }),
    forward_headers: isRemote ? values.forward_headers : null,
    ...(!values.isOfPeople && {
      oauth: usesOauth
        ? { token_url: values.token_url.trim(), client_id: values.client_id.trim(), scope: textOrNull(values.scope) }
        : null,
      ...(usesOauth ? client_secret !== '' && { client_secret } : { client_secret: null }),
    }),
    access: access === null ? null : access.map(fromAccess),
    tools,
    approval,
    ...(price_per_call_usd !== '' && { price_per_call_usd }),
    tool_prices_usd: readToolPrices(values.tool_prices_usd) as ChangedServer['tool_prices_usd'],
    ...(timeout_ms !== '' && { timeout_ms }),
    enabled,
  };
}

function fromAccess({ id, kind, tools }: Access): components['schemas']['McpAccessDto'] {
  return kind === 'team' ? { team_id: id, tools } : { service_account_id: id, tools };
}

export function toNewServer(values: ServerValues): NewServer {
  return { name: values.name.trim(), kind: values.kind, ...toChangedServer(values) };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function readHeaders({ headers, removeHeaders }: ServerValues): Record<string, string> | null | undefined {
  const lines = linesOf(headers);
  if (lines.length === 0) return removeHeaders ? null : undefined;
  return readHeaderLines(lines);
}

/** Finds missing values before the API is called: the field, and the key of its text. */
export function findServerProblems(values: ServerValues): Partial<Record<keyof ServerValues, string>> {
  const problems: Partial<Record<keyof ServerValues, string>> = {};
  if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(values.name.trim())) problems.name = 'required.name';
  if (!areToolPrices(values.tool_prices_usd)) problems.tool_prices_usd = 'required.toolPrices';
  if (values.kind === 'sample') return problems;
  if (!/^https?:\/\/./.test(values.url.trim())) problems.url = 'required.url';
  if (!linesOf(values.headers).every(isHeaderLine)) problems.headers = 'required.headers';
  if (values.usesOauth && !/^https?:\/\/./.test(values.token_url.trim())) problems.token_url = 'required.url';
  if (values.usesOauth && values.client_id.trim() === '') problems.client_id = 'required.clientId';
  return problems;
}
