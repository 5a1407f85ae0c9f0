import { ActionIcon, Button, Group, NumberInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTHING_YET } from '../../api/versions.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { type Rule, useRules, useStatementActions } from './queries.js';

interface RulesDrawerProps {
  readonly by: string;
  readonly onClose: () => void;
}

/** Markups and rebates: one for all subjects, and some for single ones. */
export function RulesDrawer({ by, onClose }: RulesDrawerProps): ReactNode {
  const { t } = useTranslation('statements');
  const { data } = useRules(by);
  const { replaceRules } = useStatementActions();
  if (data === undefined) return <Skeleton h={36} w={36} />;
  const rules: readonly Rule[] = data.data.map(({ percent, subject }) => ({ subject: subject ?? '', percent }));
  return (
    <FormDrawer
      opened
      title={t('rules.title')}
      onClose={onClose}
      row={{ id: by, updated_at: data.data[0]?.updated_at ?? NOTHING_YET }}
      nameField={() => t('rules.title')}
      initialValues={{ rules: rules.length === 0 ? [{ subject: '', percent: 0 as number | '' }] : [...rules] }}
      submitLabel={t('rules.save')}
      onSubmit={async ({ rules: written }, version) => {
        await replaceRules(by, written, version);
        notify.success(t('rules.done'));
        onClose();
      }}
    >
      {(form) => (
        <Stack gap={12}>
          <Text size="sm" c="dimmed">
            {t('rules.hint')}
          </Text>
          {form.values.rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name, and its subject is being typed.
            <Group key={index} gap={8} align="flex-end" wrap="nowrap">
              <TextInput
                label={t('rules.subject')}
                placeholder={t('rules.all')}
                style={{ flex: 1 }}
                dir="auto"
                {...form.getInputProps(`rules.${index}.subject`)}
              />
              <NumberInput
                label={t('rules.percent')}
                suffix=" %"
                min={-100}
                max={1000}
                decimalScale={3}
                w={120}
                {...form.getInputProps(`rules.${index}.percent`)}
              />
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('rules.remove', { subject: rule.subject || t('rules.all') })}
                onClick={() => form.removeListItem('rules', index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.insertListItem('rules', { subject: '', percent: '' })}
            >
              {t('rules.add')}
            </Button>
          </Group>
        </Stack>
      )}
    </FormDrawer>
  );
}
