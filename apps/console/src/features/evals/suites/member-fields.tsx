import { Accordion, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MEMBERS, type UploadValues } from '../datasets/upload-values.js';

/** For lines whose members have other names. */
export function MemberFields({
  form,
}: {
  readonly form: UseFormReturnType<UploadValues & Record<string, unknown>>;
}): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <Accordion variant="contained" order={3}>
      <Accordion.Item value="members">
        <Accordion.Control>
          <Text size="sm" fw={500}>
            {t('members.title')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('members.hint')}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
            {Object.entries(MEMBERS).map(([name, standard]) => (
              <TextInput
                key={name}
                label={t(`members.${name}`)}
                placeholder={standard}
                maxLength={64}
                {...form.getInputProps(name)}
              />
            ))}
          </SimpleGrid>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
