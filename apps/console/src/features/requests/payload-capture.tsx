import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconRecordMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { useCapture, useMayReadPayloads } from './queries.js';

/** Lengths of a capture that are offered, in milliseconds. */
const LENGTHS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_591_000_000 } as const;

type Length = keyof typeof LENGTHS;

/** Says that payloads of the workspace are captured for a time, and ends it for those who may. */
export function CaptureBanner({ workspaceId }: { readonly workspaceId: string }) {
  const { t } = useTranslation('requests');
  const mayStop = useMayReadPayloads();
  const { stop, until } = useCapture(workspaceId);
  const [isBusy, setBusy] = useState(false);
  if (until === null) return null;
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await stop();
      notify.success(t('capture.stopped'));
    } catch (failure) {
      notify.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert color="yellow" mb={16} icon={<IconRecordMail size={18} aria-hidden />} role="status">
      <Group justify="space-between" gap={8}>
        <Text size="sm" component="div">
          {t('capture.on')} <TimeText at={until} />
        </Text>
        {mayStop && (
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void end()}>
            {t('capture.stop')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Switches the capture of payloads on for a time. Absent for those who may not, and while it is on. */
export function CaptureButton({ workspaceId }: { readonly workspaceId: string }) {
  const { t } = useTranslation('requests');
  const mayStart = useMayReadPayloads();
  const { start, until } = useCapture(workspaceId);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [length, setLength] = useState<Length>('hour');
  if (!mayStart || until !== null) return null;
  const begin = async (): Promise<void> => {
    setBusy(true);
    try {
      await start(new Date(Date.now() + LENGTHS[length]).toISOString());
      notify.success(t('capture.started'));
      setOpen(false);
    } catch (failure) {
      notify.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRecordMail size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('capture.start')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('capture.title')}>
        <Stack gap="md">
          <Text size="sm">{t('capture.explain')}</Text>
          <SegmentedControl
            fullWidth
            aria-label={t('capture.for')}
            value={length}
            onChange={(next) => setLength(next as Length)}
            data={Object.keys(LENGTHS).map((value) => ({ value, label: t(`capture.${value}`) }))}
          />
          <Group justify="flex-end">
            <Button loading={isBusy} onClick={() => void begin()}>
              {t('capture.submit')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
