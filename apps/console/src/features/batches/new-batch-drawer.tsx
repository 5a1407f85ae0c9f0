import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askGateway } from '../../api/gateway.js';
import { useChange } from '../../api/use-change.js';
import { CodeText } from '../../ui/code-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { type FirstLine, readFirstLine } from './read-first-line.js';

interface NewBatchDrawerProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

const EXAMPLE =
  '{"custom_id": "one", "method": "POST", "url": "/v1/chat/completions", "body": {"model": "…", "messages": []}}';

/** Uploads a file of requests and starts a batch of them. */
export function NewBatchDrawer({ onClose, onCreated, workspaceId }: NewBatchDrawerProps): ReactNode {
  const { t } = useTranslation('batches');
  const done = useChange('batches');
  const [file, setFile] = useState<File | null>(null);
  const [first, setFirst] = useState<FirstLine>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const newest = useRef<File>(null);
  const choose = async (chosen: File | null): Promise<void> => {
    newest.current = chosen;
    setFile(chosen);
    setFailure(undefined);
    setFirst(undefined);
    const found = chosen === null ? undefined : await readFirstLine(chosen);
    // Another file may have been chosen meanwhile.
    if (newest.current !== chosen) return;
    setFirst(found);
    setUnreadable(chosen !== null && found === undefined);
  };
  const start = async ({ endpoint, model }: FirstLine, chosen: File): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const form = new FormData();
      form.set('purpose', 'batch');
      form.set('file', chosen);
      const headers = { 'x-service-model': model };
      const uploaded = await askGateway('/files', { workspaceId, body: form, headers });
      const { id: input_file_id } = (await uploaded.json()) as { id: string };
      const started = await done(
        askGateway('/batches', { workspaceId, body: { input_file_id, endpoint, completion_window: '24h' } }),
      );
      const { id } = (await started.json()) as { id: string };
      notify.success(t('done.create'));
      onCreated(id);
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DetailDrawer opened title={t('create.title')} onClose={onClose} size={640}>
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {t('create.text')}
        </Text>
        <CodeText label={t('create.example')} text={EXAMPLE} />
        <FileInput
          label={t('create.file')}
          placeholder={t('create.choose')}
          accept=".jsonl,application/jsonl,application/x-ndjson"
          clearable
          clearButtonProps={{ 'aria-label': t('create.clear') }}
          value={file}
          onChange={(chosen) => void choose(chosen)}
          error={isUnreadable && t('create.unreadable')}
        />
        {first && (
          <Text size="sm" dir="auto">
            {t('create.found', { endpoint: first.endpoint, model: first.model })}
          </Text>
        )}
        {failure !== undefined && <FailureNotice failure={failure} />}
        <Group justify="flex-end">
          <Button
            loading={isBusy}
            disabled={file === null || first === undefined}
            onClick={() => file && first && void start(first, file)}
          >
            {t('action.start')}
          </Button>
        </Group>
      </Stack>
    </DetailDrawer>
  );
}
