import { Code, Stack } from '@mantine/core';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { BenchDrawer } from '../../ui/bench-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { EnabledBadge, PauseButton, ScopeText } from '../../ui/policy-fields.js';
import { ResourcePage } from '../../ui/resource-page.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { TryButton } from '../../ui/try-button.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { PiiForm } from './pii-form.js';
import {
  EMPTY_PII_POLICY,
  isIdle,
  type PiiPolicy,
  type PiiValues,
  toChangedPiiPolicy,
  toNewPiiPolicy,
  valuesOfPiiPolicy,
} from './pii-values.js';
import { createPiiPolicy, findPiiPolicy, removePiiPolicy, updatePiiPolicy, usePiiPolicies } from './queries.js';
import { listTried } from './try-pii-policy.js';

const PiiBench = lazy(() => import('./pii-bench.js'));

/** Policies for personal data in requests and in answers. */
export default function PiiPage(): ReactNode {
  const { t } = useTranslation('pii');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search] = useUrlState();
  const done = useChange('pii-policies');
  const list = usePiiPolicies(workspace.id, search.q);
  return (
    <ResourcePage<PiiPolicy, PiiValues>
      namespace="pii"
      root="pii-policies"
      draftKey={`pii:${workspace.id}`}
      list={list}
      actions={<TryButton />}
      columns={usePiiColumns()}
      nameOf={({ name }) => name}
      load={findPiiPolicy}
      canCreate={can('gateway.pii.manage', workspace.id)}
      canManage={({ workspace_id: id }) => can('gateway.pii.manage', id ?? undefined)}
      emptyValues={EMPTY_PII_POLICY}
      toValues={valuesOfPiiPolicy}
      validate={{ name: (name) => (String(name).trim() ? null : t('required.name')) }}
      create={(values) => createPiiPolicy(toNewPiiPolicy(values, workspace.id))}
      update={({ id }, values, version) => updatePiiPolicy(id, toChangedPiiPolicy(values), version)}
      remove={({ id }) => removePiiPolicy(id)}
      buttons={({ id, enabled }) => (
        <PauseButton enabled={enabled} onChange={(next) => done(updatePiiPolicy(id, { enabled: next }))} />
      )}
      form={(form, row) => <PiiForm form={form} hasScope={row === undefined && can('gateway.pii.manage')} />}
      details={(policy) => <PiiFacts policy={policy} />}
    >
      <BenchDrawer>
        <PiiBench policies={listTried(list.rows)} />
      </BenchDrawer>
    </ResourcePage>
  );
}

function Patterns({ policy }: { readonly policy: PiiPolicy }): ReactNode {
  return (
    <Stack gap={4}>
      {policy.custom_entities.map(({ name, pattern }) => (
        <span key={name}>
          {name} <Code>{pattern}</Code>
        </span>
      ))}
    </Stack>
  );
}

function usePiiColumns(): readonly ResourceColumn<PiiPolicy>[] {
  const { t } = useTranslation('pii');
  const nameEntities = useEntityNames();
  return [
    { id: 'name', header: t('field.name'), cell: ({ name }) => <RowName name={name} /> },
    {
      id: 'state',
      header: t('field.state'),
      cell: (row) => <EnabledBadge enabled={row.enabled} isIdle={isIdle(row)} />,
    },
    { id: 'input', header: t('field.input'), cell: ({ input }) => t(`input.${input}`), hideBelow: 'sm' },
    { id: 'output', header: t('field.output'), cell: ({ output }) => t(`output.${output}`), hideBelow: 'sm' },
    { id: 'entities', header: t('field.entities'), cell: nameEntities, hideBelow: 'lg' },
    {
      id: 'scope',
      header: t('field.scope'),
      cell: (row) => <ScopeText workspaceId={row.workspace_id} />,
      hideBelow: 'md',
    },
  ];
}

/** Names the entities of a policy, the policy's own ones last. */
function useEntityNames(): (policy: PiiPolicy) => string {
  const { t } = useTranslation('pii');
  return ({ entities, custom_entities: custom }) =>
    [...entities.map((entity) => t(`entity.${entity}`)), ...custom.map(({ name }) => name)].join(', ') || '—';
}

function PiiFacts({ policy }: { readonly policy: PiiPolicy }): ReactNode {
  const { t } = useTranslation('pii');
  const nameEntities = useEntityNames();
  return (
    <FactList
      facts={[
        { label: t('field.state'), value: <EnabledBadge enabled={policy.enabled} isIdle={isIdle(policy)} /> },
        { label: t('field.scope'), value: <ScopeText workspaceId={policy.workspace_id} /> },
        { label: t('field.input'), value: t(`input.${policy.input}`) },
        { label: t('field.output'), value: t(`output.${policy.output}`) },
        { label: t('field.entities'), value: nameEntities(policy) },
        ...(policy.custom_entities.length === 0
          ? []
          : [{ label: t('field.custom'), value: <Patterns policy={policy} /> }]),
        { label: t('field.placeholder'), value: <Code>{policy.placeholder}</Code> },
        { label: t('field.restore'), value: t(policy.restore ? 'yes' : 'no') },
        { label: t('field.created'), value: <TimeText at={policy.created_at} /> },
        { label: t('field.updated'), value: <TimeText at={policy.updated_at} /> },
        { label: t('field.id'), value: <IdText id={policy.id} /> },
      ]}
    />
  );
}
