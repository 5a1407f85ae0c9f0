import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure, api } from '../../api/client.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { BarePage } from './bare-page.js';
import { SecondStep } from './late-second-step.js';
import { readReturnPath } from './return-path.js';
import { readSignInFacts } from './sign-in-facts.js';
import { SingleSignOn } from './single-sign-on.js';
import { useSignIn } from './use-sign-in.js';

/** Signs in with a password, or leads to the identity provider. */
export default function SignInPage() {
  const { t } = useTranslation('sign-in');
  const search = useSearch({ strict: false }) as { organization?: string; return_to?: string };
  const facts = readSignInFacts();
  const [isAskedForOrganization, setAskedForOrganization] = useState(false);
  const form = useForm({ initialValues: { email: '', password: '', organization: '' } });
  const target = readReturnPath(search.return_to);
  const { enter, failure, finish, restart, step } = useSignIn(target, (problem) =>
    setAskedForOrganization((before) => before || (problem instanceof ApiFailure && problem.param === 'organization')),
  );
  const signIn = ({ email, organization, password }: typeof form.values) => {
    const named = organization.trim() !== '' && { organization: organization.trim() };
    return enter(api.post('/auth/login', { body: { email: email.trim(), password, ...named } }));
  };
  if (step !== undefined) {
    const again = (): void => {
      form.setFieldValue('password', '');
      restart();
    };
    return (
      <BarePage title={t('signIn')}>
        <SecondStep step={step} onSignedIn={() => void finish()} onRestart={again} />
      </BarePage>
    );
  }
  return (
    <BarePage title={t('signIn')}>
      <form onSubmit={form.onSubmit(signIn)}>
        <Stack gap="sm">
          {search.return_to !== undefined && search.organization === undefined && (
            <Alert color="gray">{t('sessionEnded')}</Alert>
          )}
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.getInputProps('password')}
          />
          {isAskedForOrganization && <TextInput label={t('organization')} {...form.getInputProps('organization')} />}
          {failure !== undefined && <FailureNotice failure={failure} />}
          <Button type="submit" loading={form.submitting}>
            {t('signIn')}
          </Button>
          {facts.needsSetup && (
            <Anchor component={Link} {...({ to: '/set-up' } as object)} size="sm">
              {t('toSetUp')}
            </Anchor>
          )}
        </Stack>
      </form>
      <Stack gap="sm" mt="sm">
        <SingleSignOn facts={facts} target={target} asked={search.organization} />
      </Stack>
    </BarePage>
  );
}
