import type { components } from '../../api/schema.js';
import type { PolicyScope } from '../../ui/policy-fields.js';

export type PiiPolicy = components['schemas']['PiiPolicyView'];
type NewPiiPolicy = components['schemas']['CreatePiiPolicyDto'];
type ChangedPiiPolicy = components['schemas']['UpdatePiiPolicyDto'];

/** The built-in kinds of personal data. */
export const ENTITIES = ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip_address', 'secret'] as const;
export const INPUTS = ['off', 'redact', 'block'] as const;
export const OUTPUTS = ['off', 'stream', 'buffer'] as const;
export const MOST_CUSTOM = 20;

export interface CustomEntity {
  readonly name: string;
  readonly pattern: string;
  readonly ignore_case: boolean;
}

export interface PiiValues {
  readonly name: string;
  readonly scope: PolicyScope;
  readonly enabled: boolean;
  readonly entities: readonly string[];
  readonly custom_entities: readonly CustomEntity[];
  readonly input: PiiPolicy['input'];
  readonly output: PiiPolicy['output'];
  readonly placeholder: string;
  readonly restore: boolean;
}

export const EMPTY_PII_POLICY: PiiValues = {
  name: '',
  scope: 'workspace',
  enabled: true,
  // Secrets are no personal data: they are chosen.
  entities: ENTITIES.filter((entity) => entity !== 'secret'),
  custom_entities: [],
  input: 'redact',
  output: 'off',
  placeholder: '[EMAIL_1]',
  restore: false,
};

export function valuesOfPiiPolicy(policy: PiiPolicy): PiiValues {
  const { name, workspace_id, enabled, entities, custom_entities, input, output, placeholder, restore } = policy;
  return {
    name,
    scope: workspace_id === null ? 'organization' : 'workspace',
    enabled,
    entities,
    custom_entities: custom_entities.map(({ name: entity, pattern, ignore_case = false }) => ({
      name: entity,
      pattern,
      ignore_case,
    })),
    input,
    output,
    placeholder,
    restore,
  };
}

export function toChangedPiiPolicy({ scope: _scope, ...values }: PiiValues): ChangedPiiPolicy {
  const { name, entities, custom_entities } = values;
  const custom = custom_entities.filter((entity) => entity.name.trim() !== '' || entity.pattern !== '');
  return {
    ...values,
    name: name.trim(),
    entities: [...entities],
    custom_entities: custom.map((entity) => ({ ...entity })),
  };
}

export function toNewPiiPolicy(values: PiiValues, workspaceId: string): NewPiiPolicy {
  const workspace_id = values.scope === 'organization' ? null : workspaceId;
  return { ...toChangedPiiPolicy(values), name: values.name.trim(), workspace_id };
}

/** True for a policy that does nothing: it is off for requests and for responses, or looks for nothing. */
export function isIdle({
  custom_entities,
  entities,
  input,
  output,
}: Pick<PiiPolicy, 'entities' | 'input' | 'output'> & { readonly custom_entities: readonly unknown[] }): boolean {
  return (input === 'off' && output === 'off') || entities.length + custom_entities.length === 0;
}
