import { type Answer, api } from '../../api/client.js';
import { type PiiPolicy, type PiiValues, toChangedPiiPolicy, valuesOfPiiPolicy } from './pii-values.js';

export type PiiTrial = Answer<'/admin/gateway/policies/pii/dry-run', 'post'>;

/** A policy to try, stored or only in a form. */
export interface TriedPolicy extends PiiValues {
  readonly id: string;
}

/** The policies of a list that have an effect, to try them. */
export function listTried(policies: readonly PiiPolicy[]): TriedPolicy[] {
  return policies.filter(({ enabled }) => enabled).map((policy) => ({ id: policy.id, ...valuesOfPiiPolicy(policy) }));
}

/** Tries a policy on a request and on the answer to it. */
export function tryPiiPolicy(
  { id: _id, ...values }: TriedPolicy,
  texts: { readonly text: string; readonly answer?: string },
): Promise<PiiTrial> {
  const { name: _name, enabled: _enabled, ...fields } = toChangedPiiPolicy(values);
  return api.post('/admin/gateway/policies/pii/dry-run', { body: { ...fields, ...texts } });
}
