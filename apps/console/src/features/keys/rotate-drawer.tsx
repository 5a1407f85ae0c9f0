import { Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../ui/form-drawer.js';

const GRACE_SECONDS = [0, 3600, 86_400, 604_800];

interface RotateDrawerProps {
  readonly opened: boolean;
  readonly name: string;
  readonly onClose: () => void;
  readonly onRotate: (graceSeconds: number) => Promise<void>;
}

/** Asks how long the old plaintext stays valid. */
export function RotateDrawer({ opened, name, onClose, onRotate }: RotateDrawerProps): ReactNode {
  const { t } = useTranslation('keys');
  return (
    <FormDrawer
      opened={opened}
      title={t('rotate.title', { name })}
      onClose={onClose}
      onSubmit={({ grace_seconds }) => onRotate(Number(grace_seconds))}
      row={undefined}
      initialValues={{ grace_seconds: '0' }}
      submitLabel={t('action.rotate')}
    >
      {(form) => (
        <Stack gap={16}>
          <Text size="sm">{t('rotate.text')}</Text>
          <Select
            label={t('rotate.grace')}
            allowDeselect={false}
            data={GRACE_SECONDS.map((seconds) => ({ value: String(seconds), label: t(`grace.${seconds}`) }))}
            {...form.getInputProps('grace_seconds')}
          />
        </Stack>
      )}
    </FormDrawer>
  );
}
