import { Anchor, Group, Skeleton, Stack, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { Chart } from '../../ui/chart.js';
import { CountText } from '../../ui/count-text.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { formatMoney, MoneyText } from '../../ui/money-text.js';
import { RequestsLink } from '../../ui/requests-link.js';
import { firstDay, SHOWN_DAYS, useCustomer } from './queries.js';

interface CustomerDetailsProps {
  readonly customer: string;
  /** Undefined: all workspaces. */
  readonly workspaceId: string | undefined;
}

/** What one customer spends: this month with its projection, by day, and where to look further. */
export function CustomerDetails({ customer, workspaceId }: CustomerDetailsProps): ReactNode {
  const { t } = useTranslation('customers');
  const { id } = useWorkspace();
  const { can } = useSession();
  const { data, error, refetch } = useCustomer(workspaceId, customer);
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={240} />;
  const { forecast } = data;
  const scope = workspaceId === undefined ? { scope: 'organization' } : {};
  return (
    <Stack gap={16}>
      <FactList
        facts={[
          { label: t('today'), value: <MoneyText usd={forecast.today_usd} /> },
          { label: t('month'), value: <MoneyText usd={forecast.spent_usd} /> },
          {
            label: t('expected'),
            value: (
              <>
                <MoneyText usd={forecast.expected_usd} /> (<MoneyText usd={forecast.low_usd} /> –{' '}
                <MoneyText usd={forecast.high_usd} />)
              </>
            ),
          },
        ]}
      />
      <CustomerChart days={data.days} />
      <Group gap={16}>
        <RequestsLink search={{ customer, range: '30d', ...scope }}>{t('seeRequests')}</RequestsLink>
        <Anchor
          component={Link}
          {...({
            to: `/w/${id}/usage`,
            search: { group: 'customer', value: customer, range: '30d', ...scope },
          } as object)}
        >
          {t('seeUsage')}
        </Anchor>
        {can('org.usage.read') && (
          <Anchor
            component={Link}
            {...({ to: '/org/statements', search: { by: 'customer', subject: customer } } as object)}
          >
            {t('seeStatement')}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}

function CustomerChart({
  days,
}: {
  readonly days: readonly { readonly day: string | null; readonly cost_usd: number; readonly requests: number }[];
}): ReactNode {
  const { i18n, t } = useTranslation('customers');
  const byDay = new Map(days.map((row) => [row.day, row]));
  const begin = Date.parse(firstDay(Date.now()));
  const points = Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = new Date(begin + index * 86_400_000).toISOString().slice(0, 10);
    return {
      x: day.slice('2027-'.length),
      value: byDay.get(day)?.cost_usd ?? 0,
      requests: byDay.get(day)?.requests ?? 0,
    };
  });
  const table = (
    <Table.ScrollContainer minWidth={0} mah={240} type="native">
      <Table aria-label={t('byDay')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('day')}</Table.Th>
            <Table.Th ta="end">{t('requests')}</Table.Th>
            <Table.Th ta="end">{t('cost')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map(({ requests, value, x }) => (
            <Table.Tr key={x}>
              <Table.Td>{x}</Table.Td>
              <Table.Td ta="end">
                <CountText n={requests} />
              </Table.Td>
              <Table.Td ta="end">
                <MoneyText usd={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
  return (
    <Chart
      kind="bar"
      label={t('byDay')}
      series={[{ name: 'value', label: t('cost') }]}
      points={points}
      table={table}
      format={(value) => formatMoney(value, i18n.language)}
      height={180}
    />
  );
}
