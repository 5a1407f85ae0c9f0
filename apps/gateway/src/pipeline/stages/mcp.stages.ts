import { GatewayError } from '@multilane/errors';
import { SIMULATOR_KIND, toGatewayError } from '@multilane/providers';
import type { McpRequest } from '../../endpoints/mcp/mcp.endpoints.js';
import { RequestGuard } from '../../guarding/request-guard.js';
import { MCP_TEXTS } from '../../guarding/texts/mcp-texts.js';
import type { McpCall, McpPolicies } from '../../services/mcp-service.js';
import type { RequestContext } from '../request-context.js';
import { holdBudgets, reserveCost } from './budgets.stages.js';
import { findGuards } from './guard-input.stage.js';
import { admitRequests } from './limits.stages.js';
import { sendReply } from './send-reply.js';

/** Target whose tokens are counted if a guardrail counts those of a tool's texts: no model is called. */
const TARGET = { provider: { kind: SIMULATOR_KIND, upstreamModel: SIMULATOR_KIND } } as const;

/** Answers a message of a client of MCP. Its calls of tools are under the policies of the caller. */
export async function serveMcp(context: RequestContext): Promise<void> {
  const { asked, services, tried } = context;
  const { message, server } = asked.validated as McpRequest;
  const { caller, incoming, snapshot } = asked;
  const left = new AbortController();
  tried.abortable = left;
  const reply = await services.mcp.serve({
    admission: { caller, snapshot },
    requestId: asked.requestId,
    clientAddress: incoming.clientAddress,
    headers: asked.headers,
    method: asked.endpoint.route.method,
    server,
    body: message,
    policies: new CallPolicies(context),
    signal: left.signal,
  });
  await sendReply(context, reply);
}

/** The policies of one call: requests per minute, budgets, guardrails and personal data, and its record. */
class CallPolicies implements McpPolicies {
  isGuarded = false;
  #guard: RequestGuard | undefined;

  constructor(private readonly context: RequestContext) {}

  refuse({ server, tool }: { readonly server: string | undefined; readonly tool: string }): void {
    const { ended } = this.context;
    ended.toolCall ??= { server: server ?? null, tool, costUsd: undefined };
  }

  async begin(call: McpCall): Promise<Pick<McpCall, 'arguments' | 'meta'>> {
    const { context } = this;
    const { ended } = context;
    if (ended.toolCall !== undefined) {
      throw new GatewayError('invalid_value', { message: 'A message calls one tool at most.' });
    }
    ended.toolCall = { server: call.server, tool: call.tool, costUsd: undefined };
    await admitRequests(context);
    holdBudgets(context);
    const sent = await this.#guardArguments(call);
    await reserveCost(context, `mcp ${call.server}`, call.priceUsd);
    context.tried.attempts = 1;
    // From here on the server may work on it, also where the caller leaves before it is known what became of the call.
    ended.toolCall = { ...ended.toolCall, costUsd: call.priceUsd };
    return sent;
  }

  async #guardArguments(call: McpCall): Promise<Pick<McpCall, 'arguments' | 'meta'>> {
    const { arguments: given, meta } = call;
    const { context } = this;
    const { asked, planned, services, tried } = context;
    const { caller, snapshot } = asked;
    const set = findGuards(context);
    this.isGuarded = set !== undefined;
    const capture = services.payloads?.begin(caller, snapshot);
    if (set === undefined && capture === undefined) return call;
    const exchange = { asked, planned: { model: undefined, serving: { target: TARGET } }, tried, services };
    this.#guard = new RequestGuard(exchange, set ?? { before: [], after: [], pii: undefined }, capture);
    planned.guard = this.#guard;
    const request = { arguments: given, ...(meta && { _meta: meta }) };
    const checked = await this.#guard.checkRequest({ format: { texts: MCP_TEXTS }, request, target: TARGET });
    if (capture !== undefined) {
      capture.request = checked.request;
      planned.payload = capture;
    }
    return { arguments: checked.request.arguments, meta: checked.request._meta };
  }

  waive(): void {
    const { ended } = this.context;
    if (ended.toolCall) ended.toolCall = { ...ended.toolCall, costUsd: undefined };
  }

  async finish(result: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    if (this.#guard === undefined) return result;
    return (await this.#guard.guardAnswer(MCP_TEXTS, result)) as Readonly<Record<string, unknown>>;
  }

  fail(error: unknown): void {
    this.context.ended.failure = toGatewayError(error);
  }
}
