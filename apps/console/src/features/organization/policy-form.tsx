import { Alert, Button, NumberInput, Stack, Switch } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure, api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ConflictNotice } from '../../ui/conflict-notice.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { pick } from '../../ui/form-values.js';
import { notify } from '../../ui/notify.js';
import { useVersion } from '../../ui/use-version.js';
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
  const { asked, conflict, failure, form, isBusy, now, save, setAsked, submit, ...edit } = usePolicyEdit(
    policy,
    onSaved,
  );
  return (
    <form onSubmit={form.onSubmit((values) => submit({ values, version: edit.version }))}>
      <Stack gap={16}>
        <PolicyFields form={form} />
        {isStricter(form.values, now) && (
          <Alert color="orange" variant="light">
            {t('policy.stricter')}
          </Alert>
        )}
        {conflict !== undefined && (
          <ConflictNotice
            conflict={conflict}
            nameField={(field) => t(`policy.field.${field}`)}
            isBusy={isBusy}
            onTake={() => {
              edit.take();
              form.setValues(conflict.values);
            }}
            onOverwrite={() => submit({ values: form.getValues(), version: conflict.version }, conflict.values)}
            onDismiss={edit.dismiss}
            onUseMine={(field) => form.setValues(pick(conflict.mine, [field]))}
          />
        )}
        {failure !== undefined && <FailureNotice failure={failure} />}
        <Button type="submit" disabled={!form.isDirty()} loading={isBusy} style={{ alignSelf: 'start' }}>
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
          if (asked !== undefined) await save(asked);
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
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Change>();
  const { conflict, dismiss, notice, take, version } = useVersion<PolicyValues>(
    { id: organization.id, version: versionOf(policy), read: readPolicy },
    versionOf(policy),
  );
  // A field that is empty holds a text.
  const demandNumber = (value: unknown): string | null => (typeof value === 'number' ? null : t('required.number'));
  const form = useForm<PolicyValues>({
    initialValues: valuesOfPolicy(policy),
    validate: { max_pat_lifetime_days: demandNumber, max_pats_per_user: demandNumber },
  });
  /** Policy that a change is compared with. */
  const now = conflict?.isTaken === true ? conflict.values : policy;
  const explain = async (error: unknown, values: PolicyValues): Promise<void> => {
    if (error instanceof ApiFailure && error.param && error.param in values) {
      form.setFieldError(error.param, error.message);
    } else if (!(await notice(error, values))) setFailure(error);
  };
  const save = async ({ values, version: changed }: Change): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      const saved = await changePolicy(values, changed);
      notify.success(t('done.policy'));
      onSaved(saved);
    } catch (error) {
      await explain(error, values).catch(setFailure);
    } finally {
      setBusy(false);
    }
  };
  const submit = (change: Change, before: PolicyValues = now): void => {
    if (isStricter(change.values, before)) setAsked(change);
    else void save(change);
  };
  return { asked, conflict, dismiss, failure, form, isBusy, now, save, setAsked, submit, take, version };
}

async function readPolicy() {
  const stored = await api.get('/org/credential-policy', {});
  return { values: valuesOfPolicy(stored), version: versionOf(stored) };
}
