import { Box, Group, Paper, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { notify } from '../../../ui/notify.js';
import { RowMenu } from '../../../ui/row-menu.js';
import { ChartBody } from './chart-body.js';
import { type DashboardChart, moveChart, searchOf } from './chart-search.js';
import { EditChart } from './edit-chart.js';

interface Props {
  readonly charts: readonly DashboardChart[];
  readonly index: number;
  readonly chart: DashboardChart;
  /** Stores all charts of the dashboard; undefined for people who may not. */
  readonly onChange: ((charts: readonly DashboardChart[]) => Promise<unknown>) | undefined;
  /** Called after a change failed: the page shows what is stored. */
  readonly onFailure: () => void;
}

/** A chart with its heading, its days, and what can be done with it. */
export function ChartCard({ chart, charts, index, onChange, onFailure }: Props): ReactNode {
  const { t } = useTranslation(['dashboards', 'usage']);
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const { span, title } = chart;
  const store = async (next: readonly DashboardChart[]): Promise<void> => {
    try {
      await onChange?.(next);
    } catch (failure) {
      notify.failure(failure);
      onFailure();
    }
  };
  const isChangeable = onChange !== undefined;
  const move = (by: number) => () => void store(moveChart(charts, index, by));
  const actions = [
    {
      label: t('chart.open'),
      icon: IconExternalLink,
      onClick: () => void navigate({ to: `/w/${id}/usage`, search: searchOf(chart) as never }),
    },
    ...(isChangeable
      ? [
          ...(index > 0 ? [{ label: t('chart.earlier'), icon: IconArrowLeft, onClick: move(-1) }] : []),
          ...(index < charts.length - 1 ? [{ label: t('chart.later'), icon: IconArrowRight, onClick: move(1) }] : []),
          { label: t('chart.edit'), icon: IconPencil, onClick: () => setEditing(true) },
          {
            label: t('chart.remove'),
            icon: IconTrash,
            danger: true,
            onClick: () => void store(charts.filter((_, each) => each !== index)),
          },
        ]
      : []),
  ];
  return (
    <Paper withBorder p={16} component="section" aria-label={title} style={{ minWidth: 0 }}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap={8} mb={12}>
        <Box style={{ minWidth: 0 }}>
          <Title order={2} size="h5" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {[t(`usage:range.${span}`), ...Object.values(chart.filters).map((value) => shorten(value))].join(' · ')}
          </Text>
        </Box>
        <RowMenu label={t('chart.actions', { title })} actions={actions} />
      </Group>
      <ChartBody chart={chart} />
      {isEditing && isChangeable && (
        <EditChart
          chart={chart}
          onClose={() => setEditing(false)}
          onSave={(changed) => onChange(charts.with(index, changed))}
        />
      )}
    </Paper>
  );
}

/** A filter in few characters: ids of keys and teams are long, and no names. */
function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
