import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { isRecord } from '@multilane/contracts';
import { passMeta } from '../pass-meta.js';
import { AnswerWatch } from './answer-watch.js';
import { completeResults } from './complete-results.js';
import {
  InputRequired,
  type McpUpstream,
  type ServerLists,
  SessionLost,
  type UpstreamCall,
  type UpstreamResult,
} from './upstream.js';

/** Time limit of a connection's negotiation, in milliseconds. */
const CONNECT_MS = 10_000;
/** Pages of a list, and entries of all of them. */
const MOST_PAGES = 20;
const MOST_ENTRIES = 500;

/** A server wants to know something of the person at the client, or does not stop to want more. */
const NEEDS_INPUT: ReadonlySet<string> = new Set([
  SdkErrorCode.CapabilityNotSupported,
  SdkErrorCode.InputRequiredRoundsExceeded,
]);

/** Codes that servers have for a session that they do not know. */
const SESSION_CODES: ReadonlySet<number> = new Set([-32_600, -32_000, -32_001]);

/** A connection, and the requests that it has open. */
interface Connection {
  readonly client: Client;
  /** Undefined for a process: its answers come in any order. */
  readonly watch: AnswerWatch | undefined;
  open: number;
  /** True if it has served a request before. */
  isUsed: boolean;
  isRetired: boolean;
}

type ListMethod = 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list';

/**
 * An MCP server of either era (2026-07-28, or with a handshake). Its connection is made when it is first needed, and made anew after it
 * broke; requests that it has open are not disturbed by one that fails.
 */
export class SdkUpstream implements McpUpstream {
  #connecting: Promise<Connection> | undefined;

  constructor(private readonly openTransport: () => Promise<Transport>) {}

  async list(signal: AbortSignal): Promise<ServerLists> {
    return this.#use(async (client) => {
      const { prompts, resources, tools } = client.getServerCapabilities() ?? {};
      const [listedTools, listedResources, templates, listedPrompts] = await Promise.all([
        tools ? readPages(client, 'tools/list', 'tools', signal) : [],
        resources ? readPages(client, 'resources/list', 'resources', signal).catch(noneIfUnknown) : [],
        // Many servers with resources have no templates, and say so by an error.
        resources ? readPages(client, 'resources/templates/list', 'resourceTemplates', signal).catch(() => []) : [],
        prompts ? readPages(client, 'prompts/list', 'prompts', signal).catch(noneIfUnknown) : [],
      ]);
      return {
        tools: listedTools as ServerLists['tools'],
        resources: listedResources as ServerLists['resources'],
        templates: templates as ServerLists['templates'],
        prompts: listedPrompts as ServerLists['prompts'],
        instructions: client.getInstructions(),
      };
    });
  }

  callTool(name: string, values: Readonly<Record<string, unknown>>, call: UpstreamCall): Promise<UpstreamResult> {
    const params = { name, arguments: values, ...metaOf(call) };
    // The schema may say that arguments are sent as headers too. That of results is left out, so that it is not compiled.
    const toolDefinition = { name, inputSchema: call.inputSchema ?? ({ type: 'object' } as const) };
    const options = { ...optionsOf(call), toolDefinition };
    return this.#use(async (client) => withoutIdentity(await client.callTool(params, options)));
  }

  readResource(uri: string, call: UpstreamCall): Promise<UpstreamResult> {
    const params = { uri, ...metaOf(call) };
    return this.#use(async (client) =>
      withoutIdentity(await client.request({ method: 'resources/read', params }, optionsOf(call))),
    );
  }

  getPrompt(
    name: string,
    values: Readonly<Record<string, string>> | undefined,
    call: UpstreamCall,
  ): Promise<UpstreamResult> {
    const params = { name, ...(values && { arguments: values }), ...metaOf(call) };
    return this.#use(async (client) =>
      withoutIdentity(await client.request({ method: 'prompts/get', params }, optionsOf(call))),
    );
  }

  async close(): Promise<void> {
    const connection = await this.#connecting?.catch(() => undefined);
    this.#connecting = undefined;
    if (connection === undefined) return;
    connection.isRetired = true;
    // Running requests end first.
    if (connection.open === 0) await connection.client.close();
  }

  async #use<Result>(work: (client: Client) => Promise<Result>, mayRepeat = true): Promise<Result> {
    const connection = await this.#connect();
    const wasUsed = connection.isUsed;
    connection.open += 1;
    try {
      const result = await work(connection.client);
      connection.isUsed = true;
      return result;
    } catch (failure) {
      const error = connection.watch?.causeOf(failure) ?? failure;
      // The server has forgotten the session, and did nothing.
      if (mayRepeat && isLostSession(error, wasUsed)) {
        this.#retire(connection);
        return await this.#use(work, false);
      }
      if (hasSession(connection) && isLostSession(error, true)) {
        this.#retire(connection);
        throw new SessionLost('the session was lost again', { cause: error });
      }
      // Errors that the server itself reports leave the connection open.
      if (error instanceof ProtocolError) throw error;
      if (error instanceof SdkError && NEEDS_INPUT.has(error.code)) throw new InputRequired();
      this.#retire(connection);
      throw error;
    } finally {
      connection.open -= 1;
      // Nobody uses it any more, whatever becomes of the farewell.
      if (connection.isRetired && connection.open === 0) void connection.client.close().catch(() => undefined);
    }
  }

  #retire(connection: Connection): void {
    if (connection.isRetired) return;
    connection.isRetired = true;
    this.#connecting = undefined;
  }

  #connect(): Promise<Connection> {
    if (this.#connecting !== undefined) return this.#connecting;
    const connecting = this.#open();
    this.#connecting = connecting;
    // The caller that waits for it gets the error; the next one tries again.
    connecting.catch(() => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    });
    return connecting;
  }

  async #open(): Promise<Connection> {
    const client = new Client(
      { name: 'multilane', version: '1.0.0' },
      { capabilities: {}, versionNegotiation: { mode: 'auto' } },
    );
    const transport = await this.openTransport();
    const watch = transport instanceof StreamableHTTPClientTransport ? new AnswerWatch(transport) : undefined;
    const connection: Connection = { client, watch, open: 0, isUsed: false, isRetired: false };
    const onclose = () => this.#retire(connection);
    // A process that ends, for one; and a stream that breaks.
    Object.assign(client, { onclose, onerror: (error: Error) => watch?.noteError(error) });
    try {
      await client.connect(
        completeResults(transport, (message) => watch?.noteMessage(message)),
        { timeout: CONNECT_MS },
      );
    } catch (error) {
      // The failure to connect is what counts.
      void client.close().catch(() => undefined);
      throw watch?.causeOf(error) ?? error;
    }
    return connection;
  }
}

/**
 * A session that a server no longer knows is 404. Some servers answer 400, or an error of JSON-RPC that names it: those are believed where
 * the connection worked before.
 */
function isLostSession(error: unknown, wasUsed: boolean): boolean {
  if (error instanceof SdkHttpError) return error.status === 404 || (error.status === 400 && wasUsed);
  return error instanceof ProtocolError && wasUsed && SESSION_CODES.has(error.code) && /session/i.test(error.message);
}

/** Servers of the newer era have no sessions, and neither have many of the older one. */
function hasSession({ client }: Connection): boolean {
  const { transport } = client;
  return transport !== undefined && 'sessionId' in transport && transport.sessionId !== undefined;
}

/** A result is passed on without what names the server: the gateway's own name is added. */
function withoutIdentity({ _meta: meta, ...result }: UpstreamResult): UpstreamResult {
  if (!isRecord(meta)) return result;
  const others = passMeta(meta);
  return others === undefined ? result : { ...result, _meta: others };
}

function metaOf({ meta }: UpstreamCall) {
  return meta && { _meta: meta };
}

function optionsOf({ headers, onProgress, signal, timeoutMs }: UpstreamCall) {
  return { signal, timeout: timeoutMs, ...(headers && { headers }), ...(onProgress && { onprogress: onProgress }) };
}

/** A server may declare what it does not have: its other lists are read all the same. */
function noneIfUnknown(error: unknown): readonly unknown[] {
  if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return [];
  throw error;
}

/** Every entry of a list, within bounds. */
async function readPages(
  client: Client,
  method: ListMethod,
  member: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && entries.length < MOST_ENTRIES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer: Readonly<Record<string, unknown>> = await client.request({ method, params }, { signal });
    for (const entry of (answer[member] as readonly unknown[]).slice(0, MOST_ENTRIES)) entries.push(entry);
    cursor = answer.nextCursor as string | undefined;
    if (cursor === undefined) break;
  }
  return entries.slice(0, MOST_ENTRIES);
}
