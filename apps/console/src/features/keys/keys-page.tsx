import { Group, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportHref } from '../../api/export-href.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CreateButton } from '../../ui/create-button.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { SavedViews } from '../../ui/table/saved-views.js';
import { useTableSearch } from '../../ui/table/use-table-search.js';
import { TryKey } from '../../ui/try-key.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { useKeyColumns } from './key-columns.js';
import { KeyDialogs } from './key-dialogs.js';
import { KeyFilterPickers } from './key-filter-pickers.js';
import { KeyImport } from './key-import.js';
import { useKeyActions, useKeys } from './queries.js';
import { useKeySelection } from './use-key-selection.js';

/** API keys: of every workspace for people who may see them all, else those that are bound to this one. */
export default function KeysPage(): ReactNode {
  const { t } = useTranslation('keys');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const [secret, setSecret] = useState<string>();
  const seesAll = can('gateway.keys.read');
  const isNarrow = !seesAll || search.scope === 'workspace';
  const { list, query } = useKeys({
    q: search.q,
    workspaceId: isNarrow ? workspace.id : undefined,
    team: search.team,
    owner: search.owner,
    state: search.state,
    order: search.order,
  });
  const columns = useKeyColumns(!isNarrow, list.rows);
  const selection = useKeySelection();
  const actions = useKeyActions();
  const isFiltered = Boolean(search.q || search.team || search.owner || search.state);
  const canCreate = can('gateway.keys.manage', workspace.id);
  const create = canCreate && (
    <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      {seesAll && (
        <Group mb={16}>
          <SegmentedControl
            aria-label={t('scope.label')}
            value={isNarrow ? 'workspace' : 'all'}
            onChange={(scope) => setSearch({ scope: scope === 'all' ? undefined : scope })}
            data={[
              { value: 'all', label: t('scope.all') },
              {
                value: 'workspace',
                label: (
                  <Text span inherit truncate maw={200}>
                    {workspace.name}
                  </Text>
                ),
              },
            ]}
          />
        </Group>
      )}
      <ResourceTable
        tableId="keys"
        {...list}
        sort={{ order: search.order, onOrder: (order) => setSearch({ order }) }}
        selection={canCreate ? selection : undefined}
        exportHref={exportHref('/admin/keys/export', query)}
        filters={<KeyFilterPickers search={search} onChange={setSearch} />}
        tools={
          <>
            <SavedViews page="keys" />
            {canCreate && <KeyImport create={actions.createQuietly} onDone={actions.reload} />}
          </>
        }
        columns={columns}
        getRowId={({ id }) => id}
        onOpen={({ id }) => setSearch({ open: id })}
        search={useTableSearch(t('search'))}
        empty={{ sentence: isFiltered ? t('noMatch') : t('empty'), action: create }}
      />
      <KeyDialogs open={search.open} onClose={() => setSearch({ open: undefined })} onSecret={setSecret} />
      {secret !== undefined && (
        <SecretOnce secret={secret} label={t('secret')} onClose={() => setSecret(undefined)}>
          <TryKey secret={secret} />
        </SecretOnce>
      )}
    </Page>
  );
}
