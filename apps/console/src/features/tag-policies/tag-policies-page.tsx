import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { EnabledBadge, NamesText, PauseButton, ScopeText } from '../../ui/policy-fields.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { ScopedName } from '../../ui/scoped-name.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { createTagPolicy, findTagPolicy, removeTagPolicy, updateTagPolicy, useTagPolicies } from './queries.js';
import { TagPolicyFields } from './tag-policy-form.js';
import {
  checkTagPolicy,
  EMPTY_TAG_POLICY,
  saysNothing,
  type TagPolicy,
  type TagPolicyValues,
  toChangedTagPolicy,
  toNewTagPolicy,
  valuesOfTagPolicy,
  writeTags,
} from './tag-policy-values.js';

const MANAGE = 'gateway.tags.manage';

/** Policies for tags: those that requests must have, those that callers have without sending them, and their sources. */
export default function TagPoliciesPage(): ReactNode {
  const { t } = useTranslation('tag-policies');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search] = useUrlState();
  const done = useChange('tag-policies');
  return (
    <ResourcePage<TagPolicy, TagPolicyValues>
      namespace="tag-policies"
      root="tag-policies"
      draftKey={`tag-policy:${workspace.id}`}
      list={useTagPolicies(workspace.id, search.q)}
      columns={useTagPolicyColumns()}
      nameOf={({ name }) => name}
      load={findTagPolicy}
      canCreate={can(MANAGE, workspace.id)}
      canManage={({ workspace_id: id }) => can(MANAGE, id ?? undefined)}
      emptyValues={EMPTY_TAG_POLICY}
      toValues={valuesOfTagPolicy}
      validate={(values) =>
        Object.fromEntries(Object.entries(checkTagPolicy(values)).map(([field, text]) => [field, t(text)]))
      }
      create={(values) => createTagPolicy(toNewTagPolicy(values, workspace.id))}
      update={({ id }, values, version) => updateTagPolicy(id, toChangedTagPolicy(values), version)}
      remove={({ id }) => removeTagPolicy(id)}
      buttons={({ id, enabled }) => (
        <PauseButton enabled={enabled} onChange={(next) => done(updateTagPolicy(id, { enabled: next }))} />
      )}
      form={(form, row) => (
        <TagPolicyFields form={form} workspaceId={workspace.id} hasScope={row === undefined && can(MANAGE)} />
      )}
      details={(policy) => <TagPolicyFacts policy={policy} />}
    />
  );
}

function useTagPolicyColumns(): readonly ResourceColumn<TagPolicy>[] {
  const { t } = useTranslation('tag-policies');
  return [
    { id: 'name', header: t('field.name'), cell: ({ name }) => <RowName name={name} /> },
    {
      id: 'state',
      header: t('field.state'),
      cell: (policy) => <EnabledBadge enabled={policy.enabled} isIdle={saysNothing(policy)} />,
    },
    {
      id: 'required',
      header: t('field.required'),
      cell: ({ required }) => <NamesText names={required} all="" />,
      hideBelow: 'sm',
    },
    {
      id: 'assigned',
      header: t('field.assign'),
      cell: ({ assign }) => <NamesText names={assign.flatMap(({ tags }) => writeTags(tags))} all="" />,
      hideBelow: 'md',
    },
    {
      id: 'scope',
      header: t('field.scope'),
      cell: ({ workspace_id: id }) => <ScopeText workspaceId={id} />,
      hideBelow: 'md',
    },
  ];
}

function TagPolicyFacts({ policy }: { readonly policy: TagPolicy }): ReactNode {
  const { t } = useTranslation('tag-policies');
  const { allowed, assign, headers } = policy;
  return (
    <FactList
      facts={[
        { label: t('field.state'), value: <EnabledBadge enabled={policy.enabled} isIdle={saysNothing(policy)} /> },
        { label: t('field.scope'), value: <ScopeText workspaceId={policy.workspace_id} /> },
        { label: t('field.required'), value: <NamesText names={policy.required} all="" /> },
        {
          label: t('field.allowed'),
          value: <Lines lines={allowed.map(({ name, values }) => [name, `${name}: ${values.join(', ')}`])} />,
        },
        {
          label: t('field.assign'),
          value: (
            <Stack gap={4}>
              {assign.length === 0 && t('none')}
              {assign.map(({ fixed, scope = 'all', tags, value }) => (
                <span key={`${scope}:${value}:${writeTags(tags)}`}>
                  {t(`scope.${scope}`)}
                  {value !== undefined && ' '}
                  {value !== undefined && (
                    <ScopedName dimension={scope} part={value} workspaceId={policy.workspace_id ?? undefined} />
                  )}
                  : {writeTags(tags).join(', ')} {fixed && `· ${t('isFixed')}`}
                </span>
              ))}
            </Stack>
          ),
        },
        {
          label: t('field.headers'),
          value: <Lines lines={headers.map(({ header, tag }) => [`${header}:${tag}`, `${header} → ${tag}`])} />,
        },
        { label: t('field.baggage'), value: <NamesText names={policy.baggage} all="" /> },
        { label: t('field.updated'), value: <TimeText at={policy.updated_at} /> },
        { label: t('field.id'), value: <IdText id={policy.id} /> },
      ]}
    />
  );
}

/** Texts below each other, with their keys. */
function Lines({ lines }: { readonly lines: readonly (readonly [string, string])[] }): ReactNode {
  const { t } = useTranslation('tag-policies');
  if (lines.length === 0) return t('none');
  return (
    <Stack gap={4}>
      {lines.map(([key, text]) => (
        <span key={key}>{text}</span>
      ))}
    </Stack>
  );
}
