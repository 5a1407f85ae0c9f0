import type { AnyRequest } from '@multilane/contracts';
import { keepsSessions } from '@multilane/policy';
import type { RouteRun } from '../../model-calls/route-run.js';
import type { Hedge } from '../../snapshot/routes/route.js';
import type { RequestContext } from '../request-context.js';

/**
 * True if the request may be sent to two providers at once (docs/contract/routing.md#hedging): a client waits for its answer, providers
 * bill it by tokens, and it leaves nothing behind at a provider.
 */
export function mayHedge({ asked, planned }: RequestContext, run: RouteRun, { sessions }: Hedge): boolean {
  const { incoming, job, request } = asked;
  const { plan } = planned;
  if (incoming.isOfClient !== true || job !== undefined || plan === undefined || request === undefined) return false;
  if (plan.exchange !== undefined || plan.socket !== undefined || plan.format.billing !== 'tokens') return false;
  if (run.isOfSession && !sessions && keepsSessions(run.route.root)) return false;
  return !hasEffects(request);
}

/** Members with which a request names or leaves something at the provider, or has it call others. */
const WITH_EFFECTS = ['background', 'container', 'conversation', 'previous_response_id', 'store', 'web_search_options'];

/** The same for lists. */
const LISTS_WITH_EFFECTS = ['mcp_servers', 'plugins'];

/** Types of tools that the client runs. Any other may be run by the provider. */
const TOOLS_OF_CLIENTS: ReadonlySet<unknown> = new Set([undefined, 'function', 'custom']);

function hasEffects(request: AnyRequest): boolean {
  for (const name of WITH_EFFECTS) {
    const value = request[name];
    if (value !== undefined && value !== null && value !== false) return true;
  }
  for (const name of LISTS_WITH_EFFECTS) {
    const value = request[name];
    if (value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)) return true;
  }
  const { tools } = request;
  return Array.isArray(tools) && tools.some((tool) => !TOOLS_OF_CLIENTS.has((tool as { type?: unknown } | null)?.type));
}
