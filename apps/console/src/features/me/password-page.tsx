import { Button, Card, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { showAtField } from '../../ui/forms/show-at-field.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { usePasswordChange } from './queries.js';

const SHORTEST = 12;

/** Changes one's own password. Nothing of the form is stored. */
export default function PasswordPage(): ReactNode {
  const { t } = useTranslation('me');
  const { user } = useSession();
  const change = usePasswordChange();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { current_password: '', new_password: '', repeated: '' },
    validate: {
      current_password: (value) => (value === '' ? t('password.required') : null),
      new_password: (value) => (value.length < SHORTEST ? t('password.short', { count: SHORTEST }) : null),
      repeated: (value, { new_password: chosen }) => (value === chosen ? null : t('password.different')),
    },
  });
  const submit = async ({ current_password, new_password }: typeof form.values): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      await change(current_password, new_password);
      form.reset();
      notify.success(t('password.done'));
    } catch (error) {
      if (!(await showAtField(error, { current_password, new_password }, form))) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Page title={t('password.title')} description={t('password.description')}>
      <Card withBorder maw={480}>
        <form onSubmit={form.onSubmit((values) => void submit(values))}>
          <Stack gap={16}>
            {/* Password managers need to know whose password it is. */}
            <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
            <PasswordInput
              label={t('password.current')}
              autoComplete="current-password"
              required
              {...form.getInputProps('current_password')}
            />
            <PasswordInput
              label={t('password.new')}
              description={t('password.short', { count: SHORTEST })}
              autoComplete="new-password"
              required
              {...form.getInputProps('new_password')}
            />
            <PasswordInput
              label={t('password.repeat')}
              autoComplete="new-password"
              required
              {...form.getInputProps('repeated')}
            />
            <Text size="sm" c="dimmed">
              {t('password.ends')}
            </Text>
            {failure !== undefined && <FailureNotice failure={failure} />}
            <Button type="submit" loading={isBusy} style={{ alignSelf: 'start' }}>
              {t('password.submit')}
            </Button>
          </Stack>
        </form>
      </Card>
    </Page>
  );
}
