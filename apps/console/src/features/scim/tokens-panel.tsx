import { Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { ExpiryInput } from '../../ui/expiry-input.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { NameInput } from '../../ui/name-input.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { type NewSecretProps, SecretOnce } from '../../ui/secret-once.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { type ScimToken, useScimActions, useScimTokens } from './queries.js';

interface Props {
  readonly canIssue: boolean;
  /** The button that issues one. */
  readonly action: ReactNode;
}

/** The tokens of SCIM clients. Owners issue them; administrators see and revoke them. */
export function TokensPanel({ action, canIssue }: Props): ReactNode {
  const { t } = useTranslation('scim');
  const [search, setSearch] = useUrlState();
  const { revoke } = useScimActions();
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ScimToken>();
  const close = (): void => setSearch({ open: undefined });
  return (
    <>
      <ResourceTable<ScimToken>
        {...useScimTokens()}
        columns={useTokenColumns(setRevoked)}
        getRowId={({ id }) => id}
        empty={{ sentence: t(canIssue ? 'tokens.empty' : 'tokens.emptyForAdministrators'), action }}
      />
      <NewToken opened={canIssue && search.open === 'new'} onClose={close} onSecret={setSecret} />
      <ConfirmRow
        row={revoked}
        title={t('tokens.revokeTitle', { name: revoked?.name })}
        consequence={t('tokens.revokeText')}
        confirmLabel={t('tokens.revoke')}
        danger
        done={t('tokens.revoked')}
        onConfirm={({ id }) => revoke(id)}
        onEnd={() => setRevoked(undefined)}
      />
      {secret !== undefined && (
        <SecretOnce secret={secret} label={t('tokens.secret')} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function timeOr(at: string | null, otherwise: string): ReactNode {
  return at === null ? otherwise : <TimeText at={at} />;
}

function useTokenColumns(onRevoke: (token: ScimToken) => void): readonly ResourceColumn<ScimToken>[] {
  const { t } = useTranslation('scim');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name, token_hint: hint }) => <RowName name={name} hint={hint} />,
    },
    { id: 'used', header: t('field.used'), cell: ({ last_used_at: at }) => timeOr(at, t('never')) },
    {
      id: 'expires',
      header: t('field.expires'),
      cell: ({ expires_at: at }) => timeOr(at, t('never')),
      hideBelow: 'sm',
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (token) => (
        <RowMenu
          label={t('actionsOf', { name: token.name })}
          actions={[{ label: t('tokens.revoke'), icon: IconTrash, onClick: () => onRevoke(token), danger: true }]}
        />
      ),
    },
  ];
}

function NewToken({ opened, onClose, onSecret }: NewSecretProps): ReactNode {
  const { t } = useTranslation('scim');
  const { issue } = useScimActions();
  return (
    <FormDrawer
      opened={opened}
      title={t('tokens.create')}
      onClose={onClose}
      draftKey="scim-token:new"
      row={undefined}
      initialValues={{ name: '', expires_at: null as string | null }}
      validate={{ name: (name) => (name.trim() ? null : t('required.name')) }}
      submitLabel={t('tokens.create')}
      onSubmit={async ({ expires_at, name }) => {
        const { token } = await issue(name.trim(), expires_at);
        onClose();
        onSecret(token);
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <NameInput form={form} label={t('field.name')} placeholder={t('tokens.example')} maxLength={200} />
          <ExpiryInput label={t('field.expires')} {...form.getInputProps('expires_at')} />
        </Stack>
      )}
    </FormDrawer>
  );
}
