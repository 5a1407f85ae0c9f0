import type { CredentialPolicy } from './queries.js';

export type PolicyValues = Omit<CredentialPolicy, 'object' | 'updated_at'>;

export function valuesOfPolicy({ object: _, updated_at: _at, ...values }: CredentialPolicy): PolicyValues {
  return values;
}

/** True if the change may shorten the life of existing tokens. */
export function isStricter(next: PolicyValues, now: PolicyValues): boolean {
  return (
    next.max_pat_lifetime_days < now.max_pat_lifetime_days ||
    next.max_pats_per_user < now.max_pats_per_user ||
    (now.allow_non_expiring_vat && !next.allow_non_expiring_vat)
  );
}
