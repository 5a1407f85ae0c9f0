import { Card, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { PolicyForm } from './policy-form.js';
import { type CredentialPolicy, useCredentialPolicy } from './queries.js';
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
          {can('org.credentialpolicy.manage') ? <PolicyEditor policy={data} /> : <PolicyFacts policy={data} />}
        </Card>
      )}
      <SignInPolicyCard />
    </Page>
  );
}

/** The form, with the policy that it began with: one that is read later is compared when the form is saved. */
function PolicyEditor({ policy }: { readonly policy: CredentialPolicy }): ReactNode {
  const [began, setBegan] = useState(policy);
  return <PolicyForm key={began.updated_at} policy={began} onSaved={setBegan} />;
}

function PolicyFacts({ policy }: { readonly policy: CredentialPolicy }): ReactNode {
  const { t } = useTranslation('organization');
  return (
    <FactList
      facts={[
        { label: t('policy.field.max_pat_lifetime_days'), value: policy.max_pat_lifetime_days },
        { label: t('policy.field.max_pats_per_user'), value: policy.max_pats_per_user },
        { label: t('policy.field.allow_non_expiring_vat'), value: t(policy.allow_non_expiring_vat ? 'yes' : 'no') },
      ]}
    />
  );
}
