import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exportHref } from '../../api/export-href.js';
import { useSession } from '../../api/session.js';
import { late } from '../../ui/late.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { SavedViews } from '../../ui/table/saved-views.js';
import { AddMarkedToDataset } from './add-to-dataset.js';
import { CaptureBanner } from './payload-capture.js';
import { type useRequests, useSeesOthers } from './queries.js';
import { RequestFilters } from './request-filters.js';
import { countFilters, type RequestSearch, toAuditQuery } from './request-search.js';
import { useRequestColumns } from './use-request-columns.js';
import { useRequestSelection } from './use-request-selection.js';

const Nothing = () => null;

/** Loaded when the list is drawn. */
const RequestDrawer = late(() => import('./request-drawer.js').then((code) => code.RequestDrawer), Nothing);
const CompareDrawer = late(() => import('./compare-drawer.js').then((code) => code.CompareDrawer), Nothing);

interface Props {
  readonly list: ReturnType<typeof useRequests>;
  readonly search: RequestSearch;
  readonly onChange: (patch: Partial<RequestSearch>, options?: { readonly push?: boolean }) => void;
  readonly workspaceId: string;
  readonly isLive: boolean;
}

/** The table of requests with its filters, and the drawers that rows open. */
export function RequestsList({ isLive, list, onChange: change, search, workspaceId }: Props) {
  const { t } = useTranslation('requests');
  const mayAskEverywhere = useSession().can('gateway.audit.read');
  const seesOthers = useSeesOthers();
  const columns = useRequestColumns();
  const selection = useRequestSelection((compare) => change({ compare }, { push: true }));
  const query = toAuditQuery(search, workspaceId, Date.now());
  const { failure, hasMore, isLoading, isLoadingMore, loadMore, retry, rows } = list;
  return (
    <>
      <CaptureBanner workspaceId={workspaceId} />
      <ResourceTable
        tableId="requests"
        tools={
          <>
            <SavedViews page="requests" />
            <AddMarkedToDataset query={query} />
          </>
        }
        selection={seesOthers ? selection : undefined}
        filters={<RequestFilters search={search} onChange={change} workspaceId={workspaceId} />}
        sort={{ order: search.order ?? '-time', onOrder: (order) => change({ order: orderToKeep(order) }) }}
        exportHref={seesOthers ? exportHref('/admin/audit/export', query) : undefined}
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
      <CompareDrawer ids={search.compare} rows={rows} onClose={() => change({ compare: undefined })} />
      <RequestDrawer
        id={search.open}
        tab={search.tab}
        rows={rows}
        onOpen={(id) => change({ open: id })}
        onTab={(tab) => change({ tab })}
        onFilter={(filter) => change({ ...filter, open: undefined, tab: undefined }, { push: true })}
        onClose={() => change({ open: undefined, tab: undefined })}
      />
    </>
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
