import { MOST_TAGS, TAG_VALUE, type Tags } from '@multilane/contracts';

/** A policy for tags, as gateway.yaml and the database have it. */
export interface TagPolicyDefinition {
  readonly required: readonly string[];
  readonly allowed: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly assign: readonly TagAssignment[];
  readonly headers: readonly { readonly header: string; readonly tag: string }[];
  readonly baggage: readonly string[];
}

/** Tags that some callers have without sending them. */
export interface TagAssignment {
  readonly scope: 'all' | 'workspace' | 'team' | 'service_account' | 'user' | 'api_key';
  readonly value?: string | undefined;
  readonly tags: Tags;
  /** True if they replace those that callers send. */
  readonly fixed: boolean;
}

/** Caller of a request, as far as tag policies need to know. */
export interface TaggedCaller {
  readonly organization: string;
  readonly workspaceId: string | undefined;
  readonly teamId: string | undefined;
  readonly teamName: string | undefined;
  readonly serviceAccountId: string | undefined;
  readonly userId: string | undefined;
  readonly apiKeyId: string | undefined;
}

/** Headers by names in lower case. */
export type TagHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Problem of the tags of a request, with the tag that it is about; none for too many of them. */
export type TagProblem =
  | { readonly kind: 'missing'; readonly tag: string }
  | { readonly kind: 'not_allowed'; readonly tag: string }
  | { readonly kind: 'too_many'; readonly tag?: undefined };

/** Tag policies of all organizations, by the place in which they hold. */
export class TagPolicies {
  private readonly places = new Map<string, TagPolicyDefinition[]>();

  /** @param workspaceId Undefined: the policy holds in every workspace of the organization, and for team-scoped callers */
  add(policy: TagPolicyDefinition, organization: string, workspaceId: string | undefined): void {
    const place = placeOf(organization, workspaceId);
    this.places.set(place, [...(this.places.get(place) ?? []), policy]);
  }

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  /** The rules for a caller's tags; undefined if there are none. Worked out once for each caller. */
  findForCaller(caller: TaggedCaller): CallerTags | undefined {
    const { organization, workspaceId } = caller;
    const ofOrganization = this.places.get(placeOf(organization, undefined)) ?? [];
    const ofWorkspace = workspaceId === undefined ? [] : (this.places.get(placeOf(organization, workspaceId)) ?? []);
    const policies = [...ofOrganization, ...ofWorkspace];
    return policies.length === 0 ? undefined : new CallerTags(policies, caller);
  }
}

/** Outermost first. A fixed tag of an outer scope stays; a default of an inner one goes before that of an outer. */
const SCOPES = ['all', 'workspace', 'team', 'service_account', 'user', 'api_key'] as const;

/** The rules for the tags of one caller's requests. */
export class CallerTags {
  private readonly required: readonly string[];
  private readonly allowed = new Map<string, ReadonlySet<string>[]>();
  private readonly fixed: Tags | undefined;
  private readonly defaults: Tags | undefined;
  private readonly headers: TagPolicyDefinition['headers'];
  private readonly baggage: ReadonlySet<string>;

  /** @param policies Those of the organization first */
  constructor(policies: readonly TagPolicyDefinition[], caller: TaggedCaller) {
    this.required = [...new Set(policies.flatMap(({ required }) => required))];
    for (const { allowed } of policies) {
      for (const { name, values } of allowed) {
        this.allowed.set(name, [...(this.allowed.get(name) ?? []), new Set(values)]);
      }
    }
    const own = policies
      .flatMap(({ assign }) => assign.filter((assignment) => concerns(assignment, caller)))
      .map((assignment, place) => ({ ...assignment, rank: SCOPES.indexOf(assignment.scope), place }))
      .sort((a, b) => a.rank - b.rank || a.place - b.place);
    this.fixed = merge(own.filter(({ fixed }) => fixed).toReversed());
    this.defaults = merge(own.filter(({ fixed }) => !fixed));
    this.headers = policies.flatMap(({ headers }) => headers);
    this.baggage = new Set(policies.flatMap(({ baggage }) => baggage));
  }

  /** Headers that become tags, in lower case: for what runs later in the place of a request. */
  get headerNames(): readonly string[] {
    const names = this.headers.map(({ header }) => header);
    return this.baggage.size === 0 ? names : [...names, 'baggage'];
  }

  /**
   * The tags of a request: those that are fixed, those that the caller sent, then those of other headers, of `baggage`, and the
   * defaults, as far as there is room.
   */
  apply(sent: Tags | undefined, headers: TagHeaders): Tags | undefined {
    const added: Record<string, string> = {};
    for (const { header, tag } of this.headers) addTag(added, tag, headers[header]);
    if (this.baggage.size > 0) this.addBaggage(added, headers.baggage);
    const sources = [this.fixed, sent, added, this.defaults].filter((source) => source !== undefined);
    const tags: Record<string, string> = {};
    // Fixed and sent tags are never left out: too many of them are a problem that the caller hears of.
    const isBounded = (source: Tags): boolean => source === added || source === this.defaults;
    let count = 0;
    for (const source of sources) {
      for (const [name, value] of Object.entries(source)) {
        if (Object.hasOwn(tags, name) || (isBounded(source) && count >= MOST_TAGS)) continue;
        tags[name] = value;
        count += 1;
      }
    }
    return count === 0 ? undefined : tags;
  }

  /** Finds what is wrong with the tags of a call; undefined if nothing is. */
  findProblem(tags: Tags | undefined): TagProblem | undefined {
    if (tags !== undefined && Object.keys(tags).length > MOST_TAGS) return { kind: 'too_many' };
    for (const tag of this.required) {
      if (tags === undefined || !Object.hasOwn(tags, tag)) return { kind: 'missing', tag };
    }
    if (this.allowed.size === 0 || tags === undefined) return undefined;
    for (const [tag, value] of Object.entries(tags)) {
      const isAllowed = this.allowed.get(tag)?.every((values) => values.has(value)) ?? true;
      if (!isAllowed) return { kind: 'not_allowed', tag };
    }
    return undefined;
  }

  /** Members of `baggage` are `key=value;properties`, with values that may be percent-encoded (W3C Baggage). */
  private addBaggage(added: Record<string, string>, header: string | string[] | undefined): void {
    const text = Array.isArray(header) ? header.join(',') : header;
    if (text === undefined || text.length > LONGEST_BAGGAGE) return;
    for (const member of text.split(',')) {
      const [pair = ''] = member.split(';', 1);
      const mark = pair.indexOf('=');
      const name = pair.slice(0, mark).trim();
      if (mark > 0 && this.baggage.has(name)) addTag(added, name, decode(pair.slice(mark + 1).trim()));
    }
  }
}

/** Limit of the W3C recommendation, in characters. */
const LONGEST_BAGGAGE = 8_192;

function addTag(added: Record<string, string>, name: string, value: string | string[] | undefined): void {
  if (typeof value !== 'string' || Object.hasOwn(added, name) || !TAG_VALUE.test(value)) return;
  added[name] = value;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    // A value that is not encoded well is no tag.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function concerns({ scope, value }: TagAssignment, caller: TaggedCaller): boolean {
  const own: Record<TagAssignment['scope'], readonly (string | undefined)[]> = {
    all: ['all'],
    workspace: [caller.workspaceId],
    team: [caller.teamName, caller.teamId],
    service_account: [caller.serviceAccountId],
    user: [caller.userId],
    api_key: [caller.apiKeyId],
  };
  const names = own[scope].filter((name) => name !== undefined);
  return scope === 'all' || (value === undefined ? names.length > 0 : names.includes(value));
}

/** Later ones go before earlier ones. */
function merge(assignments: readonly TagAssignment[]): Tags | undefined {
  return assignments.length === 0 ? undefined : Object.assign({}, ...assignments.map(({ tags }) => tags));
}

function placeOf(organization: string, workspaceId: string | undefined): string {
  return workspaceId === undefined ? organization : `${organization}\n${workspaceId}`;
}
