import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { ShareBar } from '../../ui/share-bar.js';
import type { UploadState } from './use-uploads.js';

/** Files on their way, and what became of them. */
export function UploadList({
  onClear,
  uploads,
}: {
  readonly uploads: readonly UploadState[];
  readonly onClear: () => void;
}) {
  const { t } = useTranslation('knowledge');
  if (uploads.length === 0) return null;
  const hasEnded = uploads.some(({ state }) => state !== 'waiting' && state !== 'sending');
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('uploads')}>
      <Stack gap="xs">
        {uploads.map(({ failure, id, name, share, state }) => (
          <div key={id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Text size="sm" truncate="end" title={name} dir="auto">
                {name}
              </Text>
              <Text size="xs" c="dimmed" role="status">
                {t(`upload.${state}`)}
              </Text>
            </Group>
            {state === 'sending' && <ShareBar share={share} size="xs" aria-label={t('uploadOf', { name })} />}
            {state === 'failed' && <FailureNotice failure={failure} />}
          </div>
        ))}
        {hasEnded && (
          <Button size="compact-xs" variant="subtle" onClick={onClear} style={{ alignSelf: 'flex-end' }}>
            {t('clearUploads')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
