import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';

const NAME = 'Unique in the workspace. The names of its tools begin with it.';
const TOOL = { max: 128, form: { pattern: /^[\x21-\x7e]+$/, name: 'the name of a tool' } };
const ADDRESS = 2_048;

/** A team or a virtual account that may use a server. */
export class McpAccessDto {
  @IdField({ optional: true, description: 'The team. Give this or `service_account_id`.' })
  team_id?: string;

  @IdField({ optional: true, description: 'The virtual account. Give this or `team_id`.' })
  service_account_id?: string;

  @TextListField({
    optional: true,
    nullable: true,
    maxItems: 500,
    items: TOOL,
    description: 'Tools that it may use. Null or left out: all of them.',
  })
  tools?: string[] | null;
}

/** OAuth client credentials of a server. */
export class McpOauthDto {
  @TextField({ max: ADDRESS, description: 'Token endpoint of the authorization server.' })
  token_url!: string;

  @TextField({ max: 1_000, description: 'Client id.' })
  client_id!: string;

  @TextField({ optional: true, nullable: true, max: 1_000, description: 'Scopes to ask for, separated by spaces.' })
  scope?: string | null;
}

/** Settings by which each person connects an account of their own. */
export class McpUserOauthDto {
  @TextField({
    optional: true,
    max: 2_048,
    description: 'The only authorization server that is used, by its issuer. Left out: the one that the server names.',
    example: 'https://login.example.com',
  })
  issuer?: string;

  @TextField({
    optional: true,
    max: 1_000,
    description: 'Client id there. Left out: the gateway registers itself (RFC 7591).',
  })
  client_id?: string;

  @TextField({
    optional: true,
    max: 1_000,
    description: 'Scopes to ask for, separated by spaces. Left out: those that the server names.',
  })
  scope?: string;
}

class McpServerSettingsDto {
  @TextField({
    optional: true,
    nullable: true,
    max: ADDRESS,
    description:
      'Address of the server (Streamable HTTP), or of the OpenAPI document. If you change the host, send the secrets again.',
    example: 'https://tickets.example.com/mcp',
  })
  url?: string | null;

  @TextField({ optional: true, nullable: true, max: 2_000, multiline: true, description: 'What the server is for.' })
  description?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    max: ADDRESS,
    description: 'Address of the API of an OpenAPI document, if it has none or another.',
  })
  base_url?: string | null;

  @FreeObjectField({
    optional: true,
    nullable: true,
    maxBytes: 16 * 1024,
    description: 'Headers of every request to the server. Their values are secret. The whole set is replaced.',
    example: { authorization: 'Bearer …' },
  })
  headers?: Record<string, string> | null;

  @TextListField({
    optional: true,
    nullable: true,
    maxItems: 20,
    items: { max: 128 },
    description:
      'Names of headers of the caller that calls to the server carry on. None with a credential can be named. Null or left out: none.',
    example: ['x-tenant'],
  })
  forward_headers?: string[] | null;

  @ObjectField(() => McpOauthDto, {
    optional: true,
    nullable: true,
    description: 'OAuth client credentials, instead of a header `authorization`; replaced as a whole.',
  })
  oauth?: McpOauthDto | null;

  @ObjectField(() => McpUserOauthDto, {
    optional: true,
    nullable: true,
    description:
      'Each person connects an account of their own with OAuth, instead of one credential for all; replaced as a whole.',
  })
  user_oauth?: McpUserOauthDto | null;

  @TextField({
    optional: true,
    nullable: true,
    max: 8_192,
    form: { pattern: /^[\x21-\x7e]+$/, name: 'printable ASCII without spaces' },
    description: 'Secret of the OAuth client. Never shown again; null removes it.',
  })
  client_secret?: string | null;

  @ObjectListField(() => McpAccessDto, {
    optional: true,
    nullable: true,
    maxItems: 200,
    description: 'Teams and virtual accounts that may use the server. Null: all callers of the workspace.',
  })
  access?: McpAccessDto[] | null;

  @TextListField({
    optional: true,
    nullable: true,
    maxItems: 500,
    items: TOOL,
    description: 'Tools that are offered. Null: all of them.',
  })
  tools?: string[] | null;

  @ChoiceField(['none', 'changes', 'tools', 'all'], {
    optional: true,
    description:
      'What waits for approval. `changes`: whatever changes, of tools, prompts, resources, templates and instructions. `tools`: new and changed tools, and nothing else. `all`: everything that is new or changes. Default: `changes`.',
  })
  approval?: 'none' | 'changes' | 'tools' | 'all';

  @AmountField({
    optional: true,
    max: 1_000_000,
    description: 'Price of one call of a tool in US dollars. Default: 0.',
  })
  price_per_call_usd?: number;

  @FreeObjectField({
    optional: true,
    nullable: true,
    maxBytes: 64 * 1024,
    description:
      'Prices of one call of certain tools in US dollars, by the name of the tool, instead of `price_per_call_usd`. The whole set is replaced.',
    example: { search: 0.01 },
  })
  tool_prices_usd?: Record<string, number> | null;

  @CountField({
    optional: true,
    min: 1,
    max: 3_600_000,
    description: 'Time limit of a call in milliseconds. Default: 60000.',
  })
  timeout_ms?: number;

  @FlagField({ optional: true, description: 'Whether the server is offered. Default: true.' })
  enabled?: boolean;
}

export class CreateMcpServerDto extends McpServerSettingsDto {
  @TextField({
    max: 32,
    form: { pattern: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, name: 'lower-case letters, digits and inner hyphens' },
    description: `${NAME} Immutable.`,
    example: 'tickets',
  })
  name!: string;

  @ChoiceField(['mcp', 'openapi', 'sample'], {
    optional: true,
    description:
      '`mcp`: an MCP server. `openapi`: an HTTP API, as tools. `sample`: a server for tests. Immutable. Default: `mcp`.',
  })
  kind?: 'mcp' | 'openapi' | 'sample';
}

/** Changes to a server. Omitted fields keep their value, secrets too; null takes a value away. */
export class UpdateMcpServerDto extends McpServerSettingsDto {}
