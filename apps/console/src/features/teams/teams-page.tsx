import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportHref } from '../../api/export-href.js';
import { useSession } from '../../api/session.js';
import { ConfigLock } from '../../ui/config-lock.js';
import { CountText } from '../../ui/count-text.js';
import { CreateButton } from '../../ui/create-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { CsvImport } from '../../ui/table/csv/csv-import.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useTableSearch } from '../../ui/table/use-table-search.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { EMPTY_TEAM, type Team, useTeamActions, useTeams } from './queries.js';
import { TeamDrawer } from './team-drawer.js';
import { TeamForm } from './team-form.js';
import { TEAM_COLUMNS, toTeamOfLine } from './team-lines.js';
import { useTeamSelection } from './use-team-selection.js';

/** Teams: which models people and keys may use, and how much of them. */
export default function TeamsPage(): ReactNode {
  const { t } = useTranslation('teams');
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const { list, query } = useTeams(search.q, search.order);
  const { createQuietly, reload } = useTeamActions();
  const selection = useTeamSelection();
  const close = (): void => setSearch({ open: undefined });
  const create = can('gateway.teams.manage') && (
    <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      <ResourceTable
        tableId="teams"
        {...list}
        sort={{ order: search.order, onOrder: (order) => setSearch({ order }) }}
        selection={create === false ? undefined : selection}
        exportHref={exportHref('/admin/teams/export', query)}
        tools={
          create !== false && (
            <CsvImport
              title={t('importTitle')}
              columns={TEAM_COLUMNS}
              required={1}
              work={(cells) => createQuietly(toTeamOfLine(cells))}
              onDone={reload}
            />
          )
        }
        columns={useTeamColumns()}
        getRowId={({ id }) => id}
        onOpen={({ id }) => setSearch({ open: id })}
        search={useTableSearch(t('search'))}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: create }}
      />
      <NewTeam opened={search.open === 'new'} onClose={close} />
      {search.open !== undefined && search.open !== 'new' && <TeamDrawer id={search.open} onClose={close} />}
    </Page>
  );
}

function useTeamColumns(): readonly ResourceColumn<Team>[] {
  const { t } = useTranslation('teams');
  const limit = (n: number): ReactNode => (n === 0 ? t('unlimited') : <CountText n={n} />);
  return [
    {
      id: 'name',
      sort: 'name',
      header: t('field.name'),
      cell: ({ name, source }) => <RowName name={name} mark={source === 'config' && <ConfigLock />} />,
    },
    {
      id: 'models',
      header: t('field.models'),
      cell: ({ allowed_models: models }) =>
        models === null
          ? t('allModels')
          : models.length === 0
            ? t('noModels')
            : t('modelCount', { count: models.length }),
    },
    {
      id: 'rpm',
      sort: 'rpm_limit',
      header: t('field.rpm'),
      align: 'end',
      cell: ({ rpm_limit: n }) => limit(n),
      hideBelow: 'md',
    },
    {
      id: 'tpm',
      sort: 'tpm_limit',
      header: t('field.tpm'),
      align: 'end',
      cell: ({ tpm_limit: n }) => limit(n),
      hideBelow: 'md',
    },
    {
      id: 'budget',
      sort: 'token_budget_monthly',
      header: t('field.budget'),
      align: 'end',
      cell: ({ token_budget_monthly: n }) => limit(n),
      hideBelow: 'lg',
    },
    {
      id: 'created',
      sort: 'created_at',
      header: t('field.created'),
      cell: ({ created_at: at }) => <TimeText at={at} />,
      hideBelow: 'lg',
    },
  ];
}

interface NewTeamProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The form of a new team, which is opened when it is made. */
function NewTeam({ opened, onClose }: NewTeamProps): ReactNode {
  const { t } = useTranslation('teams');
  const [, setSearch] = useUrlState();
  const { create } = useTeamActions();
  return (
    <FormDrawer
      opened={opened}
      title={t('create.title')}
      onClose={onClose}
      draftKey="team:new"
      row={undefined}
      initialValues={EMPTY_TEAM}
      validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
      submitLabel={t('action.create')}
      onSubmit={async (values) => {
        const { id } = await create(values);
        setSearch({ open: id });
      }}
    >
      {(form) => <TeamForm form={form} />}
    </FormDrawer>
  );
}
