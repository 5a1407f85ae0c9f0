import { Group, Skeleton, Stack } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askGateway } from '../../api/gateway.js';
import { useChange } from '../../api/use-change.js';
import { ActionButton } from '../../ui/action-button.js';
import { CodeText } from '../../ui/code-text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { isRunning } from './describe-state.js';
import { type Job, useOne } from './queries.js';
import { StatusText } from './status-text.js';

interface JobDrawerProps {
  readonly workspaceId: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** One request that runs later, with its result. */
export function JobDrawer({ id, onClose, workspaceId }: JobDrawerProps): ReactNode {
  const { t } = useTranslation('batches');
  const path = `/async/jobs/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useOne<Job>(workspaceId, path);
  const done = useChange('batches');
  const [isCancelling, setCancelling] = useState(false);
  const timeOf = (at: string | null): ReactNode => (at === null ? '—' : <TimeText at={at} />);
  return (
    <>
      <DetailDrawer opened title={t('job')} onClose={onClose} size={640}>
        {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton h={240} />}
        {data && (
          <Stack gap={24}>
            {isRunning(data.status) && (
              <Group>
                <ActionButton icon={IconPlayerStop} onClick={() => setCancelling(true)}>
                  {t('action.cancel')}
                </ActionButton>
              </Group>
            )}
            <FactList
              facts={[
                { label: t('field.status'), value: <StatusText status={data.status} /> },
                ...(data.error === null
                  ? []
                  : [{ label: t('field.error'), value: <span dir="auto">{data.error.message}</span> }]),
                { label: t('field.endpoint'), value: <code>{data.endpoint}</code> },
                { label: t('field.model'), value: <span dir="auto">{data.model ?? '—'}</span> },
                { label: t('field.created'), value: timeOf(data.created_at) },
                { label: t('field.ended'), value: timeOf(data.completed_at) },
                { label: t('field.expires'), value: timeOf(data.expires_at) },
                { label: t('field.id'), value: <IdText id={data.job_id} /> },
              ]}
            />
            {data.result !== null && data.result !== undefined && (
              <CodeText label={t('result')} language="json" text={JSON.stringify(data.result, null, 2)} />
            )}
          </Stack>
        )}
      </DetailDrawer>
      <ConfirmDialog
        opened={isCancelling}
        title={t('cancel.jobTitle')}
        consequence={t('cancel.jobText')}
        confirmLabel={t('action.cancel')}
        danger
        onClose={() => setCancelling(false)}
        onConfirm={async () => {
          await done(askGateway(path, { workspaceId, method: 'DELETE' }));
          setCancelling(false);
          notify.success(t('done.cancel'));
        }}
      />
    </>
  );
}
