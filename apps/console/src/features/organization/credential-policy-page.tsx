import { Alert, Button, Card, NumberInput, Skeleton, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { isStricter, type PolicyValues, valuesOfPolicy } from './policy-values.js';
import { type CredentialPolicy, useCredentialPolicy, useOrganizationActions } from './queries.js';
import { SignInPolicyCard } from './sign-in-policy-card.js';

/** Policy for the credentials that people issue for themselves. */
export default function CredentialPolicyPage(): ReactNode {
  const { t } = useTranslation('organization');
  const { can } = useSession();
  const { data, error, refetch } = useCredentialPolicy();
  return (
    <Page title={t('policy.title')} description={t('policy.description')}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} maw={720} />}
      {data && (
        <Card withBorder maw={720}>
          {can('org.credentialpolicy.manage') ? (
            <PolicyForm key={JSON.stringify(data)} policy={data} />
          ) : (
            <PolicyFacts policy={data} />
          )}
        </Card>
      )}
      <SignInPolicyCard />
    </Page>
  );
}

function PolicyFacts({ policy }: { readonly policy: CredentialPolicy }): ReactNode {
  const { t } = useTranslation('organization');
  return (
    <FactList
      facts={[
        { label: t('policy.lifetime'), value: policy.max_pat_lifetime_days },
        { label: t('policy.count'), value: policy.max_pats_per_user },
        { label: t('policy.vat'), value: t(policy.allow_non_expiring_vat ? 'yes' : 'no') },
      ]}
    />
  );
}

function PolicyForm({ policy }: { readonly policy: CredentialPolicy }): ReactNode {
  const { t } = useTranslation('organization');
  const { changePolicy } = useOrganizationActions();
  const [failure, setFailure] = useState<unknown>();
  const [asked, setAsked] = useState<PolicyValues>();
  // A field that is empty holds a text.
  const demandNumber = (value: unknown): string | null => (typeof value === 'number' ? null : t('required.number'));
  const form = useForm<PolicyValues>({
    initialValues: valuesOfPolicy(policy),
    validate: { max_pat_lifetime_days: demandNumber, max_pats_per_user: demandNumber },
  });
  const save = async (values: PolicyValues): Promise<void> => {
    setFailure(undefined);
    try {
      await changePolicy(values, versionOf(policy));
      notify.success(t('done.policy'));
    } catch (error) {
      if (error instanceof ApiFailure && error.param && error.param in values)
        form.setFieldError(error.param, error.message);
      else setFailure(error);
    }
  };
  const submit = (values: PolicyValues): void => {
    if (isStricter(values, policy)) setAsked(values);
    else void save(values);
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap={16}>
        <NumberInput
          label={t('policy.lifetime')}
          min={1}
          max={3650}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps('max_pat_lifetime_days')}
        />
        <NumberInput
          label={t('policy.count')}
          description={t('policy.countHint')}
          min={0}
          max={1000}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps('max_pats_per_user')}
        />
        <Switch
          label={t('policy.vat')}
          description={t('policy.vatHint')}
          {...form.getInputProps('allow_non_expiring_vat', { type: 'checkbox' })}
        />
        {isStricter(form.values, policy) && (
          <Alert color="orange" variant="light">
            {t('policy.stricter')}
          </Alert>
        )}
        {failure !== undefined && <FailureNotice failure={failure} />}
        <Button type="submit" disabled={!form.isDirty()} style={{ alignSelf: 'start' }}>
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
