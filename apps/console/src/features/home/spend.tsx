import { Group, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { NearestBudgets } from './nearest-budgets.js';
import { SpendTiles } from './spend-tiles.js';
import { Spenders } from './spenders.js';

/** Spend of today and of the month with its projection, who spent most, and the budgets nearest their limit. */
export function Spend({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('home');
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const mayAskEverywhere = can('gateway.usage.read');
  const isEverywhere = mayAskEverywhere && search.spend === 'organization';
  const place = isEverywhere ? undefined : workspaceId;
  return (
    <Stack gap="sm" component="section" aria-label={t('spend.title')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('spend.title')}
        </Title>
        {mayAskEverywhere && (
          <SegmentedControl
            size="xs"
            aria-label={t('spend.scope')}
            value={isEverywhere ? 'organization' : 'workspace'}
            onChange={(scope) => setSearch({ spend: scope === 'organization' ? scope : undefined }, { replace: true })}
            data={['workspace', 'organization'].map((value) => ({ value, label: t(`spend.of.${value}`) }))}
          />
        )}
      </Group>
      <SpendTiles workspaceId={place} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Spenders workspaceId={place} />
        {can('gateway.budgets.read', workspaceId) && <NearestBudgets workspaceId={place} />}
      </SimpleGrid>
    </Stack>
  );
}
