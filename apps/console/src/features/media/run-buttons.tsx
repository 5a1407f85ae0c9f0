import { Button, Group } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface RunButtonsProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

/** Starts a request, and stops it while it runs. */
export function RunButtons({ isBusy, isDisabled, label, onRun, onStop }: RunButtonsProps): ReactNode {
  const { t } = useTranslation('media');
  return (
    <Group gap={8}>
      <Button
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isBusy}
        disabled={isDisabled}
        onClick={onRun}
      >
        {label}
      </Button>
      {isBusy && (
        <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={onStop}>
          {t('stop')}
        </Button>
      )}
    </Group>
  );
}
