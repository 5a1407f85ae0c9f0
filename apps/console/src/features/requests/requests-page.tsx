import { Button, Group, SegmentedControl, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportHref } from '../../api/export-href.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { SavedViews } from '../../ui/table/saved-views.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { useRequests } from './queries.js';
import { RequestDrawer } from './request-drawer.js';
import { RequestFilters } from './request-filters.js';
import { countFilters, type RequestSearch, toAuditQuery } from './request-search.js';
import { useRequestColumns } from './use-request-columns.js';

/** The requests of a workspace, or of the organization: filtered by the URL, followed live, opened in a drawer. */
export default function RequestsPage() {
  const { t } = useTranslation('requests');
  const { id: workspaceId } = useWorkspace();
  const mayAskEverywhere = useSession().can('gateway.audit.read');
  const [search, change] = useUrlSearch<RequestSearch>();
  const [isLive, setLive] = useState(false);
  const { failure, hasMore, isLoading, isLoadingMore, loadMore, retry, rows } = useRequests(
    search,
    workspaceId,
    isLive,
  );
  const columns = useRequestColumns();
  return (
    <Page
      title={t('title')}
      description={t('description')}
      docs="/docs"
      actions={
        <Group gap="sm">
          {mayAskEverywhere && (
            <SegmentedControl
              size="xs"
              aria-label={t('scope.label')}
              value={search.scope === 'organization' ? 'organization' : 'workspace'}
              onChange={(scope) => change({ scope: scope === 'organization' ? scope : undefined })}
              data={['workspace', 'organization'].map((value) => ({ value, label: t(`scope.${value}`) }))}
            />
          )}
          <Switch
            size="sm"
            label={t('live')}
            checked={isLive}
            onChange={(event) => setLive(event.currentTarget.checked)}
          />
        </Group>
      }
    >
      <ResourceTable
        tableId="requests"
        tools={<SavedViews page="requests" />}
        filters={<RequestFilters search={search} onChange={change} workspaceId={workspaceId} />}
        sort={{ order: search.order ?? '-time', onOrder: (order) => change({ order: orderToKeep(order) }) }}
        exportHref={exportHref('/admin/audit/export', toAuditQuery(search, workspaceId, Date.now()))}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        isLoading={isLoading}
        failure={failure}
        hasMore={hasMore}
        loadMore={loadMore}
        isLoadingMore={isLoadingMore}
        onRetry={retry}
        onOpen={({ id }) => change({ open: id, tab: undefined }, { push: true })}
        empty={emptyOf(search, mayAskEverywhere)}
      />
      <Text size="xs" c="dimmed" role="status" aria-live="polite">
        {isLive ? t('liveNote') : ''}
      </Text>
      <RequestDrawer
        id={search.open}
        tab={search.tab}
        rows={rows}
        onOpen={(id) => change({ open: id })}
        onTab={(tab) => change({ tab })}
        onFilter={(filter) => change({ ...filter, open: undefined, tab: undefined }, { push: true })}
        onClose={() => change({ open: undefined, tab: undefined })}
      />
    </Page>
  );

  /** Says why nothing is listed, and what to do about it. */
  function emptyOf(current: RequestSearch, mayWiden: boolean) {
    if (countFilters(current) > 0) {
      const none = Object.fromEntries(Object.keys(current).map((name) => [name, undefined]));
      const clear = () => change({ ...none, scope: current.scope });
      return { sentence: t('empty.filtered'), action: <Button onClick={clear}>{t('filters.clear')}</Button> };
    }
    if (!mayWiden || current.scope === 'organization') return { sentence: t('empty.none') };
    const widen = () => change({ scope: 'organization' });
    return { sentence: t('empty.workspace'), action: <Button onClick={widen}>{t('empty.widen')}</Button> };
  }
}

/** The newest first is the order of the list by itself. */
function orderToKeep(order: string | undefined): string | undefined {
  return order === '-time' ? undefined : order;
}
