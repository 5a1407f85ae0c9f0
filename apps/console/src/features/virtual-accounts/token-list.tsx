import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { RowMenu } from '../../ui/row-menu.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { type AccountToken, stateOfToken, type TokenActions, type TokenState } from './account-values.js';
import { TokenForm } from './token-form.js';

const STATES = { active: 'ok', due: 'warning', expired: 'error' } as const satisfies Record<TokenState, string>;

interface TokenListProps {
  readonly account: { readonly id: string; readonly name: string };
  readonly tokens: {
    readonly data?: { readonly data: readonly AccountToken[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly actions: TokenActions;
  readonly canManage: boolean;
  readonly onSecret: (secret: string) => void;
}

/** The tokens of a virtual account, of a workspace or of the organization. */
export function TokenList({ account, actions, canManage, onSecret, tokens }: TokenListProps): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  const { data, error, refetch } = tokens;
  const [isIssuing, setIssuing] = useState(false);
  const [revoked, setRevoked] = useState<AccountToken>();
  const [rotated, setRotated] = useState<AccountToken>();
  return (
    <Stack gap={8}>
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('tokens')}
        </Title>
        {canManage && (
          <ActionButton icon={IconPlus} onClick={() => setIssuing(true)}>
            {t('action.issue')}
          </ActionButton>
        )}
      </Group>
      {error !== null && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noTokens')}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Table>
          <Table.Tbody>
            {data.data.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                canManage={canManage}
                onRotate={() => setRotated(token)}
                onRevoke={() => setRevoked(token)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <FormDrawer
        opened={isIssuing}
        title={t('issue.title', { name: account.name })}
        onClose={() => setIssuing(false)}
        draftKey={`account-token:${account.id}`}
        row={undefined}
        initialValues={{ name: '', expires_at: null as string | null, rotate_every_days: 90 }}
        validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
        submitLabel={t('action.issue')}
        onSubmit={async (values) => {
          const { token } = await actions.issue(values);
          setIssuing(false);
          onSecret(token);
        }}
      >
        {(form) => <TokenForm form={form} />}
      </FormDrawer>
      <ConfirmRow
        row={rotated}
        title={t('rotate.title', { name: rotated?.name })}
        consequence={t('rotate.text', { count: rotated?.grace_seconds ?? 0 })}
        confirmLabel={t('action.rotate')}
        onConfirm={async ({ id }) => onSecret((await actions.rotate(id)).token)}
        onEnd={() => setRotated(undefined)}
      />
      <ConfirmRow
        row={revoked}
        title={t('revoke.title', { name: revoked?.name })}
        consequence={t('revoke.text')}
        confirmLabel={t('action.revoke')}
        danger
        done={t('done.revoke')}
        onConfirm={({ id }) => actions.revoke(id)}
        onEnd={() => setRevoked(undefined)}
      />
    </Stack>
  );
}

interface TokenRowProps {
  readonly token: AccountToken;
  readonly canManage: boolean;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}

function TokenRow({ token, canManage, onRotate, onRevoke }: TokenRowProps): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  const state = stateOfToken(token, Date.now());
  const { expires_at: end, rotation_due_at: due, last_used_at: used } = token;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500} dir="auto">
          {token.name}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {token.token_hint}
        </Text>
      </Table.Td>
      <Table.Td>
        <StateBadge state={STATES[state]} label={t(`tokenState.${state}`)} />
        <Text size="xs" c="dimmed">
          {due === null ? (end === null ? t('neverExpires') : t('field.expires')) : t('field.due')}{' '}
          {(due ?? end) !== null && <TimeText at={(due ?? end) as string} />}
        </Text>
        <Text size="xs" c="dimmed">
          {t('field.used')} {used === null ? t('unused') : <TimeText at={used} />}
        </Text>
      </Table.Td>
      <Table.Td ta="end">
        {canManage && (
          <RowMenu
            label={t('actionsOf', { name: token.name })}
            actions={[
              { label: t('action.rotate'), icon: IconRefresh, onClick: onRotate },
              { label: t('action.revoke'), icon: IconTrash, onClick: onRevoke, danger: true },
            ]}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
