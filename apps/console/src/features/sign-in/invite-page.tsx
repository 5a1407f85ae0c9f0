import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSessionQuery } from '../../api/session.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { BarePage } from './bare-page.js';
import { SecondStep } from './late-second-step.js';
import { useAddressToken } from './use-address-token.js';
import { useSignIn } from './use-sign-in.js';

const SHORTEST_PASSWORD = 12;

/** Makes an account by an invitation and signs in; who is signed in elsewhere accepts it with that account. */
export default function InvitePage() {
  const { t } = useTranslation('sign-in');
  const token = useAddressToken();
  const navigate = useNavigate();
  const session = useSessionQuery();
  const { enter, failure, finish, step } = useSignIn('/');
  const form = useForm({
    initialValues: { token, name: '', password: '' },
    validate: { password: (password) => ([...password].length < SHORTEST_PASSWORD ? t('shortPassword') : null) },
  });
  const signUp = ({ name, password, token: given }: typeof form.values) =>
    enter(api.post('/auth/signup', { body: { token: given.trim(), name: name.trim(), password } }));
  if (step !== undefined) {
    return (
      <BarePage title={t('invite')}>
        <SecondStep
          step={step}
          onSignedIn={() => void finish()}
          onRestart={() => void navigate({ to: '/sign-in', replace: true })}
        />
      </BarePage>
    );
  }
  return (
    <BarePage title={t('invite')} text={t('inviteText')}>
      <form onSubmit={form.onSubmit(signUp)}>
        <Stack gap="sm">
          <TextInput
            label={t('inviteToken')}
            required
            autoComplete="off"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps('token')}
          />
          <TextInput label={t('name')} required autoComplete="name" maxLength={200} {...form.getInputProps('name')} />
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
            {t('createAccount')}
          </Button>
        </Stack>
      </form>
      {session.data && (
        <Stack gap="sm" mt="md">
          <Divider />
          <Text size="sm" c="dimmed">
            {t('acceptText')}
          </Text>
          <Button
            variant="default"
            disabled={form.values.token.trim() === ''}
            onClick={() => void enter(api.post('/auth/invites/accept', { body: { token: form.values.token.trim() } }))}
          >
            {t('accept')}
          </Button>
        </Stack>
      )}
    </BarePage>
  );
}
