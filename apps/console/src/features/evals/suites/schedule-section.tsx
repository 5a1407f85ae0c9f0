import { Alert, Anchor, Button, Text, Title } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { type Fact, FactList } from '../../../ui/fact-list.js';
import { MoneyText } from '../../../ui/money-text.js';
import { StateBadge } from '../../../ui/state-badge.js';
import { TimeText } from '../../../ui/time-text.js';
import type { Suite } from './suite-values.js';

/** Loaded when it is first opened. */
const ScheduleDrawer = lazy(() => import('./schedule-drawer.js'));

interface ScheduleSectionProps {
  readonly suite: Suite;
  readonly mayManage: boolean;
}

/** Schedule of a suite's own runs, and the receiver of alerts about regressions. */
export function ScheduleSection({ mayManage, suite }: ScheduleSectionProps): ReactNode {
  const { t } = useTranslation('evals');
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <section aria-label={t('schedule.title')}>
      <Title order={2} size="h4" mb={8}>
        {t('schedule.title')}
      </Title>
      {typeof suite.schedule?.problem === 'string' && (
        <Alert color="orange" variant="light" title={t('schedule.leftOut')} role="status" mb={8}>
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {suite.schedule.problem}
          </Text>
        </Alert>
      )}
      <FactList facts={useFacts(suite)} />
      {mayManage && (
        <Button
          mt={12}
          size="xs"
          variant="default"
          leftSection={<IconCalendarTime size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('action.schedule')}
        </Button>
      )}
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <ScheduleDrawer suite={suite} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

function useFacts({ baseline_run_id, schedule, webhook_receiver }: Suite): Fact[] {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const state = schedule === null ? 'off' : 'on';
  const facts: (Fact | false)[] = [
    {
      label: t('field.schedule'),
      value: <StateBadge state={schedule === null ? 'off' : 'ok'} label={t(`schedule.${state}`)} />,
    },
    schedule !== null && { label: t('field.cron'), value: <code>{schedule.cron}</code> },
    schedule !== null && { label: t('field.timezone'), value: schedule.timezone },
    schedule !== null && {
      label: t('field.nextRun'),
      value: schedule.next_run_at === null ? t('schedule.never') : <TimeText at={schedule.next_run_at} />,
    },
    schedule !== null && {
      label: t('field.maxCost'),
      value: schedule.max_cost_usd === null ? t('noLimit') : <MoneyText usd={schedule.max_cost_usd} />,
    },
    { label: t('field.alerts'), value: webhook_receiver ?? t('schedule.usualReceiver') },
    {
      label: t('field.baseline'),
      value:
        baseline_run_id === null ? (
          t('compare.before')
        ) : (
          <Anchor
            size="sm"
            underline="always"
            component={Link}
            {...({ to: '/w/$workspace/evals/runs/$run', params: { workspace, run: baseline_run_id } } as object)}
          >
            {t('schedule.chosenRun')}
          </Anchor>
        ),
    },
  ];
  return facts.filter((fact) => fact !== false);
}
