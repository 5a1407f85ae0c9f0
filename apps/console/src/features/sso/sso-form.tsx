import { Button, Card, Checkbox, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EditNotices } from '../../ui/forms/edit-notices.js';
import { useEdit } from '../../ui/forms/use-edit.js';
import { notify } from '../../ui/notify.js';
import { findSso, type Sso, useSsoActions } from './queries.js';
import { problemsOfFields, type SsoValues, toBody, valuesOf } from './sso-values.js';

const LABELS = {
  issuer: 'form.issuer',
  client_id: 'form.client',
  client_secret: 'form.secret',
  is_public: 'form.public',
} as const satisfies Record<keyof SsoValues, string>;
const SECRETS = ['client_secret'] as const;

/** The form, which takes newer settings, such as the result of a test, unless something is typed. */
export function SsoEditor({ sso }: { readonly sso: Sso }): ReactNode {
  const [typedOver, setTypedOver] = useState<Sso>();
  const shown = typedOver ?? sso;
  return (
    <SsoForm
      key={`form ${shown.updated_at}`}
      sso={shown}
      onTyped={(isTyped) => setTypedOver(isTyped ? shown : undefined)}
    />
  );
}

interface SsoFormProps {
  readonly sso: Sso;
  /** Tells if something is typed that is not saved. */
  readonly onTyped: (isTyped: boolean) => void;
}

/** Settings of the identity provider, for owners. Problems that the last test found are shown at their fields. */
function SsoForm({ onTyped, sso }: SsoFormProps): ReactNode {
  const { t } = useTranslation('sso');
  const { organization } = useSession();
  const { save } = useSsoActions();
  const demand = (value: string): string | null => (value.trim() === '' ? t('form.required') : null);
  const form = useForm<SsoValues>({
    initialValues: valuesOf(sso),
    initialErrors: problemsOfFields(sso.test),
    validate: { issuer: demand, client_id: demand },
    onValuesChange: (values) => onTyped(JSON.stringify(values) !== JSON.stringify(valuesOf(sso))),
  });
  const edit = useEdit<SsoValues>({
    form,
    versioned: { id: organization.id, version: versionOf(sso), read: readSso },
    first: versionOf(sso),
    onSubmit: async (values, version) => {
      await save(toBody(values), version);
      onTyped(false);
      notify.success(t('form.saved'));
    },
  });
  return (
    <Card withBorder>
      <form noValidate onSubmit={form.onSubmit((values) => void edit.submit(values))}>
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
          <EditNotices
            edit={edit}
            form={form}
            nameField={(field) => t(LABELS[field as keyof SsoValues])}
            secrets={SECRETS}
            onOverwrite={() => void edit.submit(form.getValues(), edit.conflict?.version)}
          />
          <Group justify="space-between">
            <Button type="submit" loading={edit.isBusy} disabled={!form.isDirty()}>
              {t('form.save')}
            </Button>
            {sso.source === 'database' && <Removal sso={sso} onRemoved={() => onTyped(false)} />}
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

interface RemovalProps {
  readonly sso: Sso;
  readonly onRemoved: () => void;
}

function Removal({ onRemoved, sso }: RemovalProps): ReactNode {
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
          await remove(versionOf(sso));
          onRemoved();
          setAsked(false);
        }}
      />
    </>
  );
}

async function readSso() {
  const stored = await findSso();
  return { values: valuesOf(stored), version: versionOf(stored) };
}
