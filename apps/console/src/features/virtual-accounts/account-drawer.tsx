import { Group, Stack } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ActionButton } from '../../ui/action-button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { AccountForm } from './account-form.js';
import { AccountState } from './account-state.js';
import { AccountToggle } from './account-toggle.js';
import { type Account, valuesOfAccount } from './account-values.js';
import { useAccount, useAccountActions, useTokenActions, useTokens } from './queries.js';
import { TokenList } from './token-list.js';

interface AccountDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** A virtual account with its tokens and what can be done with it. */
export function AccountDrawer({ id, onClose, onSecret }: AccountDrawerProps): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  const { can } = useSession();
  const { data: account, error, refetch } = useAccount(id);
  const canManage = account !== undefined && can('gateway.serviceaccounts.manage', account.workspace_id);
  const names = (list: readonly string[] | null): string => (list === null ? t('all') : list.join(', ') || t('none'));
  return (
    <DetailDrawer opened title={account?.name ?? t('title')} onClose={onClose}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {account && (
        <Stack gap={16}>
          {canManage && <AccountButtons account={account} onClose={onClose} />}
          <FactList
            facts={[
              { label: t('field.state'), value: <AccountState disabled={account.disabled} /> },
              { label: t('field.models'), value: names(account.allowed_models) },
              { label: t('field.providers'), value: names(account.allowed_providers) },
              { label: t('field.knowledge'), value: t(`knowledge.${account.role}`) },
              { label: t('field.created'), value: <TimeText at={account.created_at} /> },
              { label: t('field.id'), value: <IdText id={account.id} /> },
            ]}
          />
          <AccountTokens account={account} canManage={canManage} onSecret={onSecret} />
        </Stack>
      )}
    </DetailDrawer>
  );
}

interface AccountTokensProps {
  readonly account: Account;
  readonly canManage: boolean;
  readonly onSecret: (secret: string) => void;
}

function AccountTokens({ account, canManage, onSecret }: AccountTokensProps): ReactNode {
  const tokens = useTokens(account.id);
  const actions = useTokenActions(account.id);
  return <TokenList account={account} tokens={tokens} actions={actions} canManage={canManage} onSecret={onSecret} />;
}

function AccountButtons({ account, onClose }: { readonly account: Account; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  const actions = useAccountActions(account.workspace_id);
  const [intent, setIntent] = useState<'edit' | 'remove'>();
  const { id, name, disabled, workspace_id: workspaceId } = account;
  return (
    <Group gap={8}>
      <ActionButton icon={IconPencil} onClick={() => setIntent('edit')}>
        {t('action.edit')}
      </ActionButton>
      <AccountToggle disabled={disabled} onChange={(next) => actions.setDisabled(id, next)} />
      <ActionButton icon={IconTrash} c="red" onClick={() => setIntent('remove')}>
        {t('action.delete')}
      </ActionButton>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('edit.title', { name })}
        onClose={() => setIntent(undefined)}
        draftKey={`account:${id}`}
        row={account}
        initialValues={valuesOfAccount(account)}
        validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          await actions.update(id, values);
          setIntent(undefined);
          notify.success(t('done.save'));
        }}
      >
        {(form) => <AccountForm form={form} workspaceId={workspaceId} />}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'remove'}
        title={t('remove.title', { name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.delete')}
        danger
        onClose={() => setIntent(undefined)}
        onConfirm={async () => {
          await actions.remove(id);
          onClose();
          notify.success(t('done.remove'));
        }}
      />
    </Group>
  );
}
