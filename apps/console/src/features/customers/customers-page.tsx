import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { decimalsOf, MoneyText } from '../../ui/money-text.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { CustomerDetails } from './customer-details.js';
import { type Customer, useCustomers } from './queries.js';

/** End customers that requests were made for, by what they spent. */
export default function CustomersPage(): ReactNode {
  const { t } = useTranslation('customers');
  const workspace = useWorkspace();
  const mayAskEverywhere = useSession().can('gateway.usage.read');
  const [search, setSearch] = useUrlState();
  const isEverywhere = mayAskEverywhere && search.scope === 'organization';
  const place = isEverywhere ? undefined : workspace.id;
  const list = useCustomers(place, search.q);
  const decimals = decimalsOf(list.rows.map(({ cost_usd: usd }) => usd));
  const { open } = search;
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        mayAskEverywhere && (
          <SegmentedControl
            size="xs"
            aria-label={t('scope.label')}
            value={isEverywhere ? 'organization' : 'workspace'}
            onChange={(scope) => setSearch({ scope: scope === 'organization' ? scope : undefined })}
            data={['workspace', 'organization'].map((value) => ({ value, label: t(`scope.${value}`) }))}
          />
        )
      }
    >
      <ResourceTable
        {...list}
        search={{ value: search.q ?? '', label: t('search'), onChange: (q) => setSearch({ q: q || undefined }) }}
        columns={[
          { id: 'customer', header: t('customer'), cell: ({ customer }: Customer) => customer },
          {
            id: 'requests',
            header: t('requests'),
            align: 'end' as const,
            cell: (row: Customer) => <CountText n={row.requests} />,
          },
          {
            id: 'errors',
            header: t('errors'),
            align: 'end' as const,
            cell: (row: Customer) => <CountText n={row.refused_requests + row.failed_requests} />,
            hideBelow: 'sm' as const,
          },
          {
            id: 'tokens',
            header: t('tokens'),
            align: 'end' as const,
            cell: (row: Customer) => <CountText n={row.total_tokens} />,
            hideBelow: 'sm' as const,
          },
          {
            id: 'cost',
            header: t('cost'),
            align: 'end' as const,
            cell: (row: Customer) => <MoneyText usd={row.cost_usd} decimals={decimals} />,
          },
        ]}
        getRowId={({ customer }) => customer ?? ''}
        onOpen={({ customer }) => setSearch({ open: customer ?? undefined })}
        empty={{ sentence: search.q === undefined ? t('empty') : t('noMatch') }}
      />
      <DetailDrawer opened={open !== undefined} title={open ?? ''} onClose={() => setSearch({ open: undefined })}>
        {open !== undefined && <CustomerDetails customer={open} workspaceId={place} />}
      </DetailDrawer>
    </Page>
  );
}
