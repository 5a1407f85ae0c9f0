import { Stack, Text } from '@mantine/core';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { BenchDrawer } from '../../ui/bench-drawer.js';
import { CountText } from '../../ui/count-text.js';
import { CreateButton } from '../../ui/create-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useTableSearch } from '../../ui/table/use-table-search.js';
import { TryButton } from '../../ui/try-button.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { useRateLimitActions, useRateLimits } from './queries.js';
import { RateLimitDrawer } from './rate-limit-drawer.js';
import { RateLimitForm } from './rate-limit-form.js';
import { CEILINGS, EMPTY_RATE_LIMIT, hasCeiling, type RateLimit, toNewRateLimit } from './rate-limit-values.js';
import { SubjectText } from './subject-text.js';

const RateLimitBench = lazy(() => import('./rate-limit-bench.js'));

/** Rate-limit policies of the workspace, and those of the organization that apply to it. */
export default function RateLimitsPage(): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const list = useRateLimits(workspace.id, search.q);
  const { create: createLimit } = useRateLimitActions();
  const close = (): void => setSearch({ open: undefined });
  const create = can('gateway.ratelimits.manage', workspace.id) && (
    <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>
  );
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <TryButton />
          {create}
        </>
      }
    >
      <ResourceTable
        {...list}
        columns={useRateLimitColumns()}
        getRowId={({ id }) => id}
        onOpen={({ id }) => setSearch({ open: id })}
        search={useTableSearch(t('search'))}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: create }}
      />
      <FormDrawer
        opened={search.open === 'new'}
        title={t('create.title')}
        onClose={close}
        draftKey={`rate-limit:${workspace.id}:new`}
        row={undefined}
        initialValues={EMPTY_RATE_LIMIT}
        validate={(values) => ({
          name: values.name.trim() ? null : t('required.name'),
          identity: values.subject === 'everybody' || values.identity !== null ? null : t('required.identity'),
          ceilings: hasCeiling(values) ? null : t('required.ceiling'),
        })}
        submitLabel={t('action.create')}
        onSubmit={async (values) => {
          await createLimit(toNewRateLimit(values, workspace.id));
          close();
          notify.success(t('done.create'));
        }}
      >
        {(form) => (
          <RateLimitForm form={form} workspaceId={workspace.id} isNew canWiden={can('gateway.ratelimits.manage')} />
        )}
      </FormDrawer>
      {search.open !== undefined && search.open !== 'new' && <RateLimitDrawer id={search.open} onClose={close} />}
      <BenchDrawer>
        <RateLimitBench workspaceId={workspace.id} />
      </BenchDrawer>
    </Page>
  );
}

function Ceilings({ limit }: { readonly limit: RateLimit }): ReactNode {
  const { t } = useTranslation('rate-limits');
  return (
    <Stack gap={0}>
      {CEILINGS.filter((name) => limit[name] > 0).map((name) => (
        <Text key={name} size="xs">
          <CountText n={limit[name]} /> {t(`unit.${name}`)}
        </Text>
      ))}
    </Stack>
  );
}

function useRateLimitColumns(): readonly ResourceColumn<RateLimit>[] {
  const { t } = useTranslation('rate-limits');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name }) => <RowName name={name} />,
    },
    {
      id: 'state',
      header: t('field.state'),
      cell: ({ enabled }) => (
        <StateBadge state={enabled ? 'ok' : 'off'} label={t(enabled ? 'state.on' : 'state.off')} />
      ),
    },
    {
      id: 'subject',
      header: t('field.subject'),
      cell: (limit) => <SubjectText limit={limit} />,
      hideBelow: 'sm',
    },
    { id: 'model', header: t('field.model'), cell: ({ model }) => model ?? t('everyModel'), hideBelow: 'lg' },
    { id: 'limits', header: t('field.limits'), cell: (limit) => <Ceilings limit={limit} />, hideBelow: 'sm' },
    { id: 'scope', header: t('field.scope'), cell: ({ scope }) => t(`scope.${scope}`), hideBelow: 'md' },
  ];
}
