import { z } from 'zod';
import {
  count,
  headers,
  httpUrl,
  isOfConnection,
  milliseconds,
  name,
  price,
  secret,
  section,
  text,
  urlOf,
} from './values.js';

/** A name that tools begin with: no underscore, so that `server__tool` is read in one way only. */
export const MCP_SERVER_NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/** Names a server of gateway.yaml where states of servers are stored, which have the id of its row for one of the database. */
export const declaredMcpServerKey = (name: string): string => `config ${name}`;

const toolName = () => z.string().regex(/^[\x21-\x7e]{1,128}$/, 'must be the name of a tool: 1 to 128 characters');

/**
 * Headers of callers that no server gets, beside those of a connection: those that prove who the caller is, describe its message, say
 * through whom a request came, or belong to MCP or to this gateway.
 */
const NEVER_FORWARDED =
  /^(?:accept|accept-encoding|api-key|authorization|content-.*|cookie2?|dpop|forwarded|host|http2-settings|last-event-id|mcp-.*|origin|proxy-.*|set-cookie2?|via|x-api-key|x-forwarded-.*|x-goog-api-key|x-real-ip|x-service-.*)$/i;

const forwardedHeader = () =>
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'must be the name of an HTTP header: 1 to 128 characters')
    .refine(
      (header) => !NEVER_FORWARDED.test(header) && !isOfConnection(header),
      'is a header that is never passed on: leave it out',
    );

const accessSchema = z
  .object({
    team: name().optional().describe('Name of the team.'),
    service_account_id: name().optional().describe('Id of the virtual account.'),
    tools: z.array(toolName()).max(500).optional().describe('Tools that it may use. If left out: all of them.'),
  })
  .refine(
    ({ service_account_id: account, team }) => (account === undefined) !== (team === undefined),
    'must name a team or a virtual account',
  );

/** An MCP server (docs/contract/mcp.md#servers). */
export const mcpServerSchema = z
  .object({
    name: z
      .string()
      .regex(MCP_SERVER_NAME, 'must be 1 to 32 lower-case letters, digits and inner hyphens')
      .describe('Name of the server, which the names of its tools begin with.'),
    description: z.string().max(2_000).optional().describe('What the server is for.'),
    kind: z
      .enum(['mcp', 'openapi', 'sample'])
      .default('mcp')
      .describe('`mcp`: an MCP server. `openapi`: an HTTP API, as tools. `sample`: a server for tests.'),
    url: urlOf('https', 'http')
      .optional()
      .describe('Address of the server (Streamable HTTP), or of the OpenAPI document in JSON.'),
    base_url: httpUrl().optional().describe('Address of the API of an OpenAPI document, if it has none or another.'),
    command: z
      .array(text())
      .min(1)
      .max(100)
      .optional()
      .describe('Command and arguments of a server that is run as a process (stdio), instead of `url`.'),
    env: z.record(z.string(), z.string()).default({}).describe('Environment variables of the process. Secret.'),
    headers: headers().describe('Headers of every request to the server, such as `authorization`. Secret.'),
    forward_headers: z
      .array(forwardedHeader())
      .max(20, 'must have at most 20 names')
      .default([])
      .describe(
        'Headers of the caller that calls to the server carry on, such as `x-tenant`. None with a credential can be named. If left out: none.',
      ),
    oauth: z
      .object({
        token_url: httpUrl().describe('Token endpoint of the authorization server.'),
        client_id: text().describe('Client id.'),
        client_secret: secret().optional().describe('Client secret.'),
        scope: z.string().max(1_000).optional().describe('Scopes to ask for, separated by spaces.'),
      })
      .optional()
      .describe('OAuth client credentials (RFC 6749, section 4.4), instead of a header `authorization`.'),
    access: z
      .array(accessSchema)
      .max(1_000)
      .optional()
      .describe('Teams and virtual accounts that may use the server. If left out: all callers.'),
    tools: z.array(toolName()).max(500).optional().describe('Tools that are offered. If left out: all of them.'),
    approval: z
      .enum(['none', 'changes', 'tools', 'all'])
      .default('changes')
      .describe(
        'What waits for approval. `none`: nothing. `changes`: whatever changes, of tools, prompts, resources, templates and instructions. `tools`: new and changed tools, and nothing else. `all`: everything that is new or changes.',
      ),
    price_per_call_usd: price().default(0).describe('Price of one call of a tool.'),
    tool_prices_usd: z
      .record(toolName(), price())
      .refine((prices) => Object.keys(prices).length <= 500, 'must name at most 500 tools')
      .default({})
      .describe('Prices of one call of certain tools, by the name of the tool, instead of `price_per_call_usd`.'),
    timeout_ms: milliseconds().default(60_000).describe('Time limit of a call.'),
    enabled: z.boolean().default(true).describe('Whether the server is offered.'),
  })
  .superRefine(({ command, kind, oauth, headers: sent, url }, context) => {
    const report = (path: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    for (const header of Object.keys(sent)) {
      if (header.toLowerCase() === 'host') report('headers', `must not have ${header}: it follows from url`);
    }
    if (kind === 'sample') {
      if (url !== undefined) report('url', 'is not for the sample server');
      if (command !== undefined) report('command', 'is not for the sample server');
      return;
    }
    if (command !== undefined && kind === 'openapi') report('command', 'is not for an OpenAPI document');
    if (command !== undefined && url !== undefined) report('command', 'is instead of url: leave one out');
    if (command === undefined && url === undefined) report('url', 'is required, or command');
    if (oauth !== undefined && Object.keys(sent).some((header) => header.toLowerCase() === 'authorization')) {
      report('oauth', 'sets the header authorization: leave it out of headers');
    }
  })
  .superRefine(({ command, forward_headers: forwarded, headers: sent, kind }, context) => {
    const report = (message: string): void => {
      context.addIssue({ code: 'custom', path: ['forward_headers'], message });
    };
    const own = new Set(Object.keys(sent).map((header) => header.toLowerCase()));
    for (const header of forwarded) {
      if (own.has(header.toLowerCase())) report(`must not have ${header}: headers sets it`);
    }
    if (forwarded.length > 0 && (kind === 'sample' || command !== undefined)) report('is for servers with a url');
  });

export const mcpSchema = section(
  {
    servers: z.array(mcpServerSchema).max(200).default([]).describe('MCP servers that callers reach at /mcp.'),
    search_over_tools: z
      .int()
      .min(0)
      .max(10_000)
      .default(40)
      .describe('If a caller may use more tools, `tools/list` has `find_tools` and `call_tool` instead of them.'),
    knowledge: z.boolean().default(true).describe('Whether knowledge bases of the workspace are offered as tools.'),
    list_timeout_ms: milliseconds().default(5_000).describe('Time limit for the lists of all servers together.'),
    refresh_seconds: count().default(60).describe('Seconds for which the lists of a server are cached.'),
    max_result_kb: z.int().min(1).max(65_536).default(1_024).describe('Maximum size of a result, in KiB.'),
  },
  'MCP gateway.',
);
