import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { toGatewayError } from '@multilane/providers';
import { toRpcError } from '../mcp-errors.js';
import type { McpExchange } from '../mcp-service.js';
import type { Offer, Offered } from './offered-tools.js';
import { CALL_TOOL, FIND_TOOLS, findTools, SEARCH_TOOLS } from './tool-search.js';
import { InputRequired, type UpstreamCall, type UpstreamResult } from './upstreams/upstream.js';

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
    if (offered === undefined) throw refuseUnknown(exchange, 'tool');
    return (await pass(exchange, offered, { tool: offered.name, values: given, context }, (sent, call) =>
      offered.state.upstream.callTool(offered.name, sent, { ...call, inputSchema: offered.item.inputSchema }),
    )) as never;
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
    if (offered === undefined || read === undefined) throw refuseUnknown(exchange, 'resource');
    const isListed = offer.resources.has(uri);
    let sentUri = uri;
    const result = await pass(exchange, offered, { tool: 'resources/read', values: { uri }, context }, (sent, call) => {
      // The server itself gave an address that it lists. What fills a template is the caller's.
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
    if (offered === undefined || get === undefined) throw refuseUnknown(exchange, 'prompt');
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

/** Passes a call on under the policies. A refusal is an error of JSON-RPC; a failure of the server, a result that says so. */
async function pass(
  exchange: McpExchange,
  { server }: Pick<Offered<unknown>, 'server'>,
  { context, tool, values }: Passed,
  ask: (sent: Values, call: UpstreamCall) => Promise<UpstreamResult>,
): Promise<UpstreamResult> {
  const { admission, policies } = exchange;
  try {
    // What is no call of a tool is free.
    const priceUsd = tool.includes('/') ? 0 : (server.toolPricesUsd.get(tool) ?? server.priceUsd);
    const sent = await policies.begin({ server: server.name, tool, priceUsd, arguments: values });
    const call = toCall(exchange, server.timeout_ms, context);
    const result = await ask(sent, call).catch((error: unknown) => {
      const answered = toAnswer(error, tool);
      if (answered !== undefined) return answered;
      // A caller that leaves does not undo what the server was asked to do.
      if (!call.signal.aborted) policies.waive();
      throw toFailure(error);
    });
    const most = admission.snapshot.mcp.settings.max_result_kb * 1024;
    if (JSON.stringify(result).length > most) {
      throw new GatewayError('provider_error', {
        message: `The result of the MCP server has more than ${most / 1024} KiB.`,
      });
    }
    return await policies.finish(result);
  } catch (error) {
    policies.fail(error);
    const { code, data, message } = toRpcError(toGatewayError(error));
    if (error instanceof ServerFailure && !tool.includes('/')) {
      return { content: [{ type: 'text', text: message }], isError: true };
    }
    throw new ProtocolError(code, message, data);
  }
}

function toCall(exchange: McpExchange, timeoutMs: number, { mcpReq }: ServerContext): UpstreamCall {
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

/** The server could not be reached, or failed without saying why. */
class ServerFailure extends GatewayError {}

/** What a server says of a call of a tool is for the model to read, and is looked at as a result; undefined if it says nothing. */
function toAnswer(error: unknown, tool: string): UpstreamResult | undefined {
  if (!(error instanceof ProtocolError) || tool.includes('/')) return undefined;
  return { content: [{ type: 'text', text: error.message.slice(0, 4_000) }], isError: true };
}

function toFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof ProtocolError)
    return new GatewayError('not_found', { message: 'The server has no such thing.' });
  const message =
    error instanceof InputRequired
      ? 'The MCP server asked for input of the person at the client, which the gateway does not pass on.'
      : 'The MCP server could not be reached, or did not answer in time.';
  return new ServerFailure('provider_error', { message, cause: error });
}

function readWrapped({ arguments: values, name }: Values): [string, Values] {
  return [typeof name === 'string' ? name : '', isRecord(values) ? values : {}];
}

function refuseUnknown({ policies }: McpExchange, noun: string): ProtocolError {
  policies.fail(new GatewayError('not_found'));
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such ${noun}, or you may not use it.`);
}

/** Whether an address begins as a template does, before its first variable. */
function fitsTemplate(uri: string, template: string): boolean {
  const brace = template.indexOf('{');
  return brace === -1 ? uri === template : brace > 0 && uri.startsWith(template.slice(0, brace));
}
