import type { JsonObject, McpServerState } from '@multilane/persistence';
import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, IdField, TimeField } from '../../../fields/scalar-fields.js';

/** Reasons for which a request to a server failed (docs/contract/mcp.md#outages). */
const REASONS = [
  'credential',
  'http_status',
  'input_required',
  'not_understood',
  'rpc_error',
  'session_lost',
  'time_limit',
  'too_long',
  'unreachable',
] as const;

type Reason = (typeof REASONS)[number];

/** The last failure of a server. It has nothing that the server said. */
export class McpServerErrorView {
  @ChoiceField([...REASONS], {
    description:
      '`credential`: 401, 403, or no token. `http_status`: another status. `rpc_error`: an error of JSON-RPC. `session_lost`: a session that the server had just made. `time_limit`: no answer in time. `not_understood`: no answer of the protocol.',
  })
  reason!: Reason;

  @ChoiceField(['list', 'call'], {
    description: '`list`: its lists were read. `call`: a tool was called, or a resource or prompt read.',
  })
  asked!: 'list' | 'call';

  @CountField({ nullable: true, description: 'Status of the answer over HTTP.' })
  status!: number | null;

  @CountField({ nullable: true, min: Number.MIN_SAFE_INTEGER, description: 'Code of the error of JSON-RPC.' })
  code!: number | null;

  @TimeField({ description: 'When it was.' })
  at!: string;
}

/** State of a server as one gateway last saw it. */
export class McpGatewayStateView {
  @IdField({ description: 'The process of a gateway, as `GET /admin/deployment` has it.' })
  gateway_id!: string;

  @ChoiceField(['reachable', 'failing'], { description: '`failing`: its last request to the server failed.' })
  state!: 'reachable' | 'failing';

  @TimeField({ description: 'Since when.' })
  since!: string;

  @TimeField({ description: 'When it last asked the server. It is noted every 30 seconds.' })
  seen_at!: string;

  @ObjectField(() => McpServerErrorView, { nullable: true, description: 'The last failure, also if it is over.' })
  last_error!: McpServerErrorView | null;
}

/** State of a server, as all gateways see it. */
export interface ShownState {
  readonly state: 'reachable' | 'failing' | 'never_seen';
  readonly state_since: string | null;
  readonly last_error: McpServerErrorView | null;
  readonly gateways: McpGatewayStateView[];
}

/** A server that fails for one gateway is shown as failing. */
export function showState(states: readonly McpServerState[]): ShownState {
  const gateways = states.map(viewState);
  const state = gateways.some((each) => each.state === 'failing') ? 'failing' : 'reachable';
  const since = gateways.filter((each) => each.state === state).map((each) => each.since);
  const errors = gateways.flatMap(({ last_error: error }) => error ?? []);
  return {
    state: gateways.length === 0 ? 'never_seen' : state,
    state_since: since.toSorted()[0] ?? null,
    last_error: errors.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0] ?? null,
    gateways,
  };
}

function viewState({ error, errorAt, replicaId, seenAt, since, state }: McpServerState): McpGatewayStateView {
  return {
    gateway_id: replicaId,
    state,
    since: since.toISOString(),
    seen_at: seenAt.toISOString(),
    last_error: error && errorAt ? viewError(error, errorAt) : null,
  };
}

/** Gateways of another release may say other things. */
function viewError({ asked, code, reason, status }: JsonObject, at: Date): McpServerErrorView {
  return {
    reason: REASONS.find((each) => each === reason) ?? 'unreachable',
    asked: asked === 'call' ? 'call' : 'list',
    status: typeof status === 'number' ? status : null,
    code: Number.isSafeInteger(code) ? (code as number) : null,
    at: at.toISOString(),
  };
}
