import type { Sso, SsoProblem, SsoTest } from './queries.js';

/** Values of the form. */
export type SsoValues = {
  readonly issuer: string;
  readonly client_id: string;
  /** Empty: the stored one stays. */
  readonly client_secret: string;
  /** True for a client without a secret. */
  readonly is_public: boolean;
};

/** The values that the form begins with. */
export function valuesOf(sso: Pick<Sso, 'issuer' | 'client_id' | 'has_client_secret' | 'source'>): SsoValues {
  const { client_id: clientId, has_client_secret: hasSecret, source } = sso;
  if (source !== 'database') return { issuer: '', client_id: '', client_secret: '', is_public: false };
  return { issuer: sso.issuer ?? '', client_id: clientId ?? '', client_secret: '', is_public: !hasSecret };
}

/** The body to send. A public client's secret is removed; an empty field keeps the stored one. */
export function toBody({ client_id: clientId, client_secret: secret, is_public: isPublic, issuer }: SsoValues) {
  const settings = { issuer: issuer.trim(), client_id: clientId.trim() };
  if (isPublic) return { ...settings, client_secret: null };
  return secret === '' ? settings : { ...settings, client_secret: secret };
}

/** Problems that a test found, by the field of the form that they are shown at. */
export function problemsOfFields(test: Pick<SsoTest, 'problems'> | null): Record<string, string> {
  const problems = test?.problems ?? [];
  return Object.fromEntries(problems.flatMap(({ field, message }) => (field === null ? [] : [[field, message]])));
}

/** Problems of no field of the form. */
export function otherProblems({ problems }: Pick<SsoTest, 'problems'>): readonly SsoProblem[] {
  return problems.filter(({ field }) => field === null);
}
