import { Code } from '@mantine/core';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { BenchDrawer } from '../../ui/bench-drawer.js';
import { ColouredCode } from '../../ui/colours/coloured-code.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { EnabledBadge, isNothing, NamesText, PauseButton, ScopeText } from '../../ui/policy-fields.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { TryButton } from '../../ui/try-button.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { GuardrailForm } from './guardrail-form.js';
import {
  EMPTY_GUARDRAIL,
  findGuardrailProblems,
  type Guardrail,
  type GuardrailValues,
  toChangedGuardrail,
  toNewGuardrail,
  valuesOfGuardrail,
} from './guardrail-values.js';
import { createGuardrail, findGuardrail, removeGuardrail, updateGuardrail, useGuardrails } from './queries.js';

const GuardrailBench = lazy(() => import('./guardrail-bench.js'));

/** Members that may hold a credential of a checker. */
const SECRETS = ['headers'];

/** Checks of requests and answers. */
export default function GuardrailsPage(): ReactNode {
  const { t } = useTranslation('guardrails');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search] = useUrlState();
  const done = useChange('guardrails');
  const list = useGuardrails(workspace.id, search.q);
  return (
    <ResourcePage<Guardrail, GuardrailValues>
      namespace="guardrails"
      root="guardrails"
      draftKey={`guardrails:${workspace.id}`}
      secrets={SECRETS}
      list={list}
      actions={<TryButton />}
      columns={[
        {
          id: 'name',
          header: t('field.name'),
          cell: ({ name }) => <RowName name={name} />,
        },
        {
          id: 'state',
          header: t('field.state'),
          cell: (row) => <EnabledBadge enabled={row.enabled} isIdle={isIdle(row)} />,
        },
        { id: 'kind', header: t('field.kind'), cell: ({ kind }) => t(`kind.${kind}`), hideBelow: 'sm' },
        { id: 'phase', header: t('field.phase'), cell: ({ phase }) => t(`phase.${phase}`), hideBelow: 'md' },
        { id: 'mode', header: t('field.mode'), cell: ({ mode }) => t(`mode.${mode}`), hideBelow: 'md' },
        {
          id: 'scope',
          header: t('field.scope'),
          cell: (row) => <ScopeText workspaceId={row.workspace_id} />,
          hideBelow: 'lg',
        },
      ]}
      nameOf={({ name }) => name}
      load={findGuardrail}
      canCreate={can('gateway.guardrails.manage', workspace.id)}
      canManage={({ workspace_id: id }) => can('gateway.guardrails.manage', id ?? undefined)}
      emptyValues={EMPTY_GUARDRAIL}
      toValues={valuesOfGuardrail}
      validate={(values) =>
        Object.fromEntries(Object.entries(findGuardrailProblems(values)).map(([field, key]) => [field, t(key)]))
      }
      create={(values) => createGuardrail(toNewGuardrail(values, workspace.id))}
      update={({ id }, values, version) => updateGuardrail(id, toChangedGuardrail(values), version)}
      remove={({ id }) => removeGuardrail(id)}
      buttons={({ id, enabled }) => (
        <PauseButton enabled={enabled} onChange={(next) => done(updateGuardrail(id, { enabled: next }))} />
      )}
      form={(form, row) => (
        <GuardrailForm form={form} stored={row} hasScope={row === undefined && can('gateway.guardrails.manage')} />
      )}
      details={(guardrail) => <GuardrailFacts guardrail={guardrail} />}
    >
      <BenchDrawer>
        <GuardrailBench rules={list.rows as never} />
      </BenchDrawer>
    </ResourcePage>
  );
}

function GuardrailFacts({ guardrail }: { readonly guardrail: Guardrail }): ReactNode {
  const { t } = useTranslation('guardrails');
  const { id, enabled, workspace_id, kind, phase, mode, models, teams, config, header_names, created_at, updated_at } =
    guardrail;
  return (
    <FactList
      facts={[
        { label: t('field.state'), value: <EnabledBadge enabled={enabled} isIdle={isIdle(guardrail)} /> },
        { label: t('field.scope'), value: <ScopeText workspaceId={workspace_id} /> },
        { label: t('field.kind'), value: t(`kind.${kind}`) },
        { label: t('field.phase'), value: t(`phase.${phase}`) },
        { label: t('field.mode'), value: t(`mode.${mode}`) },
        { label: t('field.models'), value: <NamesText names={models} all={t('everyModel')} /> },
        { label: t('field.teams'), value: <NamesText names={teams} all={t('everyTeam')} /> },
        ...(header_names.length === 0 ? [] : [{ label: t('field.headers'), value: header_names.join(', ') }]),
        {
          label: t('field.config'),
          value: (
            <Code block tabIndex={0} dir="ltr" style={{ maxHeight: 320, overflow: 'auto', whiteSpace: 'pre-wrap' }}>
              <ColouredCode language="json" text={JSON.stringify(config, null, 2)} />
            </Code>
          ),
        },
        { label: t('field.created'), value: <TimeText at={created_at} /> },
        { label: t('field.updated'), value: <TimeText at={updated_at} /> },
        { label: t('field.id'), value: <IdText id={id} /> },
      ]}
    />
  );
}

/** True for a guardrail for no models or no teams. */
const isIdle = ({ models, teams }: Guardrail): boolean => isNothing(models) || isNothing(teams);
