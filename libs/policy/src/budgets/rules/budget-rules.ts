import type { BudgetScope, Tags } from '@multilane/contracts';
import type { BudgetRule, MatchedRule } from './budget-rule.js';

/** Caller of a request, as far as budget rules need to know. */
export interface BudgetedCaller {
  /** Names the organization: its id, or its name where it has none. */
  readonly organization: string;
  readonly workspaceId: string | undefined;
  readonly teamId: string | undefined;
  readonly teamName: string | undefined;
  readonly serviceAccountId: string | undefined;
  readonly userId: string | undefined;
  /** The id of the API key; for one of gateway.yaml `<team>/<key>`. */
  readonly apiKeyId: string | undefined;
}

/** Dimensions of one request. */
export interface BudgetedRequest {
  readonly tags: Tags | undefined;
  readonly customer: string | undefined;
  /** Logical names of the model and of the virtual model that was named. */
  readonly models: readonly string[];
  readonly provider: string | undefined;
}

/** Rules of one dimension of requests, by the values that they name. */
interface ByValue {
  readonly any: BudgetRule[];
  readonly named: Map<string, BudgetRule[]>;
}

/** The rules of an organization, or of a workspace in it. */
class Place {
  /** Of the identity of the caller, by scope. */
  readonly ofCaller = new Map<BudgetScope, ByValue>();
  tag: Map<string, ByValue> | undefined = undefined;
  customer: ByValue | undefined = undefined;
  model: ByValue | undefined = undefined;
  provider: ByValue | undefined = undefined;

  /** True if the model or provider decides about a rule, or about its part. */
  dependsOnModel = false;

  add(rule: BudgetRule): void {
    const { appliesPer, scope, value } = rule.settings;
    this.dependsOnModel ||= [scope, appliesPer].some((each) => each === 'model' || each === 'provider');
    if (scope === 'tag') {
      const { name, value: ofTag } = splitTag(value ?? '');
      this.tag ??= new Map();
      addTo(findOrMake(this.tag, name, makeByValue), rule, ofTag);
    } else if (scope === 'customer' || scope === 'model' || scope === 'provider') {
      this[scope] ??= makeByValue();
      addTo(this[scope], rule, value);
    } else {
      addTo(findOrMake(this.ofCaller, scope, makeByValue), rule, value);
    }
  }
}

/**
 * The budget rules of all organizations, indexed by what they name: a request finds its rules by a few look-ups, however many
 * there are, and one that none matches allocates nothing.
 */
export class BudgetRules {
  private readonly places = new Map<string, Place>();
  /** True if a rule counts media. */
  hasMedia = false;
  /** True if a rule sends requests elsewhere. */
  hasDowngrades = false;

  /** @param organization Names the organization as callers do: its id, or its name where it has none */
  add(rule: BudgetRule, organization: string): void {
    const { action, includesMedia, workspaceId } = rule.settings;
    findOrMake(this.places, placeOf(organization, workspaceId), makePlace).add(rule);
    this.hasMedia ||= includesMedia;
    this.hasDowngrades ||= action === 'downgrade';
  }

  /** The rules that may hold for a caller; undefined if there are none. Worked out once for each caller. */
  findForCaller(caller: BudgetedCaller): CallerRules | undefined {
    const { organization, workspaceId } = caller;
    const places = [
      this.places.get(placeOf(organization, undefined)),
      workspaceId === undefined ? undefined : this.places.get(placeOf(organization, workspaceId)),
    ].filter((place) => place !== undefined);
    return places.length === 0 ? undefined : new CallerRules(places, caller);
  }
}

const NONE: readonly MatchedRule[] = [];

/** The rules that may hold for one caller. */
export class CallerRules {
  /** Those that hold for each of its requests, and are counted by the caller alone. */
  private readonly always: readonly MatchedRule[];
  /** Those that hold for each of its requests, and are counted by something of the request. */
  private readonly byRequest: readonly BudgetRule[];
  /** True if the model or provider decides about a rule, or about its part. */
  readonly dependsOnModel: boolean;

  constructor(
    private readonly places: readonly Place[],
    private readonly caller: BudgetedCaller,
  ) {
    const rules = places.flatMap((place) => rulesOfCaller(place, caller)).sort(compareRules);
    const isOfCaller = ({ settings }: BudgetRule): boolean => !OF_REQUEST.has(settings.appliesPer);
    this.always = rules.filter(isOfCaller).map((rule) => matchOf(rule, caller, undefined));
    this.byRequest = rules.filter((rule) => !isOfCaller(rule));
    this.dependsOnModel = places.some((place) => place.dependsOnModel);
  }

  /** The rules that a request matches, outermost first. */
  match(request: BudgetedRequest): readonly MatchedRule[] {
    let found: BudgetRule[] | undefined;
    for (const place of this.places) found = collect(place, request, found);
    if (found === undefined && this.byRequest.length === 0) return this.always.length === 0 ? NONE : this.always;
    const all = [...this.always];
    for (const rule of this.byRequest) insert(all, matchOf(rule, this.caller, request));
    if (found !== undefined) for (const rule of found) insert(all, matchOf(rule, this.caller, request));
    return all;
  }
}

/** Inserts a rule in the order of rules. Most belong at the end. */
function insert(all: MatchedRule[], matched: MatchedRule): void {
  let place = all.length;
  for (let before = all[place - 1]; before !== undefined && compareRules(matched.rule, before.rule) < 0; ) {
    all[place] = before;
    place -= 1;
    before = all[place - 1];
  }
  all[place] = matched;
}

const matchOf = (rule: BudgetRule, caller: BudgetedCaller, request: BudgetedRequest | undefined): MatchedRule =>
  rule.matchPart(partOf(rule, caller, request));

/** Dimensions that differ between requests of one caller. */
const OF_REQUEST: ReadonlySet<string> = new Set<BudgetScope>(['tag', 'customer', 'model', 'provider']);

function rulesOfCaller(place: Place, caller: BudgetedCaller): BudgetRule[] {
  const { apiKeyId, organization, serviceAccountId, teamId, teamName, userId, workspaceId } = caller;
  const values: [BudgetScope, ...(string | undefined)[]][] = [
    ['organization', organization],
    ['workspace', workspaceId],
    ['team', teamName, teamId],
    ['service_account', serviceAccountId],
    ['user', userId],
    ['api_key', apiKeyId],
  ];
  const found = new Set<BudgetRule>();
  for (const [scope, ...names] of values) {
    const rules = place.ofCaller.get(scope);
    const known = names.filter((name) => name !== undefined);
    if (rules === undefined || known.length === 0) continue;
    for (const rule of rules.any) found.add(rule);
    for (const name of known) for (const rule of rules.named.get(name) ?? []) found.add(rule);
  }
  return [...found];
}

function collect(
  { customer, model, provider, tag }: Place,
  request: BudgetedRequest,
  before: BudgetRule[] | undefined,
): BudgetRule[] | undefined {
  let found = before;
  if (tag !== undefined && request.tags !== undefined) {
    for (const name in request.tags) {
      const rules = tag.get(name);
      if (rules !== undefined) found = append(found, rules, request.tags[name] ?? '');
    }
  }
  if (customer !== undefined && request.customer !== undefined) found = append(found, customer, request.customer);
  if (model !== undefined) for (const name of request.models) found = append(found, model, name);
  if (provider !== undefined && request.provider !== undefined) found = append(found, provider, request.provider);
  return found;
}

function append(before: BudgetRule[] | undefined, { any, named }: ByValue, value: string): BudgetRule[] | undefined {
  const own = named.get(value);
  if (own === undefined && any.length === 0) return before;
  const found = before ?? [];
  for (const rule of any) if (!found.includes(rule)) found.push(rule);
  for (const rule of own ?? []) if (!found.includes(rule)) found.push(rule);
  return found;
}

/** Requests that have nothing of what a rule counts by are counted together: nobody escapes a rule by leaving something out. */
const NOTHING = '';

/** Part of a rule that a request is counted by. */
function partOf(
  { settings: { appliesPer, value } }: BudgetRule,
  caller: BudgetedCaller,
  request: BudgetedRequest | undefined,
): string | undefined {
  switch (appliesPer) {
    case 'shared':
    case 'organization':
      return undefined;
    case 'workspace':
      return caller.workspaceId ?? NOTHING;
    case 'team':
      return caller.teamId ?? caller.teamName ?? NOTHING;
    case 'service_account':
      return caller.serviceAccountId ?? NOTHING;
    case 'user':
      return caller.userId ?? NOTHING;
    case 'api_key':
      return caller.apiKeyId ?? NOTHING;
    case 'tag':
      return request?.tags?.[splitTag(value ?? '').name] ?? NOTHING;
    case 'customer':
      return request?.customer ?? NOTHING;
    case 'model':
      return request?.models[0] ?? NOTHING;
    case 'provider':
      return request?.provider ?? NOTHING;
  }
}

/** Outermost first; of one scope in the order of their names, so that every gateway names the same one. */
function compareRules(a: BudgetRule, b: BudgetRule): number {
  return a.rank - b.rank || (a.account < b.account ? -1 : Number(a.account > b.account));
}

/** A tag as a rule names it: `feature`, or `feature=search`. */
function splitTag(text: string): { readonly name: string; readonly value: string | undefined } {
  const mark = text.indexOf('=');
  return mark === -1 ? { name: text, value: undefined } : { name: text.slice(0, mark), value: text.slice(mark + 1) };
}

/** No workspace is reached from another organization, whatever a row says. */
function placeOf(organization: string, workspaceId: string | undefined): string {
  return workspaceId === undefined ? organization : `${organization}\n${workspaceId}`;
}

function addTo({ any, named }: ByValue, rule: BudgetRule, value: string | undefined): void {
  if (value === undefined) any.push(rule);
  else findOrMake(named, value, makeList).push(rule);
}

function findOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

const makePlace = (): Place => new Place();
const makeByValue = (): ByValue => ({ any: [], named: new Map() });
const makeList = (): BudgetRule[] => [];
