import type { TimeoutOverrides } from '@multilane/config';
import { comparesCosts, type RouteNode, type SlotLimit, seedOf } from '@multilane/policy';
import { limitTarget } from './routes/own-slots.js';
import { readDrops } from './routes/read-drops.js';
import type { Hedge, Route, RouteDefinition, RouteTarget, VirtualModel } from './routes/route.js';
import type { ServedModel } from './routes/served-model.js';
import type { TargetStates } from './routes/target-states.js';

/** Finds the meaning of a name in the place that the route is looked up in. */
export type FindModel = (name: string) => ServedModel | Pick<VirtualModel, 'names' | 'definition'> | undefined;

/** Name by which limits of a route's targets are counted: routes of different owners may have the same name. */
export function nameRoute(name: string, owner: string): string {
  return owner === '' ? name : `${owner}:${name}`;
}

/** A route leads to so many targets at most: virtual models within virtual models multiply. */
const TARGET_LIMIT = 64;

/** Limit of names that are looked up for a route: names that lead to nothing multiply, too. */
const NAME_LIMIT = 64 * TARGET_LIMIT;

/**
 * Works a definition out, the virtual models that it names included. Names that lead nowhere are left out.
 *
 * @param grants Names that allow the targets, as well as their own: those of the virtual model that it is of.
 * @param name Name of the route, by which limits of its targets are counted.
 */
export function buildRoute(
  definition: RouteDefinition,
  find: FindModel,
  states: TargetStates,
  grants: readonly string[] = [],
  name = grants[0] ?? '',
): Route {
  const builder = new RouteBuilder(find, states);
  const { hedge, retry, shadow, timeouts = NO_LIMITS } = definition;
  const root = builder.buildNode(definition, { ...FIRST, timeouts, grants, path: [name] });
  const targets = [...builder.targets];
  if (hedge?.after === 'p95') for (const { state } of targets) state.measureTimes();
  const shadowed = shadow && builder.buildTarget(shadow.model, { ...FIRST, grants });
  return {
    root,
    targets,
    retry: { attempts: retry.attempts, on: new Set(retry.on) },
    shadow: shadow && shadowed && { to: shadowed, percent: shadow.percent },
    hedge: hedge && readHedge(hedge, states, name),
    hasForLongPrompts: targets.some(({ isForLongPrompts }) => isForLongPrompts),
    comparesCosts: builder.comparesCosts,
  };
}

function readHedge(hedge: NonNullable<RouteDefinition['hedge']>, states: TargetStates, route: string): Hedge {
  const { after, max_percent: maxPercent, sessions } = hedge;
  return { after, maxPercent, sessions, allowance: states.allowanceOf(route) };
}

const NO_LIMITS: TimeoutOverrides = {};

/** Settings of a target by the way that leads to it. */
interface Way {
  readonly timeouts: TimeoutOverrides;
  /** The names of the virtual models on the way. */
  readonly grants: readonly string[];
  /** True if the first of these is required. */
  readonly isRequired: boolean;
  /** Lists of names before the last requirement, of which each demands one: what is required, and the virtual models behind it. */
  readonly demands: readonly (readonly string[])[];
  /** The names of the virtual models before what is required. */
  readonly governs: readonly string[];
  /** The shortest `timeout_ms` on the way. */
  readonly longestMs: number | undefined;
  /** Limits of requests at the same time of the targets on the way. */
  readonly slots: readonly SlotLimit[];
  /** Name of the route, then those of the virtual models on the way. */
  readonly path: readonly string[];
  /** Parameters that the routes on the way drop. */
  readonly drops: ReadonlySet<string> | undefined;
  /** True if a target on the way is only for prompts that are too long for others. */
  readonly isForLongPrompts: boolean;
}

/** The beginning of every way. */
const FIRST: Way = {
  timeouts: NO_LIMITS,
  grants: [],
  isRequired: false,
  demands: [],
  governs: [],
  longestMs: undefined,
  slots: [],
  path: [],
  drops: undefined,
  isForLongPrompts: false,
};

type Branch = RouteNode<RouteTarget>['branches'][number];

class RouteBuilder {
  readonly targets = new Set<RouteTarget>();
  comparesCosts = false;
  private readonly entered = new Set<RouteDefinition>();
  private built = 0;
  private lookedUp = 0;

  constructor(
    private readonly find: FindModel,
    private readonly states: TargetStates,
  ) {}

  buildNode(definition: RouteDefinition, way: Way): RouteNode<RouteTarget> {
    const { strategy, sticky, targets } = definition;
    const drops = readDrops(definition.unsupported_parameters, way.drops);
    const branches: Branch[] = [];
    const forLongPrompts: Branch[] = [];
    this.comparesCosts ||= comparesCosts(strategy);
    this.entered.add(definition);
    for (const { max_parallel: maxParallel, model, on, queue, weight, timeout_ms: timeoutMs, requires } of targets) {
      const longestMs = Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, way.longestMs ?? Number.POSITIVE_INFINITY);
      const to = this.buildTarget(model, {
        ...(requires === undefined ? way : requireName(way, requires)),
        drops,
        slots:
          maxParallel === undefined ? way.slots : [...way.slots, limitTarget([...way.path, model], maxParallel, queue)],
        longestMs: Number.isFinite(longestMs) ? longestMs : undefined,
        isForLongPrompts: on !== undefined || way.isForLongPrompts,
      });
      if (to === undefined) continue;
      // Without weight it comes after the others, whatever the strategy.
      if (on === undefined) branches.push({ to, weight, seed: seedOf(model) });
      else forLongPrompts.push({ to, weight: 0, seed: seedOf(model) });
    }
    this.entered.delete(definition);
    return { strategy, sticky, branches: [...branches, ...forLongPrompts] };
  }

  /** Undefined for what does not exist, leads back to where it came from, or to nothing. */
  buildTarget(name: string, way: Way): RouteTarget | RouteNode<RouteTarget> | undefined {
    if (this.built >= TARGET_LIMIT || this.lookedUp >= NAME_LIMIT) return undefined;
    this.lookedUp += 1;
    const found = this.find(name);
    if (found === undefined) return undefined;
    if (!('definition' in found)) return this.addTarget(found, way);
    if (this.entered.has(found.definition)) return undefined;
    const node = this.buildNode(found.definition, {
      ...way,
      grants: [...way.grants, ...found.names],
      path: [...way.path, name],
    });
    return node.branches.length === 0 ? undefined : node;
  }

  private addTarget(found: ServedModel, way: Way): RouteTarget {
    const timed = limitTimes(found, way.timeouts, way.longestMs);
    const model = way.slots.length === 0 ? timed : { ...timed, slots: [...(timed.slots ?? []), ...way.slots] };
    const { key } = found.target;
    const demands = way.demands.map((names) => [...names, ...found.names]);
    const target: RouteTarget = {
      model: way.drops === undefined ? model : { ...model, drops: new Set([...way.drops, ...(model.drops ?? [])]) },
      // A caller that gives a target less time than others may find it too slow, and must not take it away from them.
      state: this.states.stateOf(timed === found ? key : `${key} ${JSON.stringify(model.target.timeouts)}`),
      price: found.price,
      quotas: found.target.quotas,
      grants: [...way.grants, ...found.names],
      ...(demands.length > 0 && { demands }),
      ...(way.governs.length > 0 && { governs: way.governs }),
      ...(way.isForLongPrompts && { isForLongPrompts: true }),
    };
    this.built += 1;
    this.targets.add(target);
    return target;
  }
}

/** The way on for callers who may use a name. Whatever led here allows it no more, and what it required still holds. */
function requireName(way: Way, name: string): Way {
  return {
    ...way,
    grants: [name],
    isRequired: true,
    demands: way.isRequired ? [...way.demands, way.grants] : way.demands,
    governs: [...way.governs, ...way.grants],
  };
}

/** The model with the time limits of a routing config, none of which is longer than the target may take. */
function limitTimes(model: ServedModel, timeouts: TimeoutOverrides, longestMs?: number): ServedModel {
  const own = model.target.timeouts;
  const limits: TimeoutOverrides = { ...timeouts };
  if (longestMs !== undefined) {
    for (const name of ['first_byte_ms', 'total_ms', 'cold_start_ms'] as const) {
      limits[name] = Math.min(timeouts[name] ?? own[name], longestMs);
    }
  }
  const isSame = Object.entries(limits).every(
    ([name, limit]) => limit === undefined || limit === own[name as keyof typeof own],
  );
  return isSame ? model : { ...model, target: model.target.withTimeouts(limits) };
}
