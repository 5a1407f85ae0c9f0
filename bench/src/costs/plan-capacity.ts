import type { UnitCosts } from './unit-costs.js';

/** Shares of the kinds of requests. The rest are small chats; all of them have everything on. */
export interface TrafficMix {
  /** Share of the requests that are streamed, and the events of each. */
  readonly streamedShare: number;
  readonly eventsPerStream: number;
  /** Share of the requests with a prompt of 10,000 tokens. */
  readonly longShare: number;
}

export interface Demand {
  readonly requestsPerSecond: number;
  /** Keys that are in use, evenly: the worst case for caches. */
  readonly activeKeys: number;
  readonly mix: TrafficMix;
  /** True if each key has a budget of its own. */
  readonly hasKeyBudgets: boolean;
}

/** Values that are decided, not measured. */
export interface Assumptions {
  /** Share of each server that is left free for peaks and failures. */
  readonly headroom: number;
  /** Cores of one PostgreSQL server, over which its work is assumed to spread. */
  readonly postgresCores: number;
  readonly retentionDays: number;
  /** Number of gateways. Left out: as many as are needed. */
  readonly gateways?: number;
}

export const ASSUMPTIONS: Assumptions = { headroom: 0.4, postgresCores: 16, retentionDays: 90 };
export const MIX: TrafficMix = { streamedShare: 0.5, eventsPerStream: 100, longShare: 0.1 };

export interface CapacityPlan {
  /** Processes of one core each. */
  readonly gateways: number;
  /** Cores that they keep busy, without the headroom. */
  readonly gatewayCores: number;
  readonly redisServers: number;
  readonly redisCores: number;
  readonly redisMegabytesPerSecond: number;
  readonly redisMegabytes: number;
  /** PostgreSQL servers, each with a deployment of its own: a deployment has one. */
  readonly deployments: number;
  readonly postgresCores: number;
  readonly auditRowsPerSecond: number;
  readonly statementsPerSecond: number;
  readonly walMegabytesPerSecond: number;
  /** Audit records with their indexes. */
  readonly diskGigabytesPerDay: number;
  readonly diskGigabytes: number;
  readonly lookupsPerSecond: number;
  readonly usesPerSecond: number;
  readonly leasesPerSecond: number;
  /** Connections of all gateways to PostgreSQL, before a pooler. */
  readonly connections: number;
  /** For how long a gateway's spool of 1 GiB takes records while PostgreSQL is away. */
  readonly spoolMinutes: number;
}

/** Seconds until a cached key that is in use is looked up again (libs/auth, identity cache). */
const REFRESH_SECONDS = 15;
/** Keys that one process caches. */
const CACHED_KEYS = 100_000;
/** Every so often a process writes which keys were used. */
const USES_SECONDS = 10;
/** A lease that is in use is renewed so often; one that is not goes back after less. */
const LEASE_SECONDS = 4;
const SPOOL_BYTES = 1024 ** 3;
const DAY_SECONDS = 86_400;

/** Microseconds of a gateway for an average request. */
export function costOfRequest(costs: UnitCosts, { streamedShare, eventsPerStream, longShare }: TrafficMix): number {
  const events = streamedShare * eventsPerStream * costs.streamEvent;
  return costs.heldOnRedis + events + longShare * Math.max(0, costs.longChat - costs.smallChat);
}

/** Look-ups per second of one process: of a key at most one in so many seconds, and of each request one if too many keys are in use. */
export function countLookups(requestsPerSecond: number, activeKeys: number): number {
  const uses = (requestsPerSecond * REFRESH_SECONDS) / activeKeys;
  const hits = Math.min(uses / (1 + uses), CACHED_KEYS / activeKeys);
  return requestsPerSecond * (1 - hits);
}

/** Different keys per second that one process notes as used. */
export function countUses(requestsPerSecond: number, activeKeys: number): number {
  const requests = requestsPerSecond * USES_SECONDS;
  return (activeKeys * -Math.expm1(-requests / activeKeys)) / USES_SECONDS;
}

/** Leases per second of one process: a budget that is rarely used is leased and returned for each request. */
export function countLeases(requestsPerSecond: number, activeKeys: number): number {
  return Math.min(2 * requestsPerSecond, activeKeys / LEASE_SECONDS);
}

/** Plans the resources that a demand needs, in proportion to the cost of one unit of work. */
export function planCapacity(costs: UnitCosts, demand: Demand, assumptions: Assumptions = ASSUMPTIONS): CapacityPlan {
  const { requestsPerSecond: rate, activeKeys } = demand;
  const usable = 1 - assumptions.headroom;
  const gatewayOf = (lookupsPerSecond: number): number =>
    (rate * costOfRequest(costs, demand.mix) + lookupsPerSecond * costs.lookup) / 1e6;
  // The number of look-ups depends on the number of gateways: the first guess is one for each request.
  let gateways = Math.max(1, Math.ceil(gatewayOf(rate) / usable));
  let lookupsPerSecond = gateways * countLookups(rate / gateways, activeKeys);
  gateways =
    assumptions.gateways ??
    Math.max(
      1,
      Math.ceil(gatewayOf(lookupsPerSecond) / (usable - costs.idle / 1000)),
      Math.ceil(rate / (costs.storeRateOfOne * usable)),
    );
  const each = rate / gateways;
  lookupsPerSecond = gateways * countLookups(each, activeKeys);
  const usesPerSecond = gateways * countUses(each, activeKeys);
  const leasesPerSecond = demand.hasKeyBudgets ? gateways * countLeases(each, activeKeys) : 0;
  const redisCores = (rate * costs.redisProcessor) / 1e6;
  const postgresCores =
    (rate * costs.auditProcessor +
      lookupsPerSecond * costs.lookupProcessor +
      usesPerSecond * costs.useProcessor +
      leasesPerSecond * costs.leaseProcessor) /
    1e6;
  const diskGigabytesPerDay = (rate * DAY_SECONDS * costs.auditSize) / 1e5 / 1000;
  return {
    gateways,
    gatewayCores: gatewayOf(lookupsPerSecond) + (gateways * costs.idle) / 1000,
    redisServers: Math.max(1, Math.ceil(redisCores / usable)),
    redisCores,
    redisMegabytesPerSecond: (rate * (costs.redisBytesIn + costs.redisBytesOut)) / 1e6,
    redisMegabytes: (activeKeys * costs.countersOfKey * costs.redisCounterBytes) / 1e6,
    deployments: Math.max(1, Math.ceil(postgresCores / (assumptions.postgresCores * usable))),
    postgresCores,
    auditRowsPerSecond: rate,
    statementsPerSecond: rate * costs.statements,
    walMegabytesPerSecond: (rate * costs.wal) / 1e6,
    diskGigabytesPerDay,
    diskGigabytes: diskGigabytesPerDay * assumptions.retentionDays,
    lookupsPerSecond,
    usesPerSecond,
    leasesPerSecond,
    connections: gateways * costs.connections,
    spoolMinutes: SPOOL_BYTES / (each * costs.spoolBytes) / 60,
  };
}
