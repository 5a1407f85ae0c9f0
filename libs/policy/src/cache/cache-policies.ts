/** A cache policy with its place and with every default applied. */
export interface CachePolicy {
  readonly organizationId: string | undefined;
  /** Undefined: every caller of the organization. */
  readonly workspaceId: string | undefined;
  /** Names of teams; undefined: every caller of its place. */
  readonly teams: readonly string[] | undefined;
  /** Names of models, logical ones and aliases; undefined: every model. */
  readonly models: readonly string[] | undefined;
  readonly ttlSeconds: number;
}

/** Caller, as far as cache policies care. */
export interface CachePolicyCaller {
  readonly organizationId: string | undefined;
  readonly workspaceId: string | undefined;
  readonly teamName: string | undefined;
}

/** Seconds by the name of a model; under `undefined` for every model. */
type ByModel = Map<string | undefined, number>;
/** By the name of a team; under `undefined` for every caller. */
type ByTeam = Map<string | undefined, ByModel>;

/** Cache policies by what they name, so that a look-up takes as long among ten thousand as among ten. */
export class CachePolicies {
  private readonly organizations = new Map<string | undefined, ByTeam>();
  private readonly workspaces = new Map<string, ByTeam>();

  add({ organizationId, workspaceId, teams, models, ttlSeconds }: CachePolicy): void {
    const place =
      workspaceId === undefined
        ? entryOf(this.organizations, organizationId, makeByTeam)
        : entryOf(this.workspaces, workspaceId, makeByTeam);
    for (const team of teams ?? EVERY) {
      const byModel = entryOf(place, team, makeByModel);
      for (const model of models ?? EVERY) {
        byModel.set(model, Math.min(byModel.get(model) ?? ttlSeconds, ttlSeconds));
      }
    }
  }

  get isEmpty(): boolean {
    return this.organizations.size === 0 && this.workspaces.size === 0;
  }

  /**
   * Finds the seconds for which an answer is cached; undefined if no policy caches it. The shortest time of several
   * policies that fit holds.
   *
   * @param models every name of the model
   */
  findTtl({ organizationId, workspaceId, teamName }: CachePolicyCaller, models: readonly string[]): number | undefined {
    const ttl = findInPlace(this.organizations.get(organizationId), teamName, models);
    if (workspaceId === undefined) return ttl;
    return shorter(ttl, findInPlace(this.workspaces.get(workspaceId), teamName, models));
  }
}

const EVERY: readonly undefined[] = [undefined];

function findInPlace(place: ByTeam | undefined, team: string | undefined, models: readonly string[]) {
  if (place === undefined) return undefined;
  const ttl = findInTeam(place.get(undefined), models);
  return team === undefined ? ttl : shorter(ttl, findInTeam(place.get(team), models));
}

function findInTeam(byModel: ByModel | undefined, models: readonly string[]): number | undefined {
  if (byModel === undefined) return undefined;
  let ttl = byModel.get(undefined);
  for (const model of models) ttl = shorter(ttl, byModel.get(model));
  return ttl;
}

function shorter(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other === undefined || one < other ? one : other;
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function makeByTeam(): ByTeam {
  return new Map();
}

function makeByModel(): ByModel {
  return new Map();
}
