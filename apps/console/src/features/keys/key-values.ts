import type { components } from '../../api/schema.js';
import { NO_QUEUE, type QueueValues, toQueue, valuesOfQueue } from '../../ui/queue-values.js';

export type Key = components['schemas']['KeyView'];
export type NewKey = components['schemas']['CreateKeyDto'];
export type ChangedKey = components['schemas']['UpdateKeyDto'];

/** Values of a key's forms. Empty text and null mean: not set. */
export type KeyValues = {
  readonly name: string;
  readonly team: string | null;
  readonly role: Key['role'];
  readonly workspace_id: string | null;
  readonly user_id: string | null;
  readonly rpm_limit: number;
  readonly tpm_limit: number;
  readonly max_parallel: number;
  readonly queue: QueueValues;
  readonly priority: Key['priority'];
  readonly max_priority: Key['max_priority'];
  readonly budget_usd_monthly: number;
  readonly budget_reset_period: Key['budget_reset_period'];
  readonly expires_at: string | null;
};

export const EMPTY_KEY: KeyValues = {
  name: '',
  team: null,
  role: 'member',
  workspace_id: null,
  user_id: null,
  rpm_limit: 0,
  tpm_limit: 0,
  max_parallel: 0,
  queue: NO_QUEUE,
  priority: null,
  max_priority: null,
  budget_usd_monthly: 0,
  budget_reset_period: 'monthly',
  expires_at: null,
};

export function valuesOfKey(key: Key): KeyValues {
  const { name, team_id: team, role, workspace_id, user_id, rpm_limit, tpm_limit, expires_at } = key;
  const { max_parallel, budget_usd_monthly, budget_reset_period } = key;
  const { priority, max_priority } = key;
  const queueing = { queue: valuesOfQueue(key.queue), priority, max_priority };
  const limits = { rpm_limit, tpm_limit, max_parallel, ...queueing, budget_usd_monthly, budget_reset_period };
  return { name, team, role, workspace_id, user_id, ...limits, expires_at };
}

export function toNewKey(values: KeyValues): NewKey {
  const { team, workspace_id, user_id, expires_at, queue, ...rest } = values;
  return {
    ...rest,
    queue: toQueue(queue, rest.max_parallel),
    ...(team !== null && { team }),
    ...(workspace_id !== null && { workspace_id }),
    ...(user_id !== null && { user_id }),
    ...(expires_at !== null && { expires_at }),
  };
}

/** All limits are sent, because a change replaces them as a whole: a new name alone would make a key unlimited. */
export function toChangedKey(values: KeyValues): ChangedKey {
  const { team: _team, workspace_id: _workspace, user_id: _user, queue, ...changed } = values;
  return { ...changed, queue: toQueue(queue, changed.max_parallel) };
}

export type KeyState = 'active' | 'expiring' | 'expired' | 'disabled';

const SOON_MS = 7 * 86_400_000;

/** @param now milliseconds since 1970 */
export function stateOfKey({ disabled, expires_at }: Pick<Key, 'disabled' | 'expires_at'>, now: number): KeyState {
  const end = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  if (end <= now) return 'expired';
  if (disabled) return 'disabled';
  return end - now <= SOON_MS ? 'expiring' : 'active';
}

/** Reads a line of a file of keys. Empty cells are left out, and the service checks the rest. */
export function toKeyOfLine(cells: Readonly<Record<string, string>>): NewKey {
  const { rpm_limit, tpm_limit, max_parallel, budget_usd_monthly, name = '', team = '', ...texts } = cells;
  const given = ['role', 'workspace_id', 'user_id', 'budget_reset_period', 'expires_at'].flatMap((column) =>
    texts[column] ? [[column, texts[column]] as const] : [],
  );
  const limits = Object.entries({ rpm_limit, tpm_limit, max_parallel, budget_usd_monthly }).flatMap(([column, text]) =>
    // A text that is no number is sent as it is, so that the report names the field.
    text ? [[column, Number.isNaN(Number(text)) ? text : Number(text)] as const] : [],
  );
  return { name, team, ...Object.fromEntries([...given, ...limits]) } as NewKey;
}
