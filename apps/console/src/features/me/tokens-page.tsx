import { Select, Stack, TextInput } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findLastWorkspace } from '../../api/last-workspace.js';
import { useSession } from '../../api/session.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { CreateButton } from '../../ui/create-button.js';
import { ExpiryInput } from '../../ui/expiry-input.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { NameOf } from '../../ui/name-of.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { type NewSecretProps, SecretOnce } from '../../ui/secret-once.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { type PersonalToken, useMyTokenActions, useMyTokens, usePolicy } from './queries.js';
import { firstExpiry, stateOfToken, type TokenState, withinPolicy } from './token-values.js';

const STATES = { active: 'ok', expiring: 'warning', expired: 'error' } as const satisfies Record<TokenState, string>;

/** Personal access tokens of whoever is signed in. */
export default function TokensPage(): ReactNode {
  const { t } = useTranslation('me');
  const [search, setSearch] = useUrlState();
  const [secret, setSecret] = useState<string>();
  const [rotated, setRotated] = useState<PersonalToken>();
  const [revoked, setRevoked] = useState<PersonalToken>();
  const list = useMyTokens();
  const actions = useMyTokenActions();
  const create = <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('tokens.create')}</CreateButton>;
  return (
    <Page title={t('tokens.title')} description={t('tokens.description')} actions={create}>
      <ResourceTable
        {...list}
        columns={useTokenColumns(setRotated, setRevoked)}
        getRowId={({ id }) => id}
        empty={{ sentence: t('tokens.empty'), action: create }}
      />
      <NewToken opened={search.open === 'new'} onClose={() => setSearch({ open: undefined })} onSecret={setSecret} />
      <ConfirmRow
        row={rotated}
        title={t('tokens.rotateTitle', { name: rotated?.name })}
        consequence={t('tokens.rotateText')}
        confirmLabel={t('tokens.rotate')}
        onConfirm={async ({ id }) => setSecret((await actions.rotate(id, {})).token)}
        onEnd={() => setRotated(undefined)}
      />
      <ConfirmRow
        row={revoked}
        title={t('tokens.revokeTitle', { name: revoked?.name })}
        consequence={t('tokens.revokeText')}
        confirmLabel={t('tokens.revoke')}
        danger
        done={t('tokens.revoked')}
        onConfirm={({ id }) => actions.revoke(id)}
        onEnd={() => setRevoked(undefined)}
      />
      {secret !== undefined && (
        <SecretOnce secret={secret} label={t('tokens.secret')} onClose={() => setSecret(undefined)} />
      )}
    </Page>
  );
}

function NewToken({ opened, onClose, onSecret }: NewSecretProps): ReactNode {
  const { t } = useTranslation('me');
  const { workspaces, can } = useSession();
  const policy = usePolicy(can('org.read'));
  const { create } = useMyTokenActions();
  const maxDays = policy.data?.max_pat_lifetime_days ?? 30;
  return (
    <FormDrawer
      opened={opened}
      title={t('tokens.createTitle')}
      onClose={onClose}
      draftKey="token:new"
      row={undefined}
      initialValues={{
        name: '',
        workspace_id: findLastWorkspace(workspaces)?.id ?? null,
        expires_at: firstExpiry(maxDays, Date.now()) as string | null,
      }}
      validate={{
        name: (value) => (value.trim() ? null : t('tokens.nameRequired')),
        expires_at: (value) => (value === null ? t('tokens.expiryRequired') : null),
      }}
      submitLabel={t('tokens.create')}
      onSubmit={async ({ name, workspace_id, expires_at }) => {
        const { token } = await create({
          name,
          expires_at: withinPolicy(expires_at ?? '', maxDays, Date.now()),
          ...(workspace_id !== null && { workspace_id }),
        });
        onClose();
        onSecret(token);
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <TextInput
            label={t('field.name')}
            placeholder={t('tokens.example')}
            required
            data-autofocus
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <Select
            label={t('field.workspace')}
            description={t('tokens.workspaceHint')}
            allowDeselect={false}
            data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('workspace_id')}
          />
          <ExpiryInput
            label={t('tokens.expires')}
            description={t('tokens.longest', { count: maxDays })}
            canBeNever={false}
            maxDays={maxDays}
            {...form.getInputProps('expires_at')}
          />
        </Stack>
      )}
    </FormDrawer>
  );
}

function useTokenColumns(
  onRotate: (token: PersonalToken) => void,
  onRevoke: (token: PersonalToken) => void,
): readonly ResourceColumn<PersonalToken>[] {
  const { t } = useTranslation('me');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name, token_hint: hint }) => <RowName name={name} hint={hint} />,
    },
    {
      id: 'state',
      header: t('tokens.state'),
      cell: (token) => {
        const state = stateOfToken(token, Date.now());
        return <StateBadge state={STATES[state]} label={t(`tokenState.${state}`)} />;
      },
    },
    {
      id: 'workspace',
      header: t('field.workspace'),
      cell: ({ workspace_id: id }) => (id === null ? '—' : <NameOf kind="workspace" id={id} />),
      hideBelow: 'sm',
    },
    {
      id: 'expires',
      header: t('tokens.expires'),
      cell: ({ expires_at: at }) => (at === null ? t('never') : <TimeText at={at} />),
      hideBelow: 'md',
    },
    {
      id: 'used',
      header: t('tokens.used'),
      cell: ({ last_used_at: at }) => (at === null ? t('never') : <TimeText at={at} />),
      hideBelow: 'md',
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (token) => (
        <RowMenu
          label={t('actionsOf', { name: token.name })}
          actions={[
            ...(stateOfToken(token, Date.now()) === 'expired'
              ? []
              : [{ label: t('tokens.rotate'), icon: IconRefresh, onClick: () => onRotate(token) }]),
            { label: t('tokens.revoke'), icon: IconTrash, onClick: () => onRevoke(token), danger: true },
          ]}
        />
      ),
    },
  ];
}
