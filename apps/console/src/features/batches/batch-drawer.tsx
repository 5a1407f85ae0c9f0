import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askGateway } from '../../api/gateway.js';
import { useChange } from '../../api/use-change.js';
import { ActionButton } from '../../ui/action-button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { saveFile } from '../../ui/save-file.js';
import { TimeText } from '../../ui/time-text.js';
import { useTask } from '../../ui/use-task.js';
import { isRunning } from './describe-state.js';
import { type Batch, useOne } from './queries.js';
import { RequestProgress, StatusText } from './status-text.js';

interface BatchDrawerProps {
  readonly workspaceId: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** One batch: how far it is, its results, and what was wrong with its input. */
export function BatchDrawer({ id, onClose, workspaceId }: BatchDrawerProps): ReactNode {
  const { t } = useTranslation('batches');
  const path = `/batches/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useOne<Batch>(workspaceId, path);
  const done = useChange('batches');
  const [isCancelling, setCancelling] = useState(false);
  return (
    <>
      <DetailDrawer opened title={t('batch')} onClose={onClose} size={640}>
        {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton h={240} />}
        {data && (
          <Stack gap={24}>
            <Group gap={8}>
              {isRunning(data.status) && data.status !== 'cancelling' && (
                <ActionButton icon={IconPlayerStop} onClick={() => setCancelling(true)}>
                  {t('action.cancel')}
                </ActionButton>
              )}
              <DownloadButton workspaceId={workspaceId} fileId={data.output_file_id} label={t('action.results')} />
              <DownloadButton workspaceId={workspaceId} fileId={data.error_file_id} label={t('action.errors')} />
            </Group>
            <Facts batch={data} />
            {data.errors && data.errors.data.length > 0 && <LineErrors errors={data.errors.data} />}
          </Stack>
        )}
      </DetailDrawer>
      <ConfirmDialog
        opened={isCancelling}
        title={t('cancel.title')}
        consequence={t('cancel.text')}
        confirmLabel={t('action.cancel')}
        danger
        onClose={() => setCancelling(false)}
        onConfirm={async () => {
          await done(askGateway(`${path}/cancel`, { workspaceId, method: 'POST' }));
          setCancelling(false);
          notify.success(t('done.cancel'));
        }}
      />
    </>
  );
}

function Facts({ batch }: { readonly batch: Batch }): ReactNode {
  const { t } = useTranslation('batches');
  const timeOf = (seconds: number | null): ReactNode =>
    seconds === null ? '—' : <TimeText at={new Date(seconds * 1000).toISOString()} />;
  return (
    <FactList
      facts={[
        { label: t('field.status'), value: <StatusText status={batch.status} /> },
        { label: t('field.requests'), value: <RequestProgress counts={batch.request_counts} /> },
        { label: t('field.endpoint'), value: <code>{batch.endpoint}</code> },
        { label: t('field.model'), value: <span dir="auto">{batch.model ?? t('severalModels')}</span> },
        { label: t('field.created'), value: timeOf(batch.created_at) },
        { label: t('field.ended'), value: timeOf(batch.completed_at) },
        { label: t('field.expires'), value: timeOf(batch.expires_at) },
        { label: t('field.id'), value: <IdText id={batch.id} /> },
      ]}
    />
  );
}

interface DownloadButtonProps {
  readonly workspaceId: string;
  readonly fileId: string | null;
  readonly label: string;
}

function DownloadButton({ fileId, label, workspaceId }: DownloadButtonProps): ReactNode {
  const { isBusy, run } = useTask();
  if (fileId === null) return null;
  const save = (): Promise<void> =>
    run(async () => {
      const answer = await askGateway(`/files/${encodeURIComponent(fileId)}/content`, { workspaceId });
      saveFile(`${fileId}.jsonl`, 'application/jsonl', await answer.blob());
    });
  return (
    <ActionButton icon={IconDownload} loading={isBusy} onClick={() => void save()}>
      {label}
    </ActionButton>
  );
}

function LineErrors({ errors }: { readonly errors: NonNullable<Batch['errors']>['data'] }): ReactNode {
  const { t } = useTranslation('batches');
  return (
    <div>
      <Title order={3} size="h5" mb={8}>
        {t('errors.title')}
      </Title>
      <Table aria-label={t('errors.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('errors.line')}</Table.Th>
            <Table.Th>{t('errors.message')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map(({ code, line, message, param }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line can have several errors
            <Table.Tr key={index}>
              <Table.Td>{line ?? '—'}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" dir="auto">
                  {message}
                </Text>
                <Text size="xs" c="dimmed" dir="ltr">
                  {[code, param].filter(Boolean).join(' · ')}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
