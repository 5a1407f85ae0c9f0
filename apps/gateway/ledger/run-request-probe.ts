import { GatewayError } from '@multilane/errors';
import type { Endpoint, ProviderTarget } from '@multilane/providers';
import type { ServingPlan } from '../src/recording/request-parts.js';
import { BASE_REQUESTS } from './base-requests.js';
import { type Column, type Source, targetOf } from './columns.js';
import type { Json } from './json-path.js';
import { type Found, isEquivalent, judge, type Outcome } from './outcome.js';
import { type PlannedProbe, planProbe } from './plan-probe.js';
import { type RequestProbe, standingOf } from './probe.js';

/** Members that the gateway itself writes into a body that goes straight through. */
const OWN_MEMBERS = ['model', 'stream_options'];

/**
 * Sends a probe through the code and says what became of it, and by which names the answer tells of it; `-` where the
 * client format cannot say it.
 */
export function runRequestProbe(probe: RequestProbe, source: Source, column: Column, plan = planProbe): Outcome {
  const members = probe.says[source];
  if (members === undefined) return '-';
  const target = targetOf(column, source);
  const asked: Json = { ...BASE_REQUESTS[source], ...members };
  try {
    const planned = plan(source, asked, target, probe.listed);
    const found = findOutcome(probe, source, column, planned, plan);
    return planned.adjusted.length === 0 ? found : `${found} as ${planned.adjusted.join(', ')}`;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return `refused ${error.code}${error.param === undefined ? '' : ` ${error.param}`}`;
  }
}

function findOutcome(
  probe: RequestProbe,
  source: Source,
  column: Column,
  { asked, bodies, plan: serving }: PlannedProbe,
  plan: typeof planProbe,
): Found {
  const [body = {}] = bodies;
  const isStraight = serving.bridge === undefined && (serving.endpoint !== 'chat' || column.wire === 'reference');
  if (isStraight && isEquivalent(body, asked, ownMembers(probe))) return 'exact';
  if (
    probe.isDefault === true &&
    isEquivalent(body, plainBody(source, probe.says[source] ?? {}, serving.target.provider, plan), [])
  )
    return 'exact';
  if (probe.isAddressed === true && isAddressed(serving, asked.stream === true)) return 'exact';
  return judge(bodies.length === 1 ? body : bodies, standingOf(probe, column), probe.sentinels ?? []);
}

/** True if a request that streams goes to an address of its own. */
function isAddressed({ adapter, target, ...plan }: ServingPlan, streaming: boolean): boolean {
  const endpoint = plan.endpoint as Endpoint;
  const pathOf = (isStreamed: boolean) => adapter.address(target.provider, endpoint, isStreamed).path.split('?')[0];
  return streaming && pathOf(true) !== pathOf(false);
}

/** Lists the gateway's own members, without those that a probe sends: these are part of the comparison. */
function ownMembers(probe: RequestProbe): string[] {
  const asked = Object.values(probe.says).flatMap((members) => Object.keys(members ?? {}));
  return OWN_MEMBERS.filter((name) => name === 'model' || !asked.includes(name));
}

/** The body of the same request without what the probe asks for; tools that a switch stands beside stay. */
function plainBody(source: Source, members: Json, target: ProviderTarget, plan: typeof planProbe): Json {
  const rest = Object.keys(members).length > 1 && 'tools' in members ? { tools: members.tools } : {};
  return plan(source, { ...BASE_REQUESTS[source], ...rest }, target).bodies[0] ?? {};
}
