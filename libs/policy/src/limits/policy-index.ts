import type { LimitedCaller, LimitPolicy } from './limit-policy.js';

/** Policies of one identity: those of every model, and those of one. */
interface Rules {
  readonly anyModel: LimitPolicy[];
  readonly byModel: Map<string, LimitPolicy[]>;
}

/** The policies of one place, by the identity that they name; the empty name: everybody. */
type Place = Map<string, Rules>;

const EVERYBODY = '';

/**
 * The enabled policies by organization, place, identity and model: what a request matches is found by a dozen look-ups,
 * however many policies there are.
 */
export class PolicyIndex {
  private readonly organizations = new Map<string, Place>();
  private readonly workspaces = new Map<string, Place>();

  add(policy: LimitPolicy): void {
    if (!policy.enabled) return;
    const place = this.placeOf(policy);
    if (place === undefined) return;
    const rules = findOrMake(place, identityOf(policy), makeRules);
    if (policy.model === null) rules.anyModel.push(policy);
    else findOrMake(rules.byModel, policy.model, makeList).push(policy);
  }

  /** Every policy that a request of the caller for one of the models, or for any, meets, in no order. */
  match(caller: LimitedCaller, models: readonly string[]): LimitPolicy[] {
    return this.collectAll(caller, models, true);
  }

  /** Those of them that name the model. */
  matchModel(caller: LimitedCaller, model: string): LimitPolicy[] {
    return this.collectAll(caller, [model], false);
  }

  private collectAll(caller: LimitedCaller, models: readonly string[], withAny: boolean): LimitPolicy[] {
    const found: LimitPolicy[] = [];
    const { organization, workspaceId } = caller;
    collect(this.organizations.get(organization), caller, models, withAny, found);
    if (workspaceId !== undefined) {
      collect(this.workspaces.get(nameWorkspace(organization, workspaceId)), caller, models, withAny, found);
    }
    return found;
  }

  private placeOf({ organizationId, scope, workspaceId }: LimitPolicy): Place | undefined {
    if (scope === 'organization') return findOrMake(this.organizations, organizationId, makePlace);
    if (workspaceId === null) return undefined;
    return findOrMake(this.workspaces, nameWorkspace(organizationId, workspaceId), makePlace);
  }
}

/** No workspace is reached from another organization, whatever a row says. */
function nameWorkspace(organizationId: string, workspaceId: string): string {
  return `${organizationId} ${workspaceId}`;
}

function identityOf({ teamId, userId, serviceAccountId, apiKeyId }: LimitPolicy): string {
  if (teamId !== null) return `team ${teamId}`;
  if (userId !== null) return `user ${userId}`;
  if (serviceAccountId !== null) return `service_account ${serviceAccountId}`;
  if (apiKeyId !== null) return `api_key ${apiKeyId}`;
  return EVERYBODY;
}

function collect(
  place: Place | undefined,
  { team, userId, serviceAccountId, apiKey }: LimitedCaller,
  models: readonly string[],
  withAny: boolean,
  found: LimitPolicy[],
): void {
  if (place === undefined) return;
  const identities = [EVERYBODY];
  if (team !== undefined) identities.push(`team ${team.id}`);
  if (userId !== undefined) identities.push(`user ${userId}`);
  if (serviceAccountId !== undefined) identities.push(`service_account ${serviceAccountId}`);
  if (apiKey?.isApiKey) identities.push(`api_key ${apiKey.id}`);
  for (const identity of identities) {
    const rules = place.get(identity);
    if (rules === undefined) continue;
    if (withAny) found.push(...rules.anyModel);
    for (const model of models) found.push(...(rules.byModel.get(model) ?? []));
  }
}

function findOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

const makePlace = (): Place => new Map();
const makeRules = (): Rules => ({ anyModel: [], byModel: new Map() });
const makeList = (): LimitPolicy[] => [];
