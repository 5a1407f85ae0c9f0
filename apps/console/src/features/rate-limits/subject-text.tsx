import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type NamedKind, NameOf } from '../../ui/name-of.js';
import { type RateLimit, type Subject, subjectOf } from './rate-limit-values.js';

const KINDS: Readonly<Record<Exclude<Subject, 'everybody'>, NamedKind>> = {
  team: 'team',
  user: 'user',
  service_account: 'account',
  api_key: 'key',
};

/** Subject of a policy. */
export function SubjectText({ limit }: { readonly limit: RateLimit }): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { subject, identity } = subjectOf(limit);
  if (subject === 'everybody' || identity === null) return t('subject.everybody');
  return (
    <>
      {t(`subject.${subject}`)}:{' '}
      <NameOf kind={KINDS[subject]} id={identity} workspaceId={limit.workspace_id ?? undefined} />
    </>
  );
}
