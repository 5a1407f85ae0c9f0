import { Box, Skeleton, Table, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { CountText } from '../../../ui/count-text.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { decimalsOf, MoneyText } from '../../../ui/money-text.js';
import { ChangeText } from '../change-text.js';
import { GroupName } from '../group-name.js';
import { periodBefore, readPeriod } from '../periods.js';
import { type UsageData, type UsageRequest, useDrawnGroups, useTotals, useUsage } from '../queries.js';
import { UsageChart } from '../usage-chart.js';
import { compareRows, keyOf, type Metric } from '../usage-rows.js';
import { askedOf, type DashboardChart } from './chart-search.js';

/** Groups that a table lists. */
const LISTED = 10;
/** Height of what is drawn, so that a page does not jump when it comes. */
const HEIGHT = 280;

/** What a chart shows now. Nothing is read before it is near the visible part of the page. */
export function ChartBody({ chart }: { readonly chart: DashboardChart }): ReactNode {
  const { entry, ref } = useIntersection({ rootMargin: '200px' });
  const [wasSeen, setSeen] = useState(false);
  const isSeen = entry?.isIntersecting === true;
  useEffect(() => {
    if (isSeen) setSeen(true);
  }, [isSeen]);
  const { id: workspaceId } = useWorkspace();
  const { filters } = chart;
  const request = { filters, workspaceId, period: readPeriod({ range: chart.span }, Date.now()), mostPages: 2 };
  return (
    <Box ref={ref} mih={chart.kind === 'number' ? 72 : HEIGHT}>
      {chart.kind === 'number' ? (
        <TotalFigure chart={chart} request={request} isWanted={wasSeen} />
      ) : (
        <GroupedFigures chart={chart} request={request} isWanted={wasSeen} />
      )}
    </Box>
  );
}

interface FiguresProps {
  readonly chart: DashboardChart;
  readonly request: UsageRequest;
  readonly isWanted: boolean;
}

function TotalFigure({ chart: { measure }, isWanted, request }: FiguresProps): ReactNode {
  const { t } = useTranslation('dashboards');
  const { data, error, refetch } = useTotals(request, periodBefore(request.period), isWanted);
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={72} />;
  return (
    <>
      <Text size="xl" fw={600} component="div">
        {measure === 'cost_usd' ? <MoneyText usd={data.now.cost_usd} /> : <CountText n={data.now[measure]} />}
      </Text>
      <Text size="xs" c="dimmed">
        {t('against')}
      </Text>
      <ChangeText now={data.now[measure]} before={data.before[measure]} />
    </>
  );
}

function GroupedFigures({ chart, isWanted, request }: FiguresProps): ReactNode {
  const { t } = useTranslation(['dashboards', 'usage']);
  const { kind, measure } = chart;
  const { data, error, refetch } = useUsage(askedOf(chart), request, undefined, isWanted);
  const drawn = useDrawnGroups(kind === 'table' ? undefined : data, request, measure);
  const failure = error ?? drawn.error;
  if (failure) return <FailureNotice failure={failure} onRetry={() => void (error ? refetch() : drawn.refetch())} />;
  if (data === undefined || drawn.isLoading) return <Skeleton h={HEIGHT} />;
  if (data.days.rows.length === 0) return <Text c="dimmed">{t('usage:none')}</Text>;
  if (kind === 'table') return <LargestGroups chart={chart} data={data} request={request} />;
  return (
    <UsageChart
      kind={kind === 'line' ? 'line' : 'bar'}
      data={data}
      drawn={drawn.data ?? []}
      period={request.period}
      before={undefined}
      metric={measure}
      filters={{ ...chart.filters }}
    />
  );
}

interface LargestGroupsProps extends Pick<FiguresProps, 'chart' | 'request'> {
  readonly data: UsageData;
}

/** The groups with the highest sums. A name leads to the requests. */
function LargestGroups({ chart: { filters, measure, title }, data, request }: LargestGroupsProps): ReactNode {
  const { t } = useTranslation(['dashboards', 'usage']);
  const { groups, tag } = data.asked;
  const rows = compareRows(data.groups.rows, [], groups, measure).map(({ row }) => row);
  const shown = rows.slice(0, LISTED);
  const decimals = decimalsOf(shown.map(({ cost_usd: usd }) => usd));
  const figure = (metric: Metric, value: number) =>
    metric === 'cost_usd' ? <MoneyText usd={value} decimals={decimals} /> : <CountText n={value} />;
  return (
    <>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {groups.map((group) => (
                <Table.Th key={group}>{group === 'tag' ? tag : t(`usage:group.${group}`)}</Table.Th>
              ))}
              <Table.Th ta="end">{t(`usage:metric.${measure}`)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={keyOf(row, groups)}>
                {groups.map((group) => (
                  <Table.Td key={group}>
                    <GroupName
                      row={row}
                      groups={groups}
                      shown={group}
                      tag={tag}
                      period={request.period}
                      filters={{ ...filters }}
                    />
                  </Table.Td>
                ))}
                <Table.Td ta="end">{figure(measure, row[measure])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > LISTED && (
        <Text size="xs" c="dimmed" mt={8}>
          {t(data.groups.isCut ? 'ofMany' : 'ofAll', { shown: LISTED, total: rows.length })}
        </Text>
      )}
    </>
  );
}
