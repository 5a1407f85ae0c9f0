import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '../../api/schema.js';
import { CopyButton } from '../copy-button.js';
import { QrCode } from './qr-code.js';

export type Enrolment = components['schemas']['EnrolmentView'];

/** Shows the secret of an authenticator app, and asks for its first code. */
export function EnrolmentForm({
  enrolment,
  error,
  onSubmit,
}: {
  readonly enrolment: Enrolment;
  readonly error: string | undefined;
  readonly onSubmit: (code: string) => Promise<void>;
}): ReactNode {
  const { t } = useTranslation('second-factor');
  const form = useForm({ initialValues: { code: '' } });
  return (
    <form onSubmit={form.onSubmit(({ code }) => onSubmit(code))}>
      <Stack gap="sm">
        <Text size="sm">{t('scan')}</Text>
        <Group justify="center">
          <QrCode text={enrolment.address} label={t('qrCode')} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('typeSecret')}
        </Text>
        <Group gap={8} wrap="nowrap" align="start">
          <Code block aria-label={t('secret')} style={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Code>
          <CopyButton value={enrolment.secret} label={t('copySecret')} size="lg" />
        </Group>
        <TextInput
          label={t('firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          required
          {...form.getInputProps('code')}
          error={error}
        />
        <Button type="submit" loading={form.submitting}>
          {t('confirm')}
        </Button>
      </Stack>
    </form>
  );
}
