import type { components } from '../../api/schema.js';

export type Account = components['schemas']['ServiceAccountView'];
export type AccountToken = Pick<
  components['schemas']['AccountTokenView'],
  'id' | 'name' | 'token_hint' | 'expires_at' | 'rotation_due_at' | 'grace_seconds' | 'last_used_at'
>;
export type NewToken = components['schemas']['CreateAccountTokenDto'];

export type AccountValues = {
  readonly name: string;
  readonly allowed_models: readonly string[] | null;
  readonly allowed_providers: readonly string[] | null;
  /** Role of its tokens in knowledge bases. */
  readonly role: Account['role'];
};

export type TokenValues = {
  readonly name: string;
  readonly expires_at: string | null;
  /** 0: no schedule. */
  readonly rotate_every_days: number;
};

export const EMPTY_ACCOUNT: AccountValues = {
  name: '',
  allowed_models: null,
  allowed_providers: null,
  role: 'viewer',
};

export function valuesOfAccount({ name, allowed_models, allowed_providers, role }: Account): AccountValues {
  return { name, allowed_models, allowed_providers, role };
}

/** Every field is sent, as the form shows it. */
export function toAccount({ name, allowed_models, allowed_providers, role }: AccountValues) {
  return {
    name,
    role,
    allowed_models: allowed_models && [...allowed_models],
    allowed_providers: allowed_providers && [...allowed_providers],
  };
}

export function toNewToken({ name, expires_at, rotate_every_days }: TokenValues): NewToken {
  return { name, ...(expires_at !== null && { expires_at }), ...(rotate_every_days > 0 && { rotate_every_days }) };
}

/** Actions on the tokens of an account. The first two answer with a secret that is shown once. */
export interface TokenActions {
  readonly issue: (values: TokenValues) => Promise<{ readonly token: string }>;
  readonly rotate: (tokenId: string) => Promise<{ readonly token: string }>;
  readonly revoke: (tokenId: string) => Promise<unknown>;
}

export type TokenState = 'active' | 'due' | 'expired';

const SOON_MS = 7 * 86_400_000;

/**
 * A token with a schedule expires a grace period after its rotation was due, whatever `expires_at` says.
 *
 * @param now milliseconds since 1970
 */
export function stateOfToken(
  {
    expires_at,
    rotation_due_at,
    grace_seconds,
  }: Pick<AccountToken, 'expires_at' | 'rotation_due_at' | 'grace_seconds'>,
  now: number,
): TokenState {
  const due = rotation_due_at === null ? Number.POSITIVE_INFINITY : Date.parse(rotation_due_at);
  const end = Math.min(
    expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
    due + grace_seconds * 1000,
  );
  if (end <= now) return 'expired';
  return Math.min(end, due) - now <= SOON_MS ? 'due' : 'active';
}
