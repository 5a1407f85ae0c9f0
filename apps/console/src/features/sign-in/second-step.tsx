import { Anchor, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { type Enrolment, EnrolmentForm } from '../../ui/second-factor/enrolment-form.js';
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.js';

export interface SecondStepProps {
  readonly step: components['schemas']['SignInStepView'];
  /** Called once the person is signed in. */
  readonly onSignedIn: () => void;
  /** Called where the sign-in has to be started again. */
  readonly onRestart: () => void;
}

/** The second step of a sign-in: a code, or the setup of the second factor that the organization requires. */
export function SecondStep(props: SecondStepProps): ReactNode {
  const { t } = useTranslation('second-factor');
  return (
    <Stack gap="sm">
      {props.step.step === 'code' ? <CodeStep {...props} /> : <EnrolmentStep {...props} />}
      <Anchor component="button" type="button" size="sm" onClick={props.onRestart}>
        {t('restart')}
      </Anchor>
    </Stack>
  );
}

function CodeStep({ step, onSignedIn }: SecondStepProps): ReactNode {
  const { t } = useTranslation('second-factor');
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({ initialValues: { code: '' } });
  const submit = async ({ code }: typeof form.values): Promise<void> => {
    setFailure(undefined);
    try {
      await api.post('/auth/login/code', { body: { token: step.token, code } });
      onSignedIn();
    } catch (problem) {
      form.reset();
      setFailure(problem);
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          autoComplete="one-time-code"
          maxLength={64}
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        {failure !== undefined && <FailureNotice failure={failure} />}
        <Button type="submit" loading={form.submitting}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}

function EnrolmentStep({ step, onSignedIn }: SecondStepProps): ReactNode {
  const { t } = useTranslation('second-factor');
  const { token } = step;
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    api.post('/auth/login/enrolment', { body: { token } }).then(setEnrolment, setFailure);
  }, [token]);
  const confirm = async (code: string): Promise<void> => {
    setFailure(undefined);
    try {
      setCodes((await api.post('/auth/login/enrolment/confirm', { body: { token, code } })).recovery_codes);
    } catch (problem) {
      setFailure(problem);
    }
  };
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onSignedIn} />;
  const isWrongCode = failure instanceof ApiFailure && failure.param === 'code';
  return (
    <Stack gap="sm">
      <Text size="sm">{t('requiredText')}</Text>
      {failure !== undefined && !isWrongCode && <FailureNotice failure={failure} />}
      {enrolment === undefined && failure === undefined && <Skeleton h={320} />}
      {enrolment !== undefined && (
        <EnrolmentForm
          enrolment={enrolment}
          error={isWrongCode ? (failure as ApiFailure).message : undefined}
          onSubmit={confirm}
        />
      )}
    </Stack>
  );
}
