import { type Guardrail, mergePiiPolicies, type PiiPolicy } from '@multilane/policy';
import type { GuardSet } from '../guarding/guard-set.js';

/** A guardrail with what it applies to; undefined names mean everything. */
export interface PlacedGuardrail {
  readonly guardrail: Guardrail;
  /** Names of models, logical ones, aliases and virtual ones. */
  readonly models: ReadonlySet<string> | undefined;
  /** Names of teams. */
  readonly teams: ReadonlySet<string> | undefined;
}

/** An organization or a workspace, by its id. */
interface Place {
  readonly guardrails: PlacedGuardrail[];
  readonly pii: PiiPolicy[];
  /** What was found for a team, a model and names, as long as the snapshot is in force. */
  readonly found: Map<string, GuardSet | undefined>;
}

/** Who asks for which model. */
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

const NOBODY: readonly never[] = [];

/**
 * The guardrails and rules of personal data in force, by whom they hold for. What was worked out for a team and a model is
 * remembered, so that ten thousand policies cost a request what ten do.
 */
export class SnapshotGuards {
  private readonly places = new Map<string, Place>();

  addGuardrail(place: string | undefined, guardrail: PlacedGuardrail): void {
    this.place(place).guardrails.push(guardrail);
  }

  addPii(place: string | undefined, policy: PiiPolicy): void {
    this.place(place).pii.push(policy);
  }

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  /** What guards a request; undefined for nothing. */
  find(request: GuardedRequest): GuardSet | undefined {
    const { organizationId = '', workspaceId } = request;
    const ofOrganization = this.places.get(organizationId);
    const ofWorkspace = workspaceId === undefined ? undefined : this.places.get(workspaceId);
    const memory = ofWorkspace ?? ofOrganization;
    if (memory === undefined) return undefined;
    const { teamName = '', asked, models, also } = request;
    const key = `${teamName}\n${asked}\n${models[0]}\n${also.join('\n')}`;
    if (memory.found.has(key)) return memory.found.get(key);
    const set = collect(ofOrganization, ofWorkspace, request);
    memory.found.set(key, set);
    return set;
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

function applies({ guardrail, models, teams }: PlacedGuardrail, request: GuardedRequest): boolean {
  if (request.also.includes(guardrail.name)) return true;
  if (teams && (request.teamName === undefined || !teams.has(request.teamName))) return false;
  return models === undefined || models.has(request.asked) || request.models.some((name) => models.has(name));
}
