import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.js';
import { FailureNotice } from './failure-notice.js';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** Effect of the action, in one or two sentences. */
  readonly consequence: string;
  /** Must be typed before the button works. */
  readonly confirmWord?: string | undefined;
  readonly confirmLabel?: string;
  readonly danger?: boolean;
  readonly onConfirm: () => Promise<unknown> | unknown;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. A failure is shown in the dialog, which stays open. */
export function ConfirmDialog({ opened, title, onClose, ...rest }: ConfirmDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} centered>
      <Question {...rest} onClose={onClose} />
    </Dialog>
  );
}

type QuestionProps = Omit<ConfirmDialogProps, 'opened' | 'title'>;

function Question({ consequence, confirmWord, confirmLabel, danger, onConfirm, onClose }: QuestionProps): ReactNode {
  const { t } = useTranslation('common');
  const [word, setWord] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={16}>
      <Text size="sm">{consequence}</Text>
      {confirmWord !== undefined && (
        <TextInput
          label={t('confirm.word', { word: confirmWord })}
          value={word}
          onChange={({ currentTarget }) => setWord(currentTarget.value)}
          autoComplete="off"
        />
      )}
      {failure !== undefined && <FailureNotice failure={failure} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose} data-autofocus={confirmWord === undefined ? true : undefined}>
          {t('cancel')}
        </Button>
        <Button
          color={danger ? 'red.9' : undefined}
          loading={isBusy}
          disabled={confirmWord !== undefined && word !== confirmWord}
          onClick={() => void confirm()}
        >
          {confirmLabel ?? t('confirm.submit')}
        </Button>
      </Group>
    </Stack>
  );
}
