import { Alert, Button, Group as Row, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { loadChartSoon } from '../../ui/chart.js';
import { decimalsOf, sumShown } from '../../ui/money-text.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { saveFile } from '../../ui/save-file.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { GroupTable } from './group-table.js';
import { PeriodPicker } from './period-picker.js';
import { periodBefore, readPeriod } from './periods.js';
import { type ReadUsage, readUsage, useUsage } from './queries.js';
import { TotalTiles } from './total-tiles.js';
import { UsageChart } from './usage-chart.js';
import { GROUPS, type Group, METRICS, type Metric, sumRows, type Totals, writeUsageCsv } from './usage-rows.js';

loadChartSoon();

export const USAGE_FILTERS = ['range', 'from', 'to', 'group', 'metric', 'compare', 'scope'] as const;
export type UsageSearch = { readonly [name in (typeof USAGE_FILTERS)[number]]?: string };

/** Usage of requests: by day, by group, and against the period before. */
export default function UsagePage() {
  const { t } = useTranslation('usage');
  const workspace = useWorkspace();
  const mayAskEverywhere = useSession().can('gateway.usage.read');
  const [search, change] = useUrlSearch<UsageSearch>();
  const [isSaving, setSaving] = useState(false);
  const group: Group = GROUPS.find((name) => name === search.group) ?? 'model';
  const metric: Metric = METRICS.find((name) => name === search.metric) ?? 'cost_usd';
  const isEverywhere = mayAskEverywhere && search.scope === 'organization';
  const workspaceId = isEverywhere ? undefined : workspace.id;
  const period = readPeriod(search, Date.now());
  const before = search.compare === undefined ? undefined : periodBefore(period);
  const { data, error, isPending } = useUsage(group, period, before, workspaceId);

  const save = async () => {
    setSaving(true);
    try {
      const { isCut, rows } = await readUsage(`day,${group}`, period, workspaceId);
      if (isCut) throw new Error(t('tooMany'));
      saveFile(`usage-${period.from}-${period.to}.csv`, 'text/csv;charset=utf-8', writeUsageCsv(rows, group));
    } catch (failure) {
      notify.failure(failure);
    } finally {
      setSaving(false);
    }
  };

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
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isSaving}
            onClick={() => void save()}
          >
            {t('export')}
          </Button>
        </Row>
      }
    >
      <Stack gap="lg">
        <Row gap="sm" align="flex-end">
          <PeriodPicker search={search} period={period} onChange={change} />
          <Select
            label={t('groupBy')}
            data={GROUPS.map((value) => ({ value, label: t(`group.${value}`) }))}
            value={group}
            allowDeselect={false}
            w={150}
            onChange={(value) => change({ group: value ?? undefined })}
          />
          <Switch
            label={t('compare')}
            checked={before !== undefined}
            mb={8}
            onChange={({ currentTarget: { checked } }) => change({ compare: checked ? 'true' : undefined })}
          />
        </Row>
        <TotalTiles
          totals={data && totalsOf(data)}
          decimals={decimalsOf(data?.groups.rows.map(({ cost_usd: usd }) => usd) ?? [])}
          before={before && data && sumRows(data.daysBefore.rows)}
          chosen={metric}
          onChoose={(name) => change({ metric: name })}
        />
        {data && (
          <UsageChart
            days={data.days.rows}
            daysBefore={data.daysBefore.rows}
            period={period}
            before={before}
            metric={metric}
          />
        )}
        {data?.groups.isCut && <Alert color="yellow">{t('cut')}</Alert>}
        <GroupTable
          data={data}
          group={group}
          metric={metric}
          isCompared={before !== undefined}
          isLoading={isPending}
          failure={error ?? undefined}
        />
        <Text size="xs" c="dimmed">
          {t('utc')}
        </Text>
      </Stack>
    </Page>
  );
}

/** Sums of the period, with the sum of the costs as the table shows them. If groups are missing there, the sum of the days. */
function totalsOf({ days, groups }: { readonly days: ReadUsage; readonly groups: ReadUsage }): Totals {
  const totals = sumRows(days.rows);
  if (groups.isCut) return totals;
  const costs = groups.rows.map(({ cost_usd: usd }) => usd);
  return { ...totals, cost_usd: sumShown(costs, decimalsOf(costs)) };
}
