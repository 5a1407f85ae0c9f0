import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure, api } from '../../api/client.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { late } from '../../ui/late.js';
import { BarePage } from './bare-page.js';
import { readReturnPath } from './return-path.js';
import type { SecondStepProps } from './second-step.js';
import { readSignInFacts } from './sign-in-facts.js';
import { SingleSignOn } from './single-sign-on.js';

/** Few sign-ins on a device have it; it draws QR codes. */
const SecondStep = late<SecondStepProps>(
  () => import('./second-step.js').then((loaded) => loaded.SecondStep),
  () => <Skeleton h={120} />,
);

/** Signs in with a password, or leads to the identity provider. */
export default function SignInPage() {
  const { t } = useTranslation('sign-in');
  const search = useSearch({ strict: false }) as { organization?: string; return_to?: string };
  const navigate = useNavigate();
  const cache = useQueryClient();
  const facts = readSignInFacts();
  const [failure, setFailure] = useState<unknown>();
  const [step, setStep] = useState<SecondStepProps['step']>();
  const [isAskedForOrganization, setAskedForOrganization] = useState(false);
  const form = useForm({ initialValues: { email: '', password: '', organization: '' } });
  const target = readReturnPath(search.return_to);
  const enter = async (): Promise<void> => {
    cache.clear();
    await navigate({ to: target, replace: true } as never);
  };
  const restart = (): void => {
    form.setFieldValue('password', '');
    setStep(undefined);
  };
  const signIn = async ({ email, organization, password }: typeof form.values) => {
    setFailure(undefined);
    try {
      const answer = await api.post('/auth/login', {
        body: {
          email: email.trim(),
          password,
          ...(organization.trim() !== '' && { organization: organization.trim() }),
        },
      });
      if (answer.object === 'sign_in_step') setStep(answer);
      else await enter();
    } catch (problem) {
      setAskedForOrganization(
        (before) => before || (problem instanceof ApiFailure && problem.param === 'organization'),
      );
      setFailure(problem);
    }
  };
  if (step !== undefined) {
    return (
      <BarePage title={t('signIn')}>
        <SecondStep step={step} onSignedIn={() => void enter()} onRestart={restart} />
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
