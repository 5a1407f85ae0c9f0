import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { toGatewayError } from '@multilane/providers';
import type { McpExchange } from '../services/mcp-service.js';
import { forwardHeaders } from './forward-headers.js';
import type { Offer, Offered } from './offered-tools.js';
import { passMeta } from './pass-meta.js';
import { toRpcError } from './to-rpc-error.js';
import { serverOfName } from './tool-names.js';
import { CALL_TOOL, FIND_TOOLS, findTools, SEARCH_TOOLS } from './tool-search.js';
import type { UpstreamCall, UpstreamResult } from './upstreams/upstream.js';
import { describeFailure, type UpstreamFailure } from './upstreams/upstream-failure.js';

export interface MessageServerOptions {
  readonly exchange: McpExchange;
  readonly version: string;
  readonly offer: Offer;
}

type Values = Readonly<Record<string, unknown>>;

/** The server that answers one message: it offers what the caller may use, and passes calls on under the policies. */
export function createMessageServer({ exchange, offer, version }: MessageServerOptions): Server {
  const server = new Server(
    { name: 'multilane', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      ...(offer.instructions !== undefined && { instructions: offer.instructions }),
    },
  );
  const tools = [...offer.tools.values()].map(({ item }) => item);
  const isSearched = tools.length > exchange.admission.snapshot.mcp.settings.search_over_tools;
  server.setRequestHandler('tools/list', ({ params }) => {
    demandFirstPage(params);
    return { tools: isSearched ? [...SEARCH_TOOLS] : tools };
  });
  server.setRequestHandler('tools/call', async ({ params: { arguments: values = {}, name } }, context) => {
    if (isSearched && name === FIND_TOOLS) {
      const found = findTools(tools, values.query, values.limit);
      const shown = found.map(({ description, inputSchema, name: toolName }) => ({
        name: toolName,
        description,
        inputSchema,
      }));
      return { content: [{ type: 'text', text: JSON.stringify(shown) }] };
    }
    const isWrapped = name === CALL_TOOL && (isSearched || !offer.tools.has(name));
    const [wanted, given] = isWrapped ? readWrapped(values) : [name, values];
    const offered = offer.tools.get(wanted);
    if (offered === undefined) throw refuseUnknown({ exchange, offer, kind: 'tool', name: wanted });
    const result = await pass(exchange, offered, { tool: offered.name, values: given, context }, (sent, call) =>
      offered.state.upstream.callTool(offered.name, sent, { ...call, inputSchema: offered.item.inputSchema }),
    );
    // A client of the older era takes only an object as `structuredContent`.
    return server.projectCallToolResult(result as never, offered.item.outputSchema) as never;
  });
  server.setRequestHandler('resources/list', ({ params }) => {
    demandFirstPage(params);
    return { resources: [...offer.resources.values()].map(({ item }) => item) };
  });
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    demandFirstPage(params);
    return { resourceTemplates: offer.templates.map(({ item }) => item) };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const offered = offer.resources.get(uri) ?? offer.templates.find(({ name }) => fitsTemplate(uri, name));
    const read = offered?.state.upstream.readResource?.bind(offered.state.upstream);
    if (offered === undefined || read === undefined)
      throw refuseUnknown({ exchange, offer, kind: 'resource', name: uri });
    const isListed = offer.resources.has(uri);
    let sentUri = uri;
    const result = await pass(exchange, offered, { tool: 'resources/read', values: { uri }, context }, (sent, call) => {
      // The server itself gave an address that it lists. The values in a template are the caller's.
      if (!isListed) sentUri = String(sent.uri);
      return read(sentUri, call);
    });
    return nameAsAsked(result, sentUri, uri) as never;
  });
  server.setRequestHandler('prompts/list', ({ params }) => {
    demandFirstPage(params);
    return { prompts: [...offer.prompts.values()].map(({ item }) => item) };
  });
  server.setRequestHandler('prompts/get', async ({ params: { arguments: values, name } }, context) => {
    const offered = offer.prompts.get(name);
    const get = offered?.state.upstream.getPrompt?.bind(offered.state.upstream);
    if (offered === undefined || get === undefined) throw refuseUnknown({ exchange, offer, kind: 'prompt', name });
    return (await pass(exchange, offered, { tool: 'prompts/get', values: values ?? {}, context }, (sent, call) =>
      get(offered.name, values && (sent as Record<string, string>), call),
    )) as never;
  });
  return server;
}

/** The client finds what it asked for by the address that it knows, also where personal data in that was replaced. */
function nameAsAsked(result: UpstreamResult, sentUri: string, uri: string): UpstreamResult {
  const { contents } = result;
  if (sentUri === uri || !Array.isArray(contents)) return result;
  const named = contents.map((part: unknown) => (isRecord(part) && part.uri === sentUri ? { ...part, uri } : part));
  return { ...result, contents: named };
}

/** Lists have one page, so no cursor is the gateway's (docs/contract/mcp.md#names). */
function demandFirstPage(params: { readonly cursor?: string | undefined } | undefined): void {
  if (params?.cursor === undefined) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid: lists have one page.');
}

interface Passed {
  readonly tool: string;
  readonly values: Values;
  readonly context: ServerContext;
}

/**
 * Passes a call on under the policies. A refusal is an error of JSON-RPC, and so is one of the server itself; a failure of the server is a
 * result that says so.
 */
async function pass(
  exchange: McpExchange,
  { server, state }: Pick<Offered<unknown>, 'server' | 'state'>,
  { context, tool, values }: Passed,
  ask: (sent: Values, call: UpstreamCall) => Promise<UpstreamResult>,
): Promise<UpstreamResult> {
  const { admission, policies } = exchange;
  try {
    // Only calls of tools cost anything.
    const priceUsd = tool.includes('/') ? 0 : (server.toolPricesUsd.get(tool) ?? server.priceUsd);
    const meta = passMeta(context.mcpReq._meta);
    // Rejected before it begins: what the server is never asked costs nothing.
    const headers = forwardHeaders(exchange.headers, server);
    const sent = await policies.begin({ server: server.name, tool, priceUsd, arguments: values, meta });
    const call = { ...toCall(exchange, server.timeout_ms, context), meta: sent.meta, headers };
    const result = await ask(sent.arguments, call).catch(async (error: unknown) => {
      // A caller that leaves does not undo what the server was asked to do.
      if (!call.signal.aborted) {
        policies.waive();
        if (!(error instanceof GatewayError)) state.health?.failed(describeFailure(error), 'call');
      }
      if (error instanceof ProtocolError && !CODES_OF_HOP.has(error.code)) throw await toServersError(error, exchange);
      throw toFailure(error);
    });
    state.health?.succeeded();
    const most = admission.snapshot.mcp.settings.max_result_kb * 1024;
    if (JSON.stringify(result).length > most) {
      throw new GatewayError('provider_error', {
        message: `The result of the MCP server has more than ${most / 1024} KiB.`,
      });
    }
    return await policies.finish(result);
  } catch (error) {
    policies.fail(error);
    if (error instanceof ServersError) throw error.said;
    const { code, data, message } = toRpcError(toGatewayError(error));
    if (error instanceof ServerFailure && !tool.includes('/')) {
      const { message: _message, ...failure } = error.failure;
      return { content: [{ type: 'text', text: message }], isError: true, _meta: { [FAILURE_META_KEY]: failure } };
    }
    throw new ProtocolError(code, message, data);
  }
}

/** Names in the `_meta` of a result that the gateway made of a failure why the server failed. */
const FAILURE_META_KEY = 'multilane/failure';

/** Errors about the gateway's own connection to a server, which a client would take for its own. */
const CODES_OF_HOP: ReadonlySet<number> = new Set([
  ProtocolErrorCode.UnsupportedProtocolVersion,
  ProtocolErrorCode.MissingRequiredClientCapability,
  ProtocolErrorCode.UrlElicitationRequired,
  -32_020,
]);
const LONGEST_MESSAGE = 4_000;
const LONGEST_DATA = 16_384;

/** An error of JSON-RPC that a server answered with. */
class ServersError extends GatewayError {
  constructor(readonly said: ProtocolError) {
    super('provider_error', { message: `The MCP server answered with the JSON-RPC error ${said.code}.` });
  }
}

/** The error as the server has it, with the words that the policies let through. */
async function toServersError(
  { code, data, message }: ProtocolError,
  { policies }: McpExchange,
): Promise<ServersError> {
  const isShort = data !== undefined && (JSON.stringify(data)?.length ?? 0) <= LONGEST_DATA;
  const text = message.slice(0, LONGEST_MESSAGE);
  const checked = await policies.finish({
    content: [{ type: 'text', text }],
    ...(isShort && { structuredContent: data }),
  });
  const [part] = checked.content as readonly { readonly text?: unknown }[];
  return new ServersError(new ProtocolError(code, String(part?.text ?? ''), checked.structuredContent));
}

function toCall(
  exchange: McpExchange,
  timeoutMs: number,
  { mcpReq }: ServerContext,
): Omit<UpstreamCall, 'headers' | 'meta'> {
  const { _meta: meta, notify } = mcpReq;
  const token = meta?.progressToken;
  return {
    exchange,
    signal: AbortSignal.any([exchange.signal, mcpReq.signal]),
    timeoutMs,
    onProgress:
      token === undefined
        ? undefined
        : ({ message, ...progress }) => {
            // Nobody looks at progress before the client has it: where results are looked at, its words are left out.
            const said = exchange.policies.isGuarded ? undefined : message;
            const params = { ...progress, ...(said !== undefined && { message: said }), progressToken: token };
            void notify({ method: 'notifications/progress', params } as never).catch(() => undefined);
          },
  };
}

/** The server failed, and did not say so as the protocol has it. */
class ServerFailure extends GatewayError {
  constructor(
    readonly failure: UpstreamFailure,
    cause: unknown,
  ) {
    super('provider_error', { message: failure.message, cause });
  }
}

function toFailure(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new ServerFailure(describeFailure(error), error);
}

function readWrapped({ arguments: values, name }: Values): [string, Values] {
  return [typeof name === 'string' ? name : '', isRecord(values) ? values : {}];
}

interface Unknown {
  readonly exchange: McpExchange;
  readonly offer: Offer;
  readonly kind: 'tool' | 'resource' | 'prompt';
  readonly name: string;
}

/** Error for an unknown or forbidden item, or for a permitted server that could not be asked yet. */
function refuseUnknown({ exchange: { policies, server }, kind, name, offer }: Unknown): ProtocolError {
  const asked = server ?? (kind === 'resource' ? undefined : serverOfName(name));
  if (asked !== undefined && offer.away.has(asked)) {
    const message = offer.away.get(asked)?.message ?? 'The MCP server has not answered yet.';
    const error = new GatewayError('provider_error', { message });
    policies.fail(error);
    const { code, data } = toRpcError(error);
    return new ProtocolError(code, message, data);
  }
  policies.refuse({ server: asked, tool: ownName(kind, name, server) });
  policies.fail(new GatewayError('not_found'));
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such ${kind}, or you may not use it.`);
}

/** Name in the audit log: a tool's name at the server, and the method for everything else. */
function ownName(kind: Unknown['kind'], name: string, server: string | undefined): string {
  if (kind !== 'tool') return kind === 'resource' ? 'resources/read' : 'prompts/get';
  const prefix = server === undefined ? serverOfName(name) : undefined;
  const own = prefix === undefined ? name : name.slice(prefix.length + 2);
  return TOOL_NAME.test(own) ? own : 'unknown';
}

/** Form of a tool's name. Anything else may be a text, which the audit log does not keep. */
const TOOL_NAME = /^[A-Za-z0-9_.\-/]{1,128}$/;

/** True if an address begins as a template does before its first variable. */
function fitsTemplate(uri: string, template: string): boolean {
  const brace = template.indexOf('{');
  return brace === -1 ? uri === template : brace > 0 && uri.startsWith(template.slice(0, brace));
}
