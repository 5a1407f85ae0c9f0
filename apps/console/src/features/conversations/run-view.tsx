import { Button, Group, Text } from '@mantine/core';
import { IconDeviceFloppy, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import classes from './conversations.module.css';
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
    <div className={classes.message} aria-busy={state === 'running'}>
      <Text size="xs" fw={600} c="dimmed" truncate="end">
        {model}
      </Text>
      {reasoning !== '' && text === '' && (
        <Text size="sm" c="dimmed" className={classes.text} dir="auto">
          {reasoning}
        </Text>
      )}
      {(text !== '' || state === 'running') && (
        <Text size="sm" className={classes.text} dir="auto">
          {text || t('waiting')}
        </Text>
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
    </div>
  );
}
