import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { usePersonActions, useSessionsOf, useTokensOf } from './queries.js';

interface AccessProps {
  readonly id: string;
  readonly canManage: boolean;
}

/** Sessions of a person. */
export function PersonSessions({ id, canManage }: AccessProps): ReactNode {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useSessionsOf(id);
  const { endSession, endSessions } = usePersonActions(id);
  const rows = data?.data ?? [];
  return (
    <AccessList
      failure={error}
      onRetry={() => void refetch()}
      rows={
        data &&
        rows.map(({ id: key, created_at, last_seen_at }) => ({
          id: key,
          title: <TimeText at={created_at} />,
          text: (
            <>
              {t('lastSeen')} <TimeText at={last_seen_at} />
            </>
          ),
        }))
      }
      empty={t('noSessions')}
      endLabel={t('action.signOut')}
      allLabel={t('action.signOutAll')}
      onEnd={canManage ? endSession : undefined}
      onAll={canManage ? endSessions : undefined}
    />
  );
}

export function PersonTokens({ id, canManage }: AccessProps): ReactNode {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useTokensOf(id);
  const { revokeToken, revokeTokens } = usePersonActions(id);
  const rows = data?.data ?? [];
  return (
    <AccessList
      failure={error}
      onRetry={() => void refetch()}
      rows={
        data &&
        rows.map(({ id: key, name, token_hint, last_used_at }) => ({
          id: key,
          title: (
            <>
              <span dir="auto">{name}</span>{' '}
              <Text span size="xs" c="dimmed" ff="monospace">
                {token_hint}
              </Text>
            </>
          ),
          text: (
            <>
              {t('lastUsed')} {last_used_at === null ? t('never') : <TimeText at={last_used_at} />}
            </>
          ),
        }))
      }
      empty={t('noTokens')}
      endLabel={t('action.revoke')}
      allLabel={t('action.revokeAll')}
      onEnd={canManage ? revokeToken : undefined}
      onAll={canManage ? revokeTokens : undefined}
    />
  );
}

interface AccessListProps {
  readonly failure: unknown;
  readonly onRetry: () => void;
  readonly rows: readonly { readonly id: string; readonly title: ReactNode; readonly text: ReactNode }[] | undefined;
  readonly empty: string;
  readonly endLabel: string;
  readonly allLabel: string;
  readonly onEnd: ((id: string) => Promise<unknown>) | undefined;
  readonly onAll: (() => Promise<unknown>) | undefined;
}

function AccessList({ failure, onRetry, rows, empty, endLabel, allLabel, onEnd, onAll }: AccessListProps): ReactNode {
  const { t } = useTranslation('people');
  const act = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
      notify.success(t('done.access'));
    } catch (error) {
      notify.failure(error);
    }
  };
  if (failure) return <FailureNotice failure={failure} onRetry={onRetry} />;
  if (rows?.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack gap={8}>
      <Table>
        <Table.Tbody>
          {rows?.map(({ id, title, text }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Text size="sm" component="div">
                  {title}
                </Text>
                <Text size="xs" c="dimmed" component="div">
                  {text}
                </Text>
              </Table.Td>
              {onEnd && (
                <Table.Td ta="end">
                  <Button size="compact-sm" variant="default" onClick={() => void act(onEnd(id))}>
                    {endLabel}
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {onAll && rows !== undefined && rows.length > 1 && (
        <Group>
          <Button size="xs" variant="default" c="red" onClick={() => void act(onAll())}>
            {allLabel}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
