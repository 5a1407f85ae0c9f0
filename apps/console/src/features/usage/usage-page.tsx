import { Alert, Button, Group as Row, SegmentedControl, Stack, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { loadChartSoon } from '../../ui/chart.js';
import { late } from '../../ui/late.js';
import { decimalsOf, sumShown } from '../../ui/money-text.js';
import { Page } from '../../ui/page.js';
import { saveFile } from '../../ui/save-file.js';
import { countSet, FoldedFilters } from '../../ui/table/folded-filters.js';
import { SavedViews } from '../../ui/table/saved-views.js';
import { useTask } from '../../ui/use-task.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { FilterPickers } from './filter-pickers.js';
import { GroupPickers } from './group-pickers.js';
import { GroupTable } from './group-table.js';
import { PeriodPicker } from './period-picker.js';
import { type Period, periodBefore, readPeriod } from './periods.js';
import { type ReadUsage, readUsage, type UsageRequest, useDrawnGroups, useUsage } from './queries.js';
import { TotalTiles } from './total-tiles.js';
import { UsageChart } from './usage-chart.js';
import type { UsageSearch } from './usage-filters.js';
import { METRICS, type Metric, sumRows, type Totals, writeUsageCsv } from './usage-rows.js';
import { type Asked, readAsked, writeGroups } from './usage-search.js';
import { WhatIf } from './what-if.js';
import { readZone } from './zone-days.js';
import { DaysNote, ZonePicker } from './zone-picker.js';
import { canBeZoned } from './zoned-usage.js';

/** Not needed before the usage is there. */
const AddToDashboard = late(
  () => import('./dashboards/add-to-dashboard.js').then((code) => code.AddToDashboard),
  () => null,
);

loadChartSoon();

/** Usage of requests: by day, by group, and against the period before. */
export default function UsagePage() {
  const { t } = useTranslation('usage');
  const workspace = useWorkspace();
  const mayAskEverywhere = useSession().can('gateway.usage.read');
  const [search, change] = useUrlSearch<UsageSearch>();
  const asked = readAsked(search);
  const metric: Metric = METRICS.find((name) => name === search.metric) ?? 'cost_usd';
  const isEverywhere = mayAskEverywhere && search.scope === 'organization';
  const workspaceId = isEverywhere ? undefined : workspace.id;
  const zone = readZone(search.zone);
  const isZoned = zone !== undefined && canBeZoned(asked);
  const period = readPeriod(search, Date.now(), isZoned ? zone : undefined);
  const before = search.compare === undefined ? undefined : periodBefore(period);
  const request = { filters: asked.filters, period, workspaceId };
  const { data, error, isPending } = useUsage(asked, request, before);
  const drawn = useDrawnGroups(data, request, metric);
  const shown = { period, metric, filters: { ...asked.filters, scope: isEverywhere ? 'organization' : undefined } };

  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <Row gap="sm">
          {mayAskEverywhere && (
            <SegmentedControl
              size="xs"
              aria-label={t('scope.label')}
              value={isEverywhere ? 'organization' : 'workspace'}
              onChange={(scope) => change({ scope: scope === 'organization' ? scope : undefined })}
              data={['workspace', 'organization'].map((value) => ({ value, label: t(`scope.${value}`) }))}
            />
          )}
          <SavedViews page="usage" />
          {!isEverywhere && <AddToDashboard search={search} metric={metric} />}
          {!isEverywhere && <WhatIf period={period} />}
          <SaveButton asked={asked} request={request} />
        </Row>
      }
    >
      <Stack gap="lg">
        <UsagePickers
          search={search}
          period={period}
          zone={zone}
          workspaceId={workspaceId}
          isCompared={before !== undefined}
          onChange={change}
        />
        <TotalTiles
          totals={data && totalsOf(data)}
          decimals={decimalsOf(data?.groups.rows.map(({ cost_usd: usd }) => usd) ?? [])}
          before={before && data && sumRows(data.daysBefore.rows)}
          chosen={metric}
          onChoose={(name) => change({ metric: name })}
        />
        {data && <UsageChart data={data} drawn={drawn.data ?? []} before={before} {...shown} />}
        {data?.groups.isCut && <Alert color="yellow">{t(isZoned ? 'cutZoned' : 'cut')}</Alert>}
        <GroupTable
          data={data}
          asked={asked}
          isCompared={before !== undefined}
          isLoading={isPending}
          failure={error ?? undefined}
          {...shown}
        />
        <DaysNote zone={zone} isZoned={isZoned} />
      </Stack>
    </Page>
  );
}

interface UsagePickersProps extends ComponentProps<typeof GroupPickers> {
  readonly period: Period;
  readonly zone: ComponentProps<typeof ZonePicker>['zone'];
  readonly isCompared: boolean;
}

/** Period, groups and filters of the page. */
function UsagePickers({ search, period, zone, workspaceId, isCompared, onChange }: UsagePickersProps): ReactNode {
  const { t } = useTranslation('usage');
  return (
    <Row gap="sm" align="flex-end">
      <PeriodPicker search={search} period={period} onChange={onChange} />
      <ZonePicker zone={zone} onChange={onChange} />
      <GroupPickers search={search} workspaceId={workspaceId} onChange={onChange} />
      <FoldedFilters count={countSet([search.team, search.value, search.model, search.provider, search.key])}>
        <FilterPickers search={search} workspaceId={workspaceId} onChange={onChange} />
      </FoldedFilters>
      <Switch
        label={t('compare')}
        checked={isCompared}
        mb={8}
        onChange={({ currentTarget: { checked } }) => onChange({ compare: checked ? 'true' : undefined })}
      />
    </Row>
  );
}

interface SaveButtonProps {
  readonly asked: Asked;
  readonly request: UsageRequest;
}

/** Saves the usage of the groups, day by day, as a CSV file. */
function SaveButton({ asked, request }: SaveButtonProps): ReactNode {
  const { t } = useTranslation('usage');
  const { isBusy, run } = useTask();
  const save = (): Promise<void> =>
    run(async () => {
      const { isCut, rows } = await readUsage(`day,${writeGroups(asked)}`, request);
      if (isCut) throw new Error(t('tooMany'));
      const { from, to } = request.period;
      saveFile(`usage-${from}-${to}.csv`, 'text/csv;charset=utf-8', writeUsageCsv(rows, asked.groups));
    });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void save()}
    >
      {t('export')}
    </Button>
  );
}

/** Sums of the period, with the sum of the costs as the table shows them. If groups are missing there, the sum of the days. */
function totalsOf({ days, groups }: { readonly days: ReadUsage; readonly groups: ReadUsage }): Totals {
  const totals = sumRows(days.rows);
  if (groups.isCut) return totals;
  const costs = groups.rows.map(({ cost_usd: usd }) => usd);
  return { ...totals, cost_usd: sumShown(costs, decimalsOf(costs)) };
}
