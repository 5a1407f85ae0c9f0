import { Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ExpiryInput } from '../../ui/expiry-input.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { SecretOnce } from '../../ui/secret-once.js';
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
  const { issue, revoke } = useScimActions();
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ScimToken>();
  const close = (): void => setSearch({ open: undefined });
  return (
    <>
      <ResourceTable<ScimToken>
        {...useScimTokens()}
        columns={[
          {
            id: 'name',
            header: t('field.name'),
            cell: ({ name, token_hint: hint }) => (
              <Stack gap={0}>
                <Text size="sm" fw={500} dir="auto" lineClamp={2}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  {hint}
                </Text>
              </Stack>
            ),
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
                actions={[
                  { label: t('tokens.revoke'), icon: IconTrash, onClick: () => setRevoked(token), danger: true },
                ]}
              />
            ),
          },
        ]}
        getRowId={({ id }) => id}
        empty={{ sentence: t(canIssue ? 'tokens.empty' : 'tokens.emptyForAdministrators'), action }}
      />
      <FormDrawer
        opened={canIssue && search.open === 'new'}
        title={t('tokens.create')}
        onClose={close}
        draftKey="scim-token:new"
        initialValues={{ name: '', expires_at: null as string | null }}
        validate={{ name: (name) => (name.trim() ? null : t('required.name')) }}
        submitLabel={t('tokens.create')}
        onSubmit={async ({ expires_at, name }) => {
          const { token } = await issue(name.trim(), expires_at);
          close();
          setSecret(token);
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
              dir="auto"
              {...form.getInputProps('name')}
            />
            <ExpiryInput label={t('field.expires')} {...form.getInputProps('expires_at')} />
          </Stack>
        )}
      </FormDrawer>
      <ConfirmDialog
        opened={revoked !== undefined}
        title={t('tokens.revokeTitle', { name: revoked?.name })}
        consequence={t('tokens.revokeText')}
        confirmLabel={t('tokens.revoke')}
        danger
        onClose={() => setRevoked(undefined)}
        onConfirm={async () => {
          await revoke(revoked?.id ?? '');
          setRevoked(undefined);
          notify.success(t('tokens.revoked'));
        }}
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
