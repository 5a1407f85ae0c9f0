import { Card, Skeleton, Stack, Switch, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { useOrganizationActions, useSignInPolicy } from './queries.js';

/** Policy for sign-ins with a password. Owners change it. */
export function SignInPolicyCard(): ReactNode {
  const { t } = useTranslation('organization');
  const { can } = useSession();
  const { data, error, refetch } = useSignInPolicy();
  const { changeSignInPolicy } = useOrganizationActions();
  const [isAsked, setAsked] = useState(false);
  const save = async (requires_second_factor: boolean): Promise<void> => {
    try {
      await changeSignInPolicy({ requires_second_factor }, data && versionOf(data));
      notify.success(t('signInPolicy.done'));
    } catch (failure) {
      notify.failure(failure);
    }
  };
  return (
    <Card withBorder maw={720} mt={16}>
      <Stack gap={16}>
        <Title order={2} size="h4">
          {t('signInPolicy.title')}
        </Title>
        {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton h={48} />}
        {data && can('org.owners.manage') && (
          <Switch
            label={t('signInPolicy.label')}
            description={t('signInPolicy.hint')}
            checked={data.requires_second_factor}
            onChange={({ currentTarget }) => (currentTarget.checked ? setAsked(true) : void save(false))}
          />
        )}
        {data && !can('org.owners.manage') && (
          <FactList
            facts={[
              {
                label: t('signInPolicy.field'),
                value: t(data.requires_second_factor ? 'signInPolicy.on' : 'signInPolicy.off'),
              },
            ]}
          />
        )}
      </Stack>
      <ConfirmDialog
        opened={isAsked}
        title={t('signInPolicy.confirm')}
        consequence={t('signInPolicy.text')}
        confirmLabel={t('signInPolicy.ok')}
        danger
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await save(true);
          setAsked(false);
        }}
      />
    </Card>
  );
}
