import type { components } from '../../api/schema.js';
import { NO_QUEUE, type QueueValues, toQueue, valuesOfQueue } from '../../ui/queue-values.js';

export type RateLimit = components['schemas']['RateLimitView'];
export type NewRateLimit = components['schemas']['CreateRateLimitDto'];
export type ChangedRateLimit = components['schemas']['UpdateRateLimitDto'];

export const CEILINGS = [
  'requests_per_minute',
  'requests_per_hour',
  'requests_per_day',
  'tokens_per_minute',
  'tokens_per_hour',
  'tokens_per_day',
  'max_parallel',
] as const;

export type Ceiling = (typeof CEILINGS)[number];

/** Subjects of a policy; `everybody` names nobody. */
export const SUBJECTS = ['everybody', 'team', 'user', 'service_account', 'api_key'] as const;
export type Subject = (typeof SUBJECTS)[number];

type AppliesPer = RateLimit['applies_per'];

export type RateLimitValues = Record<Ceiling, number> & {
  readonly name: string;
  readonly scope: RateLimit['scope'];
  readonly subject: Subject;
  /** The id of the subject. */
  readonly identity: string | null;
  readonly model: string | null;
  readonly applies_per: AppliesPer;
  readonly enabled: boolean;
  readonly queue: QueueValues;
};

const NO_CEILINGS = Object.fromEntries(CEILINGS.map((name) => [name, 0])) as Record<Ceiling, number>;

export const EMPTY_RATE_LIMIT: RateLimitValues = {
  ...NO_CEILINGS,
  name: '',
  scope: 'workspace',
  subject: 'everybody',
  identity: null,
  model: null,
  applies_per: 'shared',
  enabled: true,
  queue: NO_QUEUE,
};

export function subjectOf(limit: RateLimit): { readonly subject: Subject; readonly identity: string | null } {
  const { team_id, user_id, service_account_id, api_key_id } = limit;
  if (team_id !== null) return { subject: 'team', identity: team_id };
  if (user_id !== null) return { subject: 'user', identity: user_id };
  if (service_account_id !== null) return { subject: 'service_account', identity: service_account_id };
  if (api_key_id !== null) return { subject: 'api_key', identity: api_key_id };
  return { subject: 'everybody', identity: null };
}

export function valuesOfRateLimit(limit: RateLimit): RateLimitValues {
  const { name, scope, model, applies_per, enabled } = limit;
  return {
    ...ceilingsOf(limit),
    ...subjectOf(limit),
    name,
    scope,
    model,
    applies_per,
    enabled,
    queue: valuesOfQueue(limit.queue),
  };
}

/** Returns the counters that split a subject: requests of one key have one key (docs/contract/limits.md#policies). */
export function countersFor(subject: Subject): readonly AppliesPer[] {
  switch (subject) {
    case 'everybody':
      return ['shared', 'team', 'user', 'service_account', 'api_key'];
    case 'team':
      return ['shared', 'user', 'api_key'];
    case 'user':
      return ['shared', 'api_key'];
    default:
      return ['shared'];
  }
}

/** Returns the subjects that a policy of a scope can name: one of the organization names no key and no virtual account. */
export function subjectsFor(scope: RateLimit['scope']): readonly Subject[] {
  return scope === 'organization' ? ['everybody', 'team', 'user'] : SUBJECTS;
}

export function toNewRateLimit(values: RateLimitValues, workspaceId: string): NewRateLimit {
  const { name, scope, subject, identity, model, applies_per, enabled } = values;
  return {
    ...ceilingsOf(values),
    queue: toQueue(values.queue, values.max_parallel),
    name,
    scope,
    applies_per,
    enabled,
    ...(scope === 'workspace' && { workspace_id: workspaceId }),
    ...(subject !== 'everybody' && identity !== null && { [`${subject}_id`]: identity }),
    ...(model !== null && { model }),
  };
}

/** All seven limits and the queue are sent, as the form shows them. Fixed fields are not. */
export function toChangedRateLimit(values: RateLimitValues): ChangedRateLimit {
  const { name, enabled } = values;
  return { ...ceilingsOf(values), queue: toQueue(values.queue, values.max_parallel), name, enabled };
}

export function hasCeiling(values: Readonly<Record<Ceiling, number>>): boolean {
  return CEILINGS.some((name) => values[name] > 0);
}

function ceilingsOf(values: Readonly<Record<Ceiling, number>>): Record<Ceiling, number> {
  return Object.fromEntries(CEILINGS.map((name) => [name, values[name]])) as Record<Ceiling, number>;
}
