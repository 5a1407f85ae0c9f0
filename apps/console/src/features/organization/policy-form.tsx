import { Alert, Button, NumberInput, Stack, Switch } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EditNotices } from '../../ui/forms/edit-notices.js';
import { useEdit } from '../../ui/forms/use-edit.js';
import { notify } from '../../ui/notify.js';
import { isStricter, type PolicyValues, valuesOfPolicy } from './policy-values.js';
import { type CredentialPolicy, useOrganizationActions } from './queries.js';

interface PolicyFormProps {
  /** Policy with which the form began. */
  readonly policy: CredentialPolicy;
  readonly onSaved: (policy: CredentialPolicy) => void;
}

interface Change {
  readonly values: PolicyValues;
  readonly version: string | undefined;
}

/** Form of the credential policy. A stricter policy is confirmed first, and a newer one is compared. */
export function PolicyForm({ onSaved, policy }: PolicyFormProps): ReactNode {
  const { t } = useTranslation('organization');
  const [asked, setAsked] = useState<Change>();
  const { edit, form } = usePolicyEdit(policy, onSaved);
  const { conflict } = edit;
  /** Policy that a change is compared with. */
  const now = conflict?.isTaken === true ? conflict.values : policy;
  const submit = (change: Change, before: PolicyValues = now): void => {
    if (isStricter(change.values, before)) setAsked(change);
    else void edit.submit(change.values, change.version);
  };
  return (
    <form onSubmit={form.onSubmit((values) => submit({ values, version: edit.version }))}>
      <Stack gap={16}>
        <PolicyFields form={form} />
        {isStricter(form.values, now) && (
          <Alert color="orange" variant="light">
            {t('policy.stricter')}
          </Alert>
        )}
        <EditNotices
          edit={edit}
          form={form}
          nameField={(field) => t(`policy.field.${field}`)}
          onOverwrite={() => submit({ values: form.getValues(), version: conflict?.version }, conflict?.values)}
        />
        <Button type="submit" disabled={!form.isDirty()} loading={edit.isBusy} style={{ alignSelf: 'start' }}>
          {t('action.save')}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('policy.confirm')}
        consequence={t('policy.stricter')}
        confirmLabel={t('action.save')}
        danger
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          if (asked !== undefined) await edit.submit(asked.values, asked.version);
          setAsked(undefined);
        }}
      />
    </form>
  );
}

function PolicyFields({ form }: { readonly form: UseFormReturnType<PolicyValues> }): ReactNode {
  const { t } = useTranslation('organization');
  return (
    <>
      <NumberInput
        label={t('policy.field.max_pat_lifetime_days')}
        min={1}
        max={3650}
        allowDecimal={false}
        clampBehavior="strict"
        {...form.getInputProps('max_pat_lifetime_days')}
      />
      <NumberInput
        label={t('policy.field.max_pats_per_user')}
        description={t('policy.countHint')}
        min={0}
        max={1000}
        allowDecimal={false}
        clampBehavior="strict"
        {...form.getInputProps('max_pats_per_user')}
      />
      <Switch
        label={t('policy.field.allow_non_expiring_vat')}
        description={t('policy.vatHint')}
        {...form.getInputProps('allow_non_expiring_vat', { type: 'checkbox' })}
      />
    </>
  );
}

function usePolicyEdit(policy: CredentialPolicy, onSaved: (policy: CredentialPolicy) => void) {
  const { t } = useTranslation('organization');
  const { organization } = useSession();
  const { changePolicy } = useOrganizationActions();
  // A field that is empty holds a text.
  const demandNumber = (value: unknown): string | null => (typeof value === 'number' ? null : t('required.number'));
  const form = useForm<PolicyValues>({
    initialValues: valuesOfPolicy(policy),
    validate: { max_pat_lifetime_days: demandNumber, max_pats_per_user: demandNumber },
  });
  const edit = useEdit<PolicyValues>({
    form,
    versioned: { id: organization.id, version: versionOf(policy), read: readPolicy },
    first: versionOf(policy),
    onSubmit: async (values, version) => {
      const saved = await changePolicy(values, version);
      notify.success(t('done.policy'));
      onSaved(saved);
    },
  });
  return { edit, form };
}

async function readPolicy() {
  const stored = await api.get('/org/credential-policy', {});
  return { values: valuesOfPolicy(stored), version: versionOf(stored) };
}
