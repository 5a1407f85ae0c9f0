import { type Guardrail, mergePiiPolicies, type PiiPolicy, type PiiRules } from '@multilane/policy';

/** Guards of a request and its answer: every guardrail that matches, and all the rules of personal data together. */
export interface GuardSet {
  readonly before: readonly Guardrail[];
  readonly after: readonly Guardrail[];
  readonly pii: PiiRules | undefined;
}

/** A guardrail with what it applies to; undefined names mean everything. */
export interface ScopedGuardrail {
  readonly guardrail: Guardrail;
  /** Names of models, logical ones, aliases and virtual ones. */
  readonly models: ReadonlySet<string> | undefined;
  /** Names of teams. */
  readonly teams: ReadonlySet<string> | undefined;
}

/** An organization or a workspace, by its id. */
interface Place {
  readonly guardrails: ScopedGuardrail[];
  readonly pii: PiiPolicy[];
  /** Guards found for a team and names, as long as no guardrail changes. */
  readonly found: Map<string, GuardSet | undefined>;
}

/** Caller and model of a request to guard. */
export interface GuardedRequest {
  /** Undefined for that of gateway.yaml without a database. */
  readonly organizationId: string | undefined;
  readonly workspaceId: string | undefined;
  readonly teamName: string | undefined;
  /** The model as the caller named it, and all the names of the one that it resolved to. */
  readonly asked: string;
  readonly models: readonly string[];
  /** Guardrails that a routing config names in addition. */
  readonly also: readonly string[];
}

/** Limit of cached answers for a place: teams and routing configs come and go while guardrails stay as they are. */
const MOST_FOUND = 10_000;

const NOBODY: readonly never[] = [];

/**
 * The guardrails and rules of personal data in effect, by whom they hold for. The guards of a team and the models that guardrails know are
 * cached, so that ten thousand policies cost a request as much as ten.
 */
export class SnapshotGuards {
  private readonly places = new Map<string, Place>();
  /** The models that some guardrail names. Others change nothing, and callers may make up any number of them. */
  private readonly namedModels = new Set<string>();

  addGuardrail(place: string | undefined, guardrail: ScopedGuardrail): void {
    this.place(place).guardrails.push(guardrail);
    for (const name of guardrail.models ?? NOBODY) this.namedModels.add(name);
  }

  addPii(place: string | undefined, policy: PiiPolicy): void {
    this.place(place).pii.push(policy);
  }

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  /** Finds the guards of a request; undefined for none. */
  find(request: GuardedRequest): GuardSet | undefined {
    const { organizationId = '', workspaceId } = request;
    const ofOrganization = this.places.get(organizationId);
    const ofWorkspace = workspaceId === undefined ? undefined : this.places.get(workspaceId);
    const memory = ofWorkspace ?? ofOrganization;
    if (memory === undefined) return undefined;
    const key = this.keyOf(request);
    if (memory.found.has(key)) return memory.found.get(key);
    const set = collect(ofOrganization, ofWorkspace, request);
    if (memory.found.size >= MOST_FOUND) memory.found.clear();
    memory.found.set(key, set);
    return set;
  }

  /** Number of cached answers. */
  get remembered(): number {
    let count = 0;
    for (const { found } of this.places.values()) count += found.size;
    return count;
  }

  /** Names all that decides; a route has its targets in any order, and not the same ones for every request. */
  private keyOf({ teamName, asked, models, also }: GuardedRequest): string {
    const known = new Set<string>();
    if (this.namedModels.has(asked)) known.add(asked);
    for (const name of models) if (this.namedModels.has(name)) known.add(name);
    return JSON.stringify([teamName, also, ...[...known].sort()]);
  }

  private place(id = ''): Place {
    const known = this.places.get(id);
    if (known) return known;
    const made: Place = { guardrails: [], pii: [], found: new Map() };
    this.places.set(id, made);
    return made;
  }
}

function collect(
  organization: Place | undefined,
  workspace: Place | undefined,
  request: GuardedRequest,
): GuardSet | undefined {
  const placed = [...(organization?.guardrails ?? NOBODY), ...(workspace?.guardrails ?? NOBODY)];
  const guardrails = placed.filter((each) => applies(each, request)).map(({ guardrail }) => guardrail);
  const pii = mergePiiPolicies([...(organization?.pii ?? NOBODY), ...(workspace?.pii ?? NOBODY)]);
  if (guardrails.length === 0 && pii === undefined) return undefined;
  return {
    before: guardrails.filter(({ phase }) => phase === 'before'),
    after: guardrails.filter(({ phase }) => phase === 'after'),
    pii,
  };
}

function applies({ guardrail, models, teams }: ScopedGuardrail, request: GuardedRequest): boolean {
  if (request.also.includes(guardrail.name)) return true;
  if (teams && (request.teamName === undefined || !teams.has(request.teamName))) return false;
  return models === undefined || models.has(request.asked) || request.models.some((name) => models.has(name));
}
