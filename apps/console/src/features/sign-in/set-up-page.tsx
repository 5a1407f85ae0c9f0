import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { BarePage } from './bare-page.js';
import { useAddressToken } from './use-address-token.js';

const SHORTEST_PASSWORD = 12;

/** Makes the first owner with the token that the service printed, and signs in. */
export default function SetUpPage() {
  const { t } = useTranslation('sign-in');
  const token = useAddressToken();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({
    initialValues: { token, name: '', email: '', password: '' },
    validate: { password: (password) => ([...password].length < SHORTEST_PASSWORD ? t('shortPassword') : null) },
  });
  const setUp = async ({ email, name, password, token: given }: typeof form.values) => {
    setFailure(undefined);
    try {
      await api.post('/auth/setup', {
        body: { token: given.trim(), name: name.trim(), email: email.trim(), password },
      });
      cache.clear();
      await navigate({ to: '/', replace: true });
    } catch (problem) {
      setFailure(problem);
    }
  };
  return (
    <BarePage title={t('setUp')} text={t('setUpText')}>
      <form onSubmit={form.onSubmit(setUp)}>
        <Stack gap="sm">
          <TextInput
            label={t('token')}
            placeholder="ml_setup_…"
            required
            autoComplete="off"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps('token')}
          />
          <TextInput label={t('name')} required autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={t('email')}
            type="email"
            required
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('password')}
            description={t('passwordHint')}
            required
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.getInputProps('password')}
          />
          {failure !== undefined && <FailureNotice failure={failure} />}
          <Button type="submit" loading={form.submitting}>
            {t('createOwner')}
          </Button>
        </Stack>
      </form>
    </BarePage>
  );
}
