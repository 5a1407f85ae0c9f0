import { Group, SegmentedControl, Stack, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart.js';
import { formatDuration } from '../../ui/duration-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FigureTiles } from '../../ui/figure-tiles.js';
import { formatMoney } from '../../ui/money-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { FIGURES, type Figure, figureOf, RANGES, type Range } from './activity-figures.js';
import { ErrorCodes } from './error-codes.js';
import { ErrorRates } from './error-rates.js';
import { Outcomes } from './outcomes.js';
import { useActivity } from './queries.js';

const NAMES = Object.keys(RANGES) as Range[];

/** Recent requests of a workspace: figures, one of them over time, and outcomes with errors by code and by origin. */
export function Activity({ workspaceId }: { readonly workspaceId: string }) {
  const { i18n, t } = useTranslation('home');
  const [search, setSearch] = useUrlState();
  const range = NAMES.find((name) => name === search.range) ?? 'week';
  const chosen = FIGURES.find((name) => name === search.figure) ?? 'requests';
  const { data, error, refetch } = useActivity(workspaceId, range);
  const from = data?.series?.points[0]?.at;
  const write = (figure: Figure, value: number | null) => writeFigure(figure, value, i18n.language);
  return (
    <Stack gap="sm" component="section" aria-label={t('activity.title')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('activity.title')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('activity.range')}
          value={range}
          onChange={(name) => setSearch({ range: name === 'week' ? undefined : name }, { replace: true })}
          data={NAMES.map((value) => ({ value, label: t(`activity.ranges.${value}`) }))}
        />
      </Group>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      <FigureTiles
        chosen={chosen}
        onChoose={(figure) => setSearch({ figure: figure === 'requests' ? undefined : figure }, { replace: true })}
        tiles={FIGURES.map((name) => ({
          name,
          label: t(`activity.figure.${name}`),
          figure: data?.series && write(name, figureOf(name, data.series.total)),
        }))}
      />
      {data?.series && <FigureChart figure={chosen} range={data.range} points={data.series.points} zone={data.zone} />}
      {data?.series && <Outcomes sums={data.series.total} from={from} />}
      {data && data.codes.length > 0 && (
        <Group align="flex-start" gap="xl">
          <ErrorCodes codes={data.codes} from={from} />
          <ErrorRates workspaceId={workspaceId} range={range} from={from} />
        </Group>
      )}
    </Stack>
  );
}

type Data = NonNullable<ReturnType<typeof useActivity>['data']>;
type Points = NonNullable<Data['series']>['points'];

interface FigureChartProps {
  readonly figure: Figure;
  readonly range: Range;
  readonly points: Points;
  /** The time zone of the days. */
  readonly zone: string;
}

function FigureChart({ figure, points, range, zone }: FigureChartProps) {
  const { i18n, t } = useTranslation('home');
  const time = new Intl.DateTimeFormat(i18n.language, {
    timeZone: zone,
    ...(range === 'day' ? { timeStyle: 'short' } : { month: 'short', day: 'numeric' }),
    ...(range === 'week' && { hour: 'numeric' }),
  });
  const label = t(`activity.figure.${figure}`);
  const now = Date.now();
  const shown = points
    .filter(({ at }) => Date.parse(at) <= now)
    .map((point) => ({ x: time.format(new Date(point.at)), at: point.at, value: figureOf(figure, point) }));
  const table = (
    <Table.ScrollContainer minWidth={0} mah={240} type="native">
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('activity.time')}</Table.Th>
            <Table.Th ta="end">{label}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ at, value, x }) => (
            <Table.Tr key={at}>
              <Table.Td>{x}</Table.Td>
              <Table.Td ta="end">{writeFigure(figure, value, i18n.language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
  return (
    <Chart
      kind={figure === 'requests' || figure === 'cost' ? 'bar' : 'line'}
      label={label}
      series={[{ name: 'value', label }]}
      points={shown}
      table={table}
      format={(value) => writeFigure(figure, value, i18n.language)}
      height={200}
    />
  );
}

/** A figure in the words of a language; a dash where it is unknown. */
function writeFigure(figure: Figure, value: number | null, language: string): string {
  if (value === null) return '–';
  switch (figure) {
    case 'cost':
      return formatMoney(value, language);
    case 'latency':
      return formatDuration(value, language);
    case 'failed':
    case 'cached':
      return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value);
    case 'requests':
      return new Intl.NumberFormat(language).format(value);
  }
}
