import { ASSUMPTIONS, type Assumptions, costOfRequest, MIX, planCapacity } from './plan-capacity.js';
import type { UnitCosts } from './unit-costs.js';

/** Something that ends at a size, with what happens there and what to do. */
export interface Break {
  readonly what: string;
  /** Requests a second, or how many there are of what `unit` names. */
  readonly at: number;
  readonly unit: 'requests a second' | 'keys in use' | 'teams';
  readonly effect: string;
  readonly remedy: string;
}

/** `max_connections` of PostgreSQL by default, less those that are kept for superusers and for the workspace. */
const SERVER_CONNECTIONS = 85;
/** A gateway that starts waits so long for its first snapshot before it listens (apps/gateway, gateway-database.ts). */
const FIRST_LOAD_MS = 5_000;
const CACHED_KEYS = 100_000;
/** Counters that one process holds in memory (libs/policy, memory-limit-store.ts). */
const BUCKETS = 500_000;
const MANY_KEYS = 1_000_000;
const FEW_KEYS = 10_000;

/** Finds the resources that end first, from the lowest rate to the highest, and then by sizes that no rate reaches. */
export function findBreaks(costs: UnitCosts, assumptions: Assumptions = ASSUMPTIONS): Break[] {
  const usable = 1 - assumptions.headroom;
  const ofGateway = (usable * 1e6) / costOfRequest(costs, MIX);
  const rates: Omit<Break, 'unit'>[] = [
    {
      what: 'One gateway process',
      at: ofGateway,
      effect: 'Its core is busy and latency rises',
      remedy: 'Add replicas, or `server.workers` on machines with more cores',
    },
    {
      what: '100 connections of PostgreSQL',
      at: Math.floor(SERVER_CONNECTIONS / costs.connections) * ofGateway,
      effect: 'Further gateways cannot connect: new keys get 503, records wait in the spool',
      remedy: 'A transaction pooler, with `database.listen_url`; or a larger `max_connections`',
    },
    {
      what: 'One Redis server, and so one organization',
      at: (usable * 1e6) / costs.redisProcessor,
      effect: 'Answers take over 25 ms, and gateways count on their own, each its part',
      remedy: 'A Redis Cluster for many organizations. For one organization: fewer limits, or several deployments',
    },
    {
      what: `One PostgreSQL of ${assumptions.postgresCores} cores, with ${FEW_KEYS.toLocaleString('en')} keys in use`,
      at: rateOfPostgres(costs, FEW_KEYS, assumptions),
      effect: 'Records wait in the spools, and `service_audit_waiting_records` rises without end',
      remedy: 'A larger server, then a second deployment for part of the organizations',
    },
    {
      what: `The same, with ${MANY_KEYS.toLocaleString('en')} keys in use, each with a budget`,
      at: rateOfPostgres(costs, MANY_KEYS, assumptions),
      effect: 'The same, and first requests of keys wait for look-ups and leases',
      remedy: 'Budgets on teams instead of on keys; the rest as above',
    },
    {
      what: "The writer of one gateway's records",
      at: costs.storeRateOfOne,
      effect: 'Records of that process wait in its spool, longer and longer',
      remedy: 'More gateways of fewer requests each',
    },
  ];
  return [
    ...rates
      .toSorted((left, right) => left.at - right.at)
      .map((each) => ({ ...each, unit: 'requests a second' as const })),
    {
      what: 'The identity cache',
      at: CACHED_KEYS,
      unit: 'keys in use',
      effect: 'Keys push each other out of the cache, and more requests wait for a query',
      remedy: 'Nothing breaks. Send the requests of a key to the same gateways, if the load balancer can hash the key',
    },
    {
      what: 'Counters in the process (`rate_limits.backend: memory`)',
      at: Math.floor(BUCKETS / Math.max(1, costs.countersOfKey)),
      unit: 'keys in use',
      effect: 'Counters that were used long ago are dropped and start again from zero',
      remedy: '`rate_limits.backend: redis`',
    },
    {
      what: 'The snapshot',
      at: Math.floor((FIRST_LOAD_MS / costs.teamsSnapshotTime) * 100_000),
      unit: 'teams',
      effect:
        'A gateway that starts listens before it has its policies, and each change of any team, model or policy is as much work in each gateway',
      remedy: 'Many keys in few teams: keys are not part of the snapshot. Several deployments',
    },
  ];
}

/** Requests a second at which a PostgreSQL is as busy as it may be. */
function rateOfPostgres(costs: UnitCosts, activeKeys: number, assumptions: Assumptions): number {
  const most = assumptions.postgresCores * (1 - assumptions.headroom);
  const coresOf = (requestsPerSecond: number): number =>
    planCapacity(costs, { requestsPerSecond, activeKeys, mix: MIX, hasKeyBudgets: true }, assumptions).postgresCores;
  let low = 0;
  let high = 1;
  while (coresOf(high) < most && high < 1e9) high *= 2;
  while (high - low > Math.max(1, high / 1_000)) {
    const middle = (low + high) / 2;
    if (coresOf(middle) < most) low = middle;
    else high = middle;
  }
  return low;
}
