import type { UseFormReturnType } from '@mantine/form';
import type { components } from '../../api/schema.js';
import type { PolicyScope } from '../../ui/policy-fields.js';

export type TagPolicy = components['schemas']['TagPolicyView'];
export type TagScope = NonNullable<components['schemas']['TagAssignmentDto']['scope']>;
type NewTagPolicy = components['schemas']['CreateTagPolicyDto'];
type ChangedTagPolicy = components['schemas']['UpdateTagPolicyDto'];

export const TAG_SCOPES = [
  'all',
  'workspace',
  'team',
  'service_account',
  'user',
  'api_key',
] as const satisfies readonly TagScope[];

/** A tag with its allowed values. */
export interface AllowedRow {
  readonly key: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** Tags of some callers, each as `name=value`. */
export interface AssignRow {
  readonly key: string;
  readonly scope: TagScope;
  /** Empty: every one. */
  readonly value: string;
  readonly tags: readonly string[];
  readonly fixed: boolean;
}

/** A header that becomes a tag. */
export interface HeaderRow {
  readonly key: string;
  readonly header: string;
  readonly tag: string;
}

export interface TagPolicyValues {
  readonly name: string;
  readonly scope: PolicyScope;
  readonly enabled: boolean;
  readonly required: readonly string[];
  readonly allowed: readonly AllowedRow[];
  readonly assign: readonly AssignRow[];
  readonly headers: readonly HeaderRow[];
  readonly baggage: readonly string[];
}

export type TagPolicyForm = UseFormReturnType<TagPolicyValues & Record<string, unknown>>;

export const EMPTY_TAG_POLICY: TagPolicyValues = {
  name: '',
  scope: 'workspace',
  enabled: true,
  required: [],
  allowed: [],
  assign: [],
  headers: [],
  baggage: [],
};

export function valuesOfTagPolicy(policy: TagPolicy): TagPolicyValues {
  const { name, workspace_id, enabled, required, baggage } = policy;
  return {
    name,
    scope: workspace_id === null ? 'organization' : 'workspace',
    enabled,
    required: [...required],
    baggage: [...baggage],
    allowed: policy.allowed.map((row, at) => ({ ...row, key: String(at) })),
    headers: policy.headers.map((row, at) => ({ ...row, key: String(at) })),
    assign: policy.assign.map(({ scope = 'all', value = '', tags, fixed = false }, at) => ({
      key: String(at),
      scope,
      value,
      fixed,
      tags: writeTags(tags),
    })),
  };
}

/** Tags as `name=value`. */
export function writeTags(tags: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(tags).map(([name, value]) => `${name}=${value}`);
}

function readTags(tags: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    tags.map((tag) => {
      const [name = '', ...value] = tag.split('=');
      return [name.trim(), value.join('=').trim()];
    }),
  );
}

export function toChangedTagPolicy({ scope: _scope, ...values }: TagPolicyValues): ChangedTagPolicy {
  return {
    name: values.name.trim(),
    enabled: values.enabled,
    required: [...values.required],
    baggage: [...values.baggage],
    allowed: values.allowed.map(({ name, values: allowed }) => ({ name: name.trim(), values: [...allowed] })),
    headers: values.headers.map(({ header, tag }) => ({ header: header.trim().toLowerCase(), tag: tag.trim() })),
    assign: values.assign.map(({ fixed, scope, tags, value }) => ({
      scope,
      ...(scope !== 'all' && value.trim() !== '' && { value: value.trim() }),
      tags: readTags(tags),
      fixed,
    })),
  };
}

export function toNewTagPolicy(values: TagPolicyValues, workspaceId: string): NewTagPolicy {
  const workspace_id = values.scope === 'organization' ? null : workspaceId;
  return { ...toChangedTagPolicy(values), name: values.name.trim(), workspace_id };
}

/** Fields that lack something, with the key of the text that says what. */
export function checkTagPolicy({ allowed, assign, headers, name }: TagPolicyValues) {
  const isTag = (tag: string): boolean => tag.indexOf('=') > 0;
  return {
    ...(name.trim() === '' && { name: 'missing.name' }),
    ...(allowed.some((row) => row.name.trim() === '' || row.values.length === 0) && { allowed: 'missing.allowed' }),
    ...(assign.some(({ tags }) => tags.length === 0 || !tags.every(isTag)) && { assign: 'missing.assign' }),
    ...(headers.some(({ header, tag }) => header.trim() === '' || tag.trim() === '') && { headers: 'missing.headers' }),
  };
}

/** True for a policy that says nothing. */
export function saysNothing({ allowed, assign, baggage, headers, required }: TagPolicy): boolean {
  return [allowed, assign, baggage, headers, required].every(({ length }) => length === 0);
}
