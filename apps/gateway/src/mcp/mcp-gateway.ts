import { createMcpHandler, type McpHttpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Logger } from '@multilane/telemetry';
import type { AgentService } from '../services/agent-service.js';
import type { McpExchange, McpReply, McpService, McpToolListing } from '../services/mcp-service.js';
import type { McpServer } from '../snapshot/mcp-servers.js';
import { formAnswer, readAccept } from './accepted-types.js';
import { askServers } from './ask-servers.js';
import { BuiltInServers } from './built-in-servers.js';
import { findServers, type UsableServer } from './find-servers.js';
import { createMessageServer } from './message-server.js';
import { ALL_SERVERS, findNeeded, type NeededServers } from './needed-servers.js';
import { type AskedServer, collectOffer } from './offered-tools.js';
import type { ServerReports } from './server-reports.js';
import type { ToolPins } from './server-state.js';
import { ServerStates } from './server-states.js';
import { AgentsUpstream } from './upstreams/agents-upstream.js';
import { type KnowledgePorts, KnowledgeUpstream } from './upstreams/knowledge-upstream.js';
import { openUpstream } from './upstreams/open-upstream.js';
import {
  type CallerConnection,
  type ConnectedServer,
  refuseWithoutAccount,
  UserConnections,
} from './user-oauth/user-connections.js';
import { type ConnectionStore, UserTokens } from './user-oauth/user-tokens.js';

export interface McpGatewayOptions {
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly version: string;
  /** Undefined without a database. */
  readonly pins: ToolPins | undefined;
  /** Tells administrators how servers do. Undefined without a database. */
  readonly reports: ServerReports | undefined;
  /** The accounts of people at servers. Undefined without a database. */
  readonly connections: ConnectionStore | undefined;
  /** Undefined if there are no knowledge bases. */
  readonly knowledge: KnowledgePorts | undefined;
  /** Undefined if there are no agents. */
  readonly agents: AgentService | undefined;
}

/** Headers of clients that the protocol reads; none with a credential is passed to it. */
const READ_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'last-event-id'];

/** The library would answer it by itself. */
const SUBSCRIBE = 'subscriptions/listen';

const NOT_ANSWERED = 'The MCP server has not answered yet.';
const BOTH_TYPES = 'application/json, text/event-stream';
const NOT_ACCEPTABLE = 'Accept application/json or text/event-stream: the gateway has no other form of an answer.';

/** Caller, and the server that it asks for. */
type Asker = Pick<McpExchange, 'admission' | 'server'>;

/** Parts of a message that the library hands back. */
interface McpMessage {
  readonly exchange: McpExchange;
  /** The only server that is asked for, whose account was looked up to admit the caller. Undefined: all servers. */
  readonly connected: readonly ConnectedServer[] | undefined;
}

/** Everything below one address for clients of MCP of both eras (docs/contract/mcp.md). It keeps no session. */
export class McpGateway implements McpService {
  private readonly states: ServerStates;
  private readonly handler: McpHttpHandler;
  private readonly builtIn: BuiltInServers;
  private readonly accounts: UserConnections;

  constructor(private readonly options: McpGatewayOptions) {
    const { agents, knowledge, logger, pins, reports } = options;
    this.builtIn = new BuiltInServers({ agents, hasKnowledge: knowledge !== undefined });
    this.accounts = new UserConnections(options.connections);
    this.states = new ServerStates({ logger, pins, reports, open: (server, account) => this.open(server, account) });
    this.handler = createMcpHandler(async ({ authInfo }) => this.createServer(messageOf(authInfo?.extra)), {
      legacy: 'stateless',
      maxSubscriptions: 0,
    });
  }

  /** Servers that could not be asked when they were last tried. */
  get degraded(): number {
    return this.states.degraded;
  }

  async serve(exchange: McpExchange): Promise<McpReply> {
    const { body, headers, method, signal } = exchange;
    this.states.follow(exchange.admission.snapshot);
    const connected = exchange.server === undefined ? undefined : await this.demandServer(exchange);
    if (method === 'POST' && isRecord(body) && body.method === SUBSCRIBE) {
      return refuse(404, body, ProtocolErrorCode.MethodNotFound, 'The gateway keeps no session to listen in.');
    }
    const form = method === 'POST' ? readAccept(textOf(headers.accept)) : 'either';
    if (form === undefined) return refuse(406, body, -32_000, NOT_ACCEPTABLE);
    const read = new Headers();
    for (const name of Object.keys(headers).filter((each) => READ_HEADERS.includes(each) || /^mcp-param-/.test(each))) {
      read.set(name, String(headers[name]));
    }
    if (method === 'POST') read.set('accept', BOTH_TYPES);
    const request = new Request('http://multilane.invalid/mcp', { method, headers: read, signal });
    const authInfo = { token: '', clientId: '', scopes: [], extra: { message: { exchange, connected } } };
    const given = await this.handler.fetch(request, { authInfo, ...(method === 'POST' && { parsedBody: body }) });
    const response = await formAnswer(given, form);
    return {
      status: response.status,
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(response.headers),
        ...(response.status === 405 && { allow: 'POST' }),
      },
      body: response.body ?? new Uint8Array(),
    };
  }

  async listTools(admission: McpExchange['admission'], server: string): Promise<readonly McpToolListing[]> {
    this.states.follow(admission.snapshot);
    const asker = { admission, server };
    // An agent has others as tools by their ids, which bounds how deep they are nested.
    const servers = (await this.ask(asker, await this.connect(asker))).filter(
      ({ server: { agentsOf } }) => agentsOf === undefined,
    );
    if (servers.length === 0) throw refuseServer();
    if (servers.every(({ state }) => state.lists === undefined)) {
      const [first] = servers;
      throw new GatewayError('provider_error', { message: first?.state.failure?.message ?? NOT_ANSWERED });
    }
    return [...collectOffer(servers, asker).tools.values()].map(
      ({ item: { description = '', inputSchema, name } }) => ({
        name,
        description,
        inputSchema,
      }),
    );
  }

  /** The only server that is asked for has to be usable, with an account if it wants one. */
  private async demandServer(asker: Asker): Promise<readonly ConnectedServer[]> {
    const usable = this.findUsable(asker);
    if (usable.length === 0) throw refuseServer();
    const connected = await this.accounts.connect(usable, asker.admission);
    if (connected.length === 0) throw refuseWithoutAccount(asker.admission);
    return connected;
  }

  private connect(asker: Asker): Promise<readonly ConnectedServer[]> {
    return this.accounts.connect(this.findUsable(asker), asker.admission);
  }

  private async createServer({ connected, exchange }: McpMessage) {
    const { version } = this.options;
    const needed = findNeeded(exchange.body, exchange.server);
    const servers = needed ? await this.ask(exchange, connected ?? (await this.connect(exchange)), needed) : [];
    return createMessageServer({ exchange, version, offer: collectOffer(servers, exchange) });
  }

  /** Servers that the caller may use, with their lists as they were last read. */
  private async ask(
    { admission }: Asker,
    connected: readonly ConnectedServer[],
    needed: NeededServers = ALL_SERVERS,
  ): Promise<readonly AskedServer[]> {
    const { snapshot } = admission;
    const { list_timeout_ms: limitMs, refresh_seconds: seconds } = snapshot.mcp.settings;
    const asked = connected.map(({ account, ...usable }) => ({
      ...usable,
      state: account ? this.states.getOf(usable.server, account) : this.states.get(usable.server),
    }));
    await askServers(asked, { needed, limitMs, refreshMs: seconds * 1_000, version: snapshot.version });
    return asked;
  }

  private findUsable(exchange: Asker): UsableServer[] {
    const usable = findServers(exchange.admission);
    const names = new Set(usable.map(({ server }) => server.name));
    const builtIn = this.builtIn.find(exchange.admission).filter(({ name }) => !names.has(name));
    const all = [...usable, ...builtIn.map(whole)];
    return exchange.server === undefined ? all : all.filter(({ server }) => server.name === exchange.server);
  }

  private open(server: McpServer, account: CallerConnection | undefined) {
    const { agents, connections, knowledge } = this.options;
    if (account !== undefined && connections !== undefined) {
      const { connection, key } = account;
      return openUpstream(server, (fetch) => new UserTokens(connections, key, connection, fetch));
    }
    const { agentsOf, knowledgeOf } = server;
    if (agentsOf !== undefined && agents !== undefined) return new AgentsUpstream(agents, agentsOf);
    if (knowledgeOf === undefined || knowledge === undefined) return openUpstream(server);
    return new KnowledgeUpstream(knowledge, knowledgeOf);
  }

  async close(): Promise<void> {
    await this.handler.close();
    await this.states.close();
  }
}

/** A refusal that the library does not make: nothing is listened to without a session, for one (docs/contract/mcp.md#sessions). */
function refuse(status: number, body: unknown, code: number, message: string): McpReply {
  const id = isRecord(body) ? body.id : null;
  const isId = typeof id === 'string' || typeof id === 'number';
  const answer = { jsonrpc: '2.0', id: isId ? id : null, error: { code, message } };
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(answer)) };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

function refuseServer(): GatewayError {
  return new GatewayError('not_found', { message: 'The MCP server does not exist, or you may not use it.' });
}

/** The library hands on what the handler was given. */
function messageOf(extra: Readonly<Record<string, unknown>> | undefined): McpMessage {
  if (extra === undefined) throw new Error('the message came without its exchange');
  return extra.message as McpMessage;
}

function whole(server: McpServer): UsableServer {
  return { server, isWhole: true, mayUse: () => true };
}
