import { Anchor, Group, SegmentedControl, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { decimalsOf, MoneyText } from '../../ui/money-text.js';
import { RequestsLink } from '../../ui/requests-link.js';
import { ShareBar } from '../../ui/share-bar.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { SPEND_GROUPS, type SpendGroup, useForecast, useSpenders } from './spend-queries.js';

/** The five teams, models, keys or customers that spent most this month. */
export function Spenders({ workspaceId }: { readonly workspaceId: string | undefined }): ReactNode {
  const { i18n, t } = useTranslation('home');
  const { id } = useWorkspace();
  const [search, setSearch] = useUrlState();
  const group = SPEND_GROUPS.find((name) => name === search.spenders) ?? 'team';
  const { data } = useSpenders(workspaceId, group);
  const { data: month } = useForecast(workspaceId);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const rows = (data?.rows ?? []).filter(({ cost_usd: usd }) => usd > 0);
  const shown = data?.group ?? group;
  const decimals = decimalsOf(rows.map(({ cost_usd: usd }) => usd));
  const total = month?.spent_usd ?? 0;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('spend.most')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('spend.most')}
          value={group}
          onChange={(name) => setSearch({ spenders: name === 'team' ? undefined : name }, { replace: true })}
          data={SPEND_GROUPS.map((value) => ({ value, label: t(`spend.group.${value}`) }))}
        />
      </Group>
      {data === undefined ? (
        <Skeleton h={120} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('spend.nobody')}
        </Text>
      ) : (
        <Table aria-label={t('spend.most')} layout="fixed">
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row[`${shown}_id` as 'team_id'] ?? row[shown] ?? ''}>
                <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  <Spender row={row} group={shown} month={month} workspaceId={workspaceId} />
                </Table.Td>
                <Table.Td w="25%">
                  <ShareBar
                    share={total > 0 ? row.cost_usd / total : 0}
                    aria-label={t('spend.share', { share: share.format(total > 0 ? row.cost_usd / total : 0) })}
                  />
                </Table.Td>
                <Table.Td ta="end" w="25%">
                  <SpentOn row={row} group={shown} workspaceId={workspaceId}>
                    <MoneyText usd={row.cost_usd} decimals={decimals} />
                  </SpentOn>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Anchor
        component={Link}
        size="sm"
        {...({
          to: `/w/${id}/usage`,
          search: { group: shown, ...(workspaceId === undefined && { scope: 'organization' }) },
        } as object)}
      >
        {t('spend.usage')}
      </Anchor>
    </Stack>
  );
}

interface SpenderProps {
  readonly row: NonNullable<ReturnType<typeof useSpenders>['data']>['rows'][number];
  readonly group: SpendGroup;
  readonly month: ReturnType<typeof useForecast>['data'];
  readonly workspaceId: string | undefined;
}

interface SpentOnProps extends Pick<SpenderProps, 'group' | 'row' | 'workspaceId'> {
  readonly children: ReactNode;
}

/** Amount of a spender, which leads to what it was spent on: the models of a team or a key, and the teams of a model. */
function SpentOn({ children, group, row, workspaceId }: SpentOnProps): ReactNode {
  const { t } = useTranslation('home');
  const { id: current } = useWorkspace();
  const name = row[group];
  // Usage of customers is not counted by models.
  if (!name || group === 'customer') return children;
  const search = {
    group: group === 'model' ? 'team' : 'model',
    [group]: (group === 'model' ? undefined : row[`${group}_id`]) ?? name,
    ...(workspaceId === undefined && { scope: 'organization' }),
  };
  return (
    <Anchor
      component={Link}
      inherit
      underline="always"
      title={t('spend.on', { name })}
      {...({ to: `/w/${current}/usage`, search } as object)}
    >
      {children}
    </Anchor>
  );
}

/** Name of a spender, which leads to its requests of the month. */
function Spender({ group, month, row, workspaceId }: SpenderProps): ReactNode {
  const { t } = useTranslation('home');
  const name = row[group];
  // Requests that came without the group have no filter that finds them.
  if (!name) return t(`spend.without.${group}`);
  const id = (group === 'team' || group === 'key' ? row[`${group}_id`] : undefined) ?? name;
  const search = {
    [group]: id,
    ...(month && { from: `${month.from}T00:00:00.000Z`, to: new Date(`${month.to}T24:00:00.000Z`).toISOString() }),
    ...(workspaceId === undefined && { scope: 'organization' }),
  };
  return (
    <RequestsLink search={search} label={t('spend.see', { name })}>
      {name}
    </RequestsLink>
  );
}
