/** Place of a policy: the callers and the models that it applies to. */
export interface PolicyPlace {
  readonly organizationId: string | undefined;
  /** Undefined: every caller of the organization. */
  readonly workspaceId: string | undefined;
  /** Names of teams; undefined: every caller of its place. */
  readonly teams: readonly string[] | undefined;
  /** Names of models, logical ones and aliases; undefined: every model. */
  readonly models: readonly string[] | undefined;
}

/** Caller, as far as cache policies care. */
export interface CachePolicyCaller {
  readonly organizationId: string | undefined;
  readonly workspaceId: string | undefined;
  readonly teamName: string | undefined;
}

/** Values by the name of a model; under `undefined` for every model. */
type ByModel<Value> = Map<string | undefined, Value>;
/** By the name of a team; under `undefined` for every caller. */
type ByTeam<Value> = Map<string | undefined, ByModel<Value>>;

/** Values of policies by what they name, so that a look-up takes as long among ten thousand as among ten. */
export class PlacedPolicies<Value> {
  private readonly organizations = new Map<string | undefined, ByTeam<Value>>();
  private readonly workspaces = new Map<string, ByTeam<Value>>();

  /** @param choose the value that holds where two policies apply; the order of the two must not matter */
  constructor(private readonly choose: (one: Value, other: Value) => Value) {}

  get isEmpty(): boolean {
    return this.organizations.size === 0 && this.workspaces.size === 0;
  }

  put({ organizationId, workspaceId, teams, models }: PolicyPlace, value: Value): void {
    const place =
      workspaceId === undefined
        ? entryOf(this.organizations, organizationId, makeMap<string | undefined, ByModel<Value>>)
        : entryOf(this.workspaces, workspaceId, makeMap<string | undefined, ByModel<Value>>);
    for (const team of teams ?? EVERY) {
      const byModel = entryOf(place, team, makeMap<string | undefined, Value>);
      for (const model of models ?? EVERY) {
        const other = byModel.get(model);
        byModel.set(model, other === undefined ? value : this.choose(other, value));
      }
    }
  }

  /**
   * Finds the value for a request; undefined if no policy applies.
   *
   * @param models every name of the model
   */
  find({ organizationId, workspaceId, teamName }: CachePolicyCaller, models: readonly string[]): Value | undefined {
    const wide = this.findInPlace(this.organizations.get(organizationId), teamName, models);
    if (workspaceId === undefined) return wide;
    return this.either(wide, this.findInPlace(this.workspaces.get(workspaceId), teamName, models));
  }

  private findInPlace(place: ByTeam<Value> | undefined, team: string | undefined, models: readonly string[]) {
    if (place === undefined) return undefined;
    const everybody = this.findInTeam(place.get(undefined), models);
    return team === undefined ? everybody : this.either(everybody, this.findInTeam(place.get(team), models));
  }

  private findInTeam(byModel: ByModel<Value> | undefined, models: readonly string[]): Value | undefined {
    if (byModel === undefined) return undefined;
    let value = byModel.get(undefined);
    for (const model of models) value = this.either(value, byModel.get(model));
    return value;
  }

  private either(one: Value | undefined, other: Value | undefined): Value | undefined {
    if (one === undefined) return other;
    return other === undefined ? one : this.choose(one, other);
  }
}

const EVERY: readonly undefined[] = [undefined];

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function makeMap<Key, Value>(): Map<Key, Value> {
  return new Map();
}
