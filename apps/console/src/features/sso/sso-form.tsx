import { Button, Card, Checkbox, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { type Sso, useSsoActions } from './queries.js';
import { problemsOfFields, type SsoValues, toBody, valuesOf } from './sso-values.js';

/** Settings of the identity provider, for owners. Problems that the last test found are shown at their fields. */
export function SsoForm({ sso }: { readonly sso: Sso }): ReactNode {
  const { t } = useTranslation('sso');
  const { save } = useSsoActions();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const demand = (value: string): string | null => (value.trim() === '' ? t('form.required') : null);
  const form = useForm<SsoValues>({
    initialValues: valuesOf(sso),
    initialErrors: problemsOfFields(sso.test),
    validate: { issuer: demand, client_id: demand },
  });
  const submit = async (values: SsoValues): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await save(toBody(values), sso.updated_at === null ? undefined : versionOf(sso));
      notify.success(t('form.saved'));
    } catch (error) {
      if (error instanceof ApiFailure && error.param && error.param in values)
        form.setFieldError(error.param, error.message);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card withBorder>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap={16}>
          <Title order={2} size="h4">
            {t('form.title')}
          </Title>
          <TextInput
            label={t('form.issuer')}
            description={t('form.issuerHint')}
            placeholder="https://your-org.okta.com"
            required
            {...form.getInputProps('issuer')}
          />
          <TextInput label={t('form.client')} autoComplete="off" required {...form.getInputProps('client_id')} />
          <SecretFields form={form} isStored={sso.has_client_secret} />
          {sso.enabled && form.isDirty() && (
            <Text size="sm" role="status">
              {t('form.switchesOff')}
            </Text>
          )}
          {failure !== undefined && <FailureNotice failure={failure} />}
          <Group justify="space-between">
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              {t('form.save')}
            </Button>
            {sso.source === 'database' && <Removal sso={sso} />}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

interface SecretFieldsProps {
  readonly form: Pick<UseFormReturnType<SsoValues>, 'getInputProps' | 'values'>;
  readonly isStored: boolean;
}

function SecretFields({ form, isStored }: SecretFieldsProps): ReactNode {
  const { t } = useTranslation('sso');
  return (
    <>
      <PasswordInput
        label={t('form.secret')}
        description={t(isStored ? 'form.secretStored' : 'form.secretHint')}
        autoComplete="off"
        disabled={form.values.is_public}
        visibilityToggleButtonProps={{ 'aria-label': t('form.showSecret') }}
        {...form.getInputProps('client_secret')}
      />
      <Checkbox label={t('form.public')} {...form.getInputProps('is_public', { type: 'checkbox' })} />
    </>
  );
}

function Removal({ sso }: { readonly sso: Sso }): ReactNode {
  const { t } = useTranslation('sso');
  const { remove } = useSsoActions();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('form.remove')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('form.removeTitle')}
        consequence={t('form.removeText')}
        confirmLabel={t('form.remove')}
        danger
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await remove(sso.updated_at === null ? undefined : versionOf(sso));
          setAsked(false);
        }}
      />
    </>
  );
}
