import { Button, Group, Select, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { ActionButton } from '../../../ui/action-button.js';
import { loadChartSoon } from '../../../ui/chart.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { CreateButton } from '../../../ui/create-button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { Page } from '../../../ui/page.js';
import { useUrlState } from '../../../ui/use-url-state.js';
import { ChartCard } from './chart-card.js';
import { type Dashboard, MOST_DASHBOARDS, useDashboardActions, useDashboards, useMayChange } from './queries.js';

loadChartSoon();

/** Charts of usage that people of the workspace chose and share. */
export default function DashboardsPage(): ReactNode {
  const { t } = useTranslation('dashboards');
  const [{ dashboard: chosen, open }, setSearch] = useUrlState();
  const list = useDashboards();
  const all = list.data ?? [];
  const shown = all.find(({ id }) => id === chosen) ?? all[0];
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        all.length > 0 &&
        all.length < MOST_DASHBOARDS && (
          <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>
        )
      }
    >
      {list.isPending && <Skeleton h={320} />}
      {list.error && <FailureNotice failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data && shown === undefined && (
        <EmptyState
          sentence={t('empty')}
          action={
            <Group>
              <UsageButton />
              <Button variant="default" onClick={() => setSearch({ open: 'new' })}>
                {t('action.create')}
              </Button>
            </Group>
          }
        />
      )}
      {shown && <OpenDashboard key={shown.id} dashboard={shown} all={all} />}
      <NameForm isOpen={open === 'new'} dashboard={undefined} />
      {shown && <NameForm isOpen={open === 'rename'} dashboard={shown} />}
    </Page>
  );
}

function UsageButton(): ReactNode {
  const { t } = useTranslation('dashboards');
  const { id } = useWorkspace();
  return (
    <Button component={Link} {...({ to: `/w/${id}/usage` } as object)}>
      {t('toUsage')}
    </Button>
  );
}

interface OpenProps {
  readonly dashboard: Dashboard;
  readonly all: readonly Dashboard[];
}

function OpenDashboard({ all, dashboard }: OpenProps): ReactNode {
  const { t } = useTranslation(['dashboards', 'usage']);
  const [, setSearch] = useUrlState();
  const [isRemoving, setRemoving] = useState(false);
  const { reload, remove, setCharts } = useDashboardActions();
  const mayChange = useMayChange()(dashboard);
  const { charts } = dashboard;
  return (
    <>
      <Group align="flex-end" gap="sm" mb={16}>
        <Select
          label={t('add.dashboard')}
          data={all.map(({ id, name }) => ({ value: id, label: name }))}
          value={dashboard.id}
          allowDeselect={false}
          onChange={(id) => setSearch({ dashboard: id ?? undefined })}
        />
        {mayChange && (
          <>
            <ActionButton icon={IconPencil} onClick={() => setSearch({ dashboard: dashboard.id, open: 'rename' })}>
              {t('action.rename')}
            </ActionButton>
            <ActionButton icon={IconTrash} c="red" onClick={() => setRemoving(true)}>
              {t('action.remove')}
            </ActionButton>
          </>
        )}
      </Group>
      {charts.length === 0 && <EmptyState sentence={t('noCharts')} action={<UsageButton />} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {charts.map((chart, index) => (
          <ChartCard
            // biome-ignore lint/suspicious/noArrayIndexKey: charts have no ids, and two may be alike.
            key={`${JSON.stringify(chart)} ${index}`}
            chart={chart}
            charts={charts}
            index={index}
            onChange={mayChange ? (next) => setCharts(dashboard, next) : undefined}
            onFailure={() => void reload()}
          />
        ))}
      </SimpleGrid>
      {charts.length > 0 && (
        <Text size="xs" c="dimmed" mt={16}>
          {t('usage:utc')}
        </Text>
      )}
      <ConfirmDialog
        opened={isRemoving}
        title={t('remove.title', { name: dashboard.name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.remove')}
        danger
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          await remove(dashboard);
          setSearch({ dashboard: undefined });
        }}
      />
    </>
  );
}

interface NameFormProps {
  readonly isOpen: boolean;
  /** Undefined: a new one. */
  readonly dashboard: Dashboard | undefined;
}

function NameForm({ dashboard, isOpen }: NameFormProps): ReactNode {
  const { t } = useTranslation('dashboards');
  const [, setSearch] = useUrlState();
  const { id: workspaceId } = useWorkspace();
  const { create, rename } = useDashboardActions();
  return (
    <FormDrawer
      opened={isOpen}
      title={t(dashboard ? 'action.rename' : 'action.create')}
      onClose={() => setSearch({ open: undefined })}
      row={dashboard}
      draftKey={dashboard ? `dashboard:${dashboard.id}` : `dashboard:${workspaceId}:new`}
      initialValues={{ name: dashboard?.name ?? '' }}
      validate={{ name: (name: string) => (name.trim() === '' ? t('required.name') : null) }}
      submitLabel={t(dashboard ? 'action.rename' : 'action.create')}
      onSubmit={async ({ name }, version) => {
        const { id } = await (dashboard ? rename(dashboard.id, name.trim(), version) : create(name.trim()));
        setSearch({ dashboard: id, open: undefined });
      }}
    >
      {(form) => (
        <TextInput
          label={t('field.name')}
          description={t('field.nameHint')}
          required
          data-autofocus
          maxLength={100}
          {...form.getInputProps('name')}
        />
      )}
    </FormDrawer>
  );
}
