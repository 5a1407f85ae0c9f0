import type { McpServerEntry } from '@multilane/config';
import type { McpServerRecord, McpServerState, SecretHints } from '@multilane/persistence';
import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import type { McpServerSettings } from '../mcp-server-fields.js';
import { McpGatewayStateView, McpServerErrorView, type ShownState, showState } from './mcp-server-state.view.js';
import { McpAccessDto, McpOauthDto, McpUserOauthDto } from './write-mcp-server.dto.js';

/** Facts of a server of gateway.yaml beside its entry. */
interface Declared {
  readonly id: string;
  readonly readAt: Date;
  readonly teamIds: ReadonlyMap<string, string>;
  readonly states: readonly McpServerState[];
}

/** Facts of a server of the database beside its row. */
interface Stored {
  readonly hints: SecretHints | undefined;
  readonly states: readonly McpServerState[] | undefined;
}

function showOauth({ client_id, scope, token_url }: NonNullable<McpServerEntry['oauth']>): McpOauthDto {
  return { token_url: withoutSecrets(token_url) ?? '', client_id, ...(scope !== undefined && { scope }) };
}

/** An address of the file may have a password or a key. */
function withoutSecrets(address: string | undefined): string | null {
  if (address === undefined) return null;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** An MCP server as the API shows it: of secrets, that they are set. */
export class McpServerView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['mcp_server'], { description: 'Always `mcp_server`.' })
  object!: 'mcp_server';

  @IdField({ nullable: true, description: 'The workspace that it belongs to. Null: all of the organization.' })
  workspace_id!: string | null;

  @ChoiceField(['config', 'database'], { description: '`config`: declared in `gateway.yaml`. Change it there.' })
  source!: 'config' | 'database';

  @TextField({ description: 'Unique in the workspace. The names of its tools begin with it.' })
  name!: string;

  @ChoiceField(['mcp', 'openapi', 'sample'], { description: 'Kind of server.' })
  kind!: 'mcp' | 'openapi' | 'sample';

  @TextField({
    nullable: true,
    description: 'Address of the server, or of the OpenAPI document. Null: the sample server, or a process.',
  })
  url!: string | null;

  @TextField({ nullable: true, description: 'What the server is for.' })
  description!: string | null;

  @TextField({ nullable: true, description: 'Address of the API of an OpenAPI document.' })
  base_url!: string | null;

  @TextListField({ description: 'The names of the headers of every request, in lower case.' })
  header_names!: readonly string[];

  @TextListField({ description: 'Names of headers of the caller that calls to the server carry on.' })
  forward_headers!: readonly string[];

  @ObjectField(() => McpOauthDto, { nullable: true, description: 'OAuth client credentials.' })
  oauth!: McpOauthDto | null;

  @ObjectField(() => McpUserOauthDto, {
    nullable: true,
    description: 'How each person connects an account of their own. Null: one credential for all.',
  })
  user_oauth!: McpUserOauthDto | null;

  @FlagField({ description: 'Whether `client_secret` is set.' })
  has_client_secret!: boolean;

  @ObjectListField(() => McpAccessDto, {
    nullable: true,
    description: 'Teams and virtual accounts that may use the server. Null: all callers of the workspace.',
  })
  access!: readonly McpAccessDto[] | null;

  @TextListField({ nullable: true, description: 'Tools that are offered. Null: all of them.' })
  tools!: readonly string[] | null;

  @ChoiceField(['none', 'changes', 'tools', 'all'], { description: 'What waits for approval.' })
  approval!: 'none' | 'changes' | 'tools' | 'all';

  @AmountField({ description: 'Price of one call of a tool in US dollars.' })
  price_per_call_usd!: number;

  @FreeObjectField({ description: 'Prices of one call of certain tools in US dollars, by the name of the tool.' })
  tool_prices_usd!: Readonly<Record<string, number>>;

  @CountField({ description: 'Time limit of a call in milliseconds.' })
  timeout_ms!: number;

  @FlagField({ description: 'Whether the server is offered.' })
  enabled!: boolean;

  @ChoiceField(['reachable', 'failing', 'never_seen'], {
    description:
      '`failing`: the last request of a gateway to it failed. `never_seen`: no gateway that runs has asked it since it was last changed.',
  })
  state!: ShownState['state'];

  @TimeField({ nullable: true, description: 'Since when it is in this state. Null: never seen.' })
  state_since!: string | null;

  @ObjectField(() => McpServerErrorView, {
    nullable: true,
    description: 'The last failure that a gateway saw, also if it is over. It has nothing that the server said.',
  })
  last_error!: McpServerErrorView | null;

  @ObjectListField(() => McpGatewayStateView, {
    description: 'What each gateway sees, at most 20: those that see it fail first, then the newest.',
  })
  gateways!: readonly McpGatewayStateView[];

  @TimeField({ description: 'When it was created. One of `gateway.yaml`: when this service read the file.' })
  created_at!: string;

  @TimeField({ description: 'When it was last changed. One of `gateway.yaml`: when this service read the file.' })
  updated_at!: string;

  /** Neither its secrets nor its command and environment are shown. */
  static ofDeclared(entry: McpServerEntry, { id, readAt, states, teamIds }: Declared): McpServerView {
    const { access, approval, base_url, description, enabled, headers, kind, name, oauth, timeout_ms, tools, url } =
      entry;
    return {
      id,
      object: 'mcp_server',
      workspace_id: null,
      source: 'config',
      name,
      kind,
      url: withoutSecrets(url),
      description: description ?? null,
      base_url: withoutSecrets(base_url),
      header_names: Object.keys(headers).map((header) => header.toLowerCase()),
      forward_headers: entry.forward_headers,
      oauth: oauth === undefined ? null : showOauth(oauth),
      user_oauth: null,
      has_client_secret: oauth?.client_secret !== undefined,
      access:
        access?.map(({ service_account_id, team, tools: allowed }) => {
          const teamId = teamIds.get(team ?? '');
          return {
            ...(teamId !== undefined && { team_id: teamId }),
            ...(service_account_id !== undefined && { service_account_id }),
            ...(allowed && { tools: [...allowed] }),
          };
        }) ?? null,
      tools: tools ?? null,
      approval,
      price_per_call_usd: entry.price_per_call_usd,
      tool_prices_usd: entry.tool_prices_usd,
      timeout_ms,
      enabled,
      ...showState(states),
      created_at: readAt.toISOString(),
      updated_at: readAt.toISOString(),
    };
  }

  static of(server: McpServerRecord, { hints = {}, states = [] }: Stored): McpServerView {
    const settings = server.settings as McpServerSettings;
    const names = Array.isArray(hints.headers) ? (hints.headers as readonly string[]) : [];
    return {
      id: server.id,
      object: 'mcp_server',
      workspace_id: server.workspaceId,
      source: 'database',
      name: server.name,
      kind: settings.kind ?? 'mcp',
      url: server.url,
      description: settings.description ?? null,
      base_url: settings.base_url ?? null,
      header_names: names.map((name) => name.toLowerCase()),
      forward_headers: settings.forward_headers ?? [],
      oauth: settings.oauth ?? null,
      user_oauth: settings.user_oauth ?? null,
      has_client_secret: server.secretNames.includes('client_secret'),
      access: settings.access ?? null,
      tools: settings.tools ?? null,
      approval: settings.approval ?? 'changes',
      price_per_call_usd: settings.price_per_call_usd ?? 0,
      tool_prices_usd: settings.tool_prices_usd ?? {},
      timeout_ms: settings.timeout_ms ?? 60_000,
      enabled: server.enabled,
      // States from before the last change are left out: they may be of another address or credential.
      ...showState(states.filter(({ seenAt }) => seenAt >= server.updatedAt)),
      created_at: server.createdAt.toISOString(),
      updated_at: server.updatedAt.toISOString(),
    };
  }
}
