import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { DurationText } from '../../ui/duration-text.js';
import { FactList } from '../../ui/fact-list.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { type BadgeState, StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import type { ExportSink } from './export-values.js';
import { useExportRejects } from './queries.js';

const BADGES: Readonly<Record<ExportSink['progress']['state'], BadgeState>> = {
  new: 'pending',
  working: 'ok',
  away: 'warning',
  refused: 'error',
  stopped: 'error',
};

/** State of a sink in a word. */
export function ExportState({ sink: { enabled, progress } }: { readonly sink: ExportSink }): ReactNode {
  const { t } = useTranslation('exports');
  const { state } = progress;
  if (!enabled && state !== 'stopped') return <StateBadge state="off" label={t('off')} />;
  return <StateBadge state={BADGES[state]} label={t(`state.${state}`)} />;
}

interface ExportProgressProps {
  readonly sink: ExportSink | undefined;
  readonly onClose: () => void;
}

/** How far a sink is, and what it rejected last. */
export function ExportProgress({ onClose, sink }: ExportProgressProps): ReactNode {
  return (
    <DetailDrawer opened={sink !== undefined} title={sink?.name ?? ''} onClose={onClose} size={720}>
      {sink !== undefined && (
        <Stack gap={24}>
          <Figures sink={sink} />
          <Rejects id={sink.id} />
        </Stack>
      )}
    </DetailDrawer>
  );
}

function Figures({ sink }: { readonly sink: ExportSink }): ReactNode {
  const { t } = useTranslation('exports');
  const { delivered, delivered_at: at, dropped, lag_seconds: lag, problem, rejected } = sink.progress;
  const { halted_at: haltedAt, tested_at: testedAt, test_problem: testProblem } = sink.progress;
  const none = t('none');
  return (
    <FactList
      facts={[
        { label: t('field.state'), value: <ExportState sink={sink} /> },
        { label: t('field.problem'), value: problem ?? none },
        { label: t('field.halted'), value: haltedAt === null ? none : <TimeText at={haltedAt} /> },
        { label: t('field.lag'), value: <DurationText ms={lag * 1_000} /> },
        { label: t('field.delivered'), value: <CountText n={delivered} /> },
        { label: t('field.rejected'), value: <CountText n={rejected} /> },
        { label: t('field.dropped'), value: <CountText n={dropped} /> },
        { label: t('field.deliveredAt'), value: at === null ? none : <TimeText at={at} /> },
        { label: t('field.test'), value: testedAt === null ? none : (testProblem ?? t('test.accepted')) },
      ]}
    />
  );
}

function Rejects({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('exports');
  const list = useExportRejects(id);
  return (
    <div>
      <Text fw={600} mb="xs">
        {t('rejects')}
      </Text>
      <ResourceTable
        {...list}
        columns={[
          { id: 'time', header: t('field.time'), cell: ({ time }) => <TimeText at={time} /> },
          { id: 'reason', header: t('field.reason'), cell: ({ reason }) => reason },
          { id: 'id', header: t('field.record'), cell: ({ id: record }) => record, hideBelow: 'sm' },
        ]}
        getRowId={({ id: record }) => record}
        empty={{ sentence: t('empty.rejects') }}
      />
    </div>
  );
}
