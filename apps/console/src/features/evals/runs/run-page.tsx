import { Alert, Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconColumns2, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { notify } from '../../../ui/notify.js';
import { Page } from '../../../ui/page.js';
import { StateBadge } from '../../../ui/state-badge.js';
import { useTask } from '../../../ui/use-task.js';
import { compareOf } from '../compare/compare-search.js';
import { FiguresView } from '../figures-view.js';
import { LoadedPage } from '../loaded-page.js';
import { type EvalRun, useEvalActions, useRun } from '../queries.js';
import { ResultsPanel } from './results-panel.js';
import { RunFacts } from './run-facts.js';
import { hasEnded, percentOf, RUN_BADGES } from './run-state.js';

/** One run as it goes on: its progress, the figures of each target, and every answer. */
export default function RunPage(): ReactNode {
  const { run: runId = '' } = useParams({ strict: false }) as { run?: string };
  const query = useRun(runId);
  return (
    <LoadedPage query={query}>
      {(run) => <Opened key={run.id} run={run} failure={query.error} onRetry={() => void query.refetch()} />}
    </LoadedPage>
  );
}

interface OpenedProps {
  readonly run: EvalRun;
  readonly failure: unknown;
  readonly onRetry: () => void;
}

function Opened({ failure, onRetry, run }: OpenedProps): ReactNode {
  const { t } = useTranslation('evals');
  const isOver = hasEnded(run.status);
  return (
    <Page title={t('runOf', { name: run.suite_name })} actions={<Buttons run={run} />}>
      <Stack gap={24} aria-busy={!isOver} component="section" aria-label={t('run')}>
        {failure !== null && failure !== undefined && <FailureNotice failure={failure} onRetry={onRetry} />}
        <RunProgress run={run} />
        {run.error !== null && (
          <Alert color={run.status === 'failed' ? 'red' : 'gray'} variant="light" title={t(`status.${run.status}`)}>
            <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {run.error.message}
            </Text>
          </Alert>
        )}
        <FiguresView figures={run.figures} />
        <ResultsPanel run={run} />
        <RunFacts run={run} />
      </Stack>
    </Page>
  );
}

function RunProgress({ run }: { readonly run: EvalRun }): ReactNode {
  const { t, i18n } = useTranslation('evals');
  const number = new Intl.NumberFormat(i18n.language);
  const words = t('doneOf', { done: number.format(run.done), total: number.format(run.total) });
  return (
    <div>
      <Group justify="space-between" gap={8} mb={4}>
        <StateBadge state={RUN_BADGES[run.status]} label={t(`status.${run.status}`)} />
        <Text size="sm" c="dimmed">
          {words}
        </Text>
      </Group>
      {!hasEnded(run.status) && <Progress value={percentOf(run)} aria-label={t('progress')} />}
      <VisuallyHidden role="status" aria-live="polite">
        {t(`status.${run.status}`)}
      </VisuallyHidden>
    </div>
  );
}

function Buttons({ run }: { readonly run: EvalRun }): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const { can } = useSession();
  const navigate = useNavigate();
  const actions = useEvalActions();
  const { isBusy, run: work } = useTask();
  const [isDeleting, setDeleting] = useState(false);
  const compare = { to: '/w/$workspace/evals/compare', params: { workspace }, search: compareOf(run) };
  return (
    <Group gap={8}>
      {!hasEnded(run.status) && can('gateway.evals.run', workspace) && (
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => void work(() => actions.cancelRun(run.id))}
        >
          {t('action.cancel')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconColumns2 size={16} aria-hidden />}
        component={Link}
        {...(compare as object)}
      >
        {t('action.compare')}
      </Button>
      {hasEnded(run.status) && can('gateway.evals.manage', workspace) && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
          {t('action.delete')}
        </Button>
      )}
      <ConfirmDialog
        opened={isDeleting}
        title={t('deleteRunTitle')}
        consequence={t('deleteRun')}
        confirmLabel={t('action.delete')}
        danger
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          await actions.removeRun(run.id);
          await navigate({ to: '/w/$workspace/evals', params: { workspace } } as never);
          notify.success(t('done.deleteRun'));
        }}
      />
    </Group>
  );
}
