import type { components } from '../../api/schema.js';

type Quota = components['schemas']['ProviderView']['quota'];

/** Declared limits of a provider's keys in a form: an empty one is not set. */
export interface QuotaValues {
  readonly rpm: number | '';
  readonly tpm: number | '';
  /** Reserved percentage. */
  readonly percent: number | '';
  /** Lowest priority that may use the reserve. */
  readonly priority: string;
}

export const NO_QUOTA: QuotaValues = { rpm: '', tpm: '', percent: '', priority: 'critical' };

export function valuesOfQuota(quota: Quota | undefined): QuotaValues {
  if (quota === null || quota === undefined) return NO_QUOTA;
  const { reserve, rpm, tpm } = quota;
  return {
    rpm: rpm ?? '',
    tpm: tpm ?? '',
    percent: reserve?.percent ?? '',
    priority: reserve?.priority ?? NO_QUOTA.priority,
  };
}

/** Returns the whole value; null if no limit is set. */
export function toQuota({ percent, priority, rpm, tpm }: QuotaValues): object | null {
  if (rpm === '' && tpm === '') return null;
  return {
    ...(rpm !== '' && { rpm }),
    ...(tpm !== '' && { tpm }),
    ...(percent !== '' && { reserve: { priority, percent } }),
  };
}
