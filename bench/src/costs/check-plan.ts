import type { BenchContext } from '../bench-context.js';
import type { Figure } from '../figure.js';
import type { RunningServer } from '../server-under-test.js';
import { fillKeys } from './fill-keys.js';
import { chatOfKeys, type HeldWorld, warmingUp } from './held-world.js';
import { ACTIVE_KEYS, lastsFor, type MeasuredLoad, measureLoad } from './measure-held-gateway.js';
import { ASSUMPTIONS, type Demand, planCapacity } from './plan-capacity.js';
import { sendForSeconds } from './send-requests.js';
import type { UnitCosts } from './unit-costs.js';

/** More keys than the costs were measured with; an odd number, so that each asks both gateways. */
const KEYS = ACTIVE_KEYS * 2 + 1;

const SMALL = { streamedShare: 0, eventsPerStream: 0, longShare: 0 };

/** Two gateways on one Redis and one PostgreSQL at a fixed rate: what the plan expects, beside what they took. */
export async function checkPlan(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  world: HeldWorld,
  gateways: readonly RunningServer[],
  costs: UnitCosts,
): Promise<Figure[]> {
  const rate = plan.costRate * gateways.length;
  const seconds = plan.costCheckSeconds;
  progress(`costs: ${gateways.length} gateways at ${rate} requests a second for ${seconds} s`);
  await fillKeys(world.meter, ACTIVE_KEYS, KEYS);
  // The costs are those of processes that have compiled what they run, and at the fixed rate that takes minutes.
  await sendForSeconds(warmingUp(chatOfKeys(gateways, KEYS)), {
    connections: plan.costConnections,
    seconds: plan.costWarmUpSeconds * gateways.length,
  });
  const measured = await measureLoad(world, gateways, KEYS, { rate, seconds });
  return compareWithPlan(costs, measured, { gateways: gateways.length, seconds, activeKeys: KEYS });
}

interface CheckedLoad {
  readonly gateways: number;
  readonly seconds: number;
  readonly activeKeys: number;
}

/** Compares the plan for the requests that were sent with the measured values, as rows of the report. */
export function compareWithPlan(
  costs: UnitCosts,
  { requests, gatewayMs, redis, postgres }: MeasuredLoad,
  { gateways, seconds, activeKeys }: CheckedLoad,
): Figure[] {
  const demand: Demand = { requestsPerSecond: requests / seconds, activeKeys, mix: SMALL, hasKeyBudgets: true };
  const planned = planCapacity(costs, demand, { ...ASSUMPTIONS, gateways });
  const idleMs = (lastsFor(seconds) - seconds) * gateways * costs.idle;
  const rows = [
    ['processor time of the gateways', 'ms', planned.gatewayCores * seconds * 1000 + idleMs, gatewayMs],
    ['processor time of Redis', 'ms', planned.redisCores * seconds * 1000, redis.processorSeconds * 1000],
    ['commands of Redis', '', costs.redisCommands * requests, redis.commands],
    [
      'bytes to and from Redis',
      'MB',
      planned.redisMegabytesPerSecond * seconds,
      (redis.bytesIn + redis.bytesOut) / 1e6,
    ],
    ['processor time of PostgreSQL', 'ms', planned.postgresCores * seconds * 1000, postgres.processorTime],
    ['statements of PostgreSQL', '', planned.statementsPerSecond * seconds, postgres.statements],
    ['write-ahead log of PostgreSQL', 'MB', planned.walMegabytesPerSecond * seconds, postgres.walBytes / 1e6],
    ['audit records', '', requests, postgres.auditRows],
  ] as const;
  return rows.map(([name, unit, predicted, value]) => {
    const ratio = value / predicted;
    return {
      scenario: 'costs',
      name: `check: ${name}`,
      unit,
      values: { gateway: value, predicted },
      comparison: { how: 'ratio', value: ratio, lowest: ratio, highest: ratio },
    };
  });
}
