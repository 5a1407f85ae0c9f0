import { Button, Group, Stack } from '@mantine/core';
import { IconDeviceFloppy, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MessageView } from '../../ui/message/message-view.js';
import type { Run } from './run.js';

interface Props {
  readonly run: Run;
  readonly onAgain: () => void;
  readonly onSave: () => void;
}

/** An answer as it comes, or why there is none. */
export function RunView({ onAgain, onSave, run }: Props) {
  const { t } = useTranslation('conversations');
  const { failure, model, reasoning, state, text } = run;
  return (
    <Stack gap={4}>
      {(text !== '' || state === 'running') && (
        <MessageView speaker="assistant" who={model} text={text} reasoning={reasoning} isComing={state === 'running'} />
      )}
      {state !== 'running' && (
        <>
          <FailureNotice failure={failure} />
          <Group>
            {state === 'unsaved' ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                onClick={onSave}
              >
                {t('saveAgain')}
              </Button>
            ) : (
              <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onAgain}>
                {t('askAgain')}
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
