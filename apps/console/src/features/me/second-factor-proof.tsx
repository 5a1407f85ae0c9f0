import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { FailureNotice } from '../../ui/failure-notice.js';

export interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Asks for the password, a fresh code, or both. */
export function ProofForm({
  asksForCode,
  asksForPassword,
  label,
  onCancel,
  onSubmit,
  text,
}: {
  readonly asksForCode: boolean;
  readonly asksForPassword: boolean;
  readonly label: string;
  readonly text: string;
  readonly onCancel: () => void;
  readonly onSubmit: (proof: Proof) => Promise<void>;
}): ReactNode {
  const { t } = useTranslation('second-factor');
  const { user } = useSession();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const submit = async (proof: Proof): Promise<void> => {
    setFailure(undefined);
    try {
      await onSubmit(proof);
    } catch (problem) {
      const param = problem instanceof ApiFailure ? problem.param : undefined;
      if (param === 'code') form.setFieldError('code', (problem as ApiFailure).message);
      else if (param === 'current_password') form.setFieldError('password', (problem as ApiFailure).message);
      else setFailure(problem);
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap={16}>
        <Text size="sm">{text}</Text>
        {/* Password managers need to know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        {asksForPassword && (
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
        )}
        {asksForCode && (
          <TextInput
            label={t('code')}
            description={t('codeHint')}
            autoComplete="one-time-code"
            maxLength={64}
            required
            {...form.getInputProps('code')}
          />
        )}
        {failure !== undefined && <FailureNotice failure={failure} />}
        <Group gap={8}>
          <Button type="submit" loading={form.submitting}>
            {label}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
