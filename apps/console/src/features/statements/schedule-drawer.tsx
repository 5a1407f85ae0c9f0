import { NumberInput, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTHING_YET } from '../../api/versions.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { useSchedule, useStatementActions } from './queries.js';

interface ScheduleDrawerProps {
  readonly by: string;
  readonly onClose: () => void;
}

/** Days after the end of a month at which its statements close by themselves. */
export function ScheduleDrawer({ by, onClose }: ScheduleDrawerProps): ReactNode {
  const { t } = useTranslation('statements');
  const { data } = useSchedule(by);
  const { setSchedule } = useStatementActions();
  if (data === undefined) return <Skeleton h={36} w={36} />;
  return (
    <FormDrawer
      opened
      title={t('schedule.title')}
      onClose={onClose}
      row={{ id: by, updated_at: data.updated_at ?? NOTHING_YET }}
      initialValues={{ days: data.close_after_days ?? ('' as number | '') }}
      submitLabel={t('rules.save')}
      onSubmit={async ({ days }, version) => {
        await setSchedule(by, days === '' ? null : Number(days), version);
        notify.success(t('schedule.done'));
        onClose();
      }}
    >
      {(form) => (
        <Stack gap={12}>
          <Text size="sm" c="dimmed">
            {t('schedule.hint')}
          </Text>
          <NumberInput
            label={t('schedule.days')}
            placeholder={t('schedule.never')}
            min={1}
            max={28}
            allowDecimal={false}
            {...form.getInputProps('days')}
          />
        </Stack>
      )}
    </FormDrawer>
  );
}
