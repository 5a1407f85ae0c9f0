import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { IdText } from '../../ui/id-text.js';
import { NameOf } from '../../ui/name-of.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { PersonSessions, PersonTokens } from './person-access.js';
import { PersonButtons } from './person-buttons.js';
import { type Person, useAccount, usePerson } from './queries.js';

/** A person: role, workspaces, sessions and tokens. */
export function PersonDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('people');
  const { can } = useSession();
  const { data: person, error, refetch } = usePerson(id);
  const canManage =
    person !== undefined && can('org.members.manage') && (person.role !== 'owner' || can('org.owners.manage'));
  return (
    <DetailDrawer opened title={person?.name ?? t('title')} onClose={onClose}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {person && (
        <Stack gap={16}>
          {canManage && <PersonButtons person={person} onClose={onClose} />}
          <Tabs defaultValue="summary" keepMounted={false}>
            <Tabs.List mb={8}>
              <Tabs.Tab value="summary">{t('tab.summary')}</Tabs.Tab>
              <Tabs.Tab value="sessions">{t('tab.sessions')}</Tabs.Tab>
              <Tabs.Tab value="tokens">{t('tab.tokens')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="summary">
              <PersonFacts person={person} />
            </Tabs.Panel>
            <Tabs.Panel value="sessions">
              <PersonSessions id={id} canManage={canManage} />
            </Tabs.Panel>
            <Tabs.Panel value="tokens">
              <PersonTokens id={id} canManage={canManage} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </DetailDrawer>
  );
}

function PersonFacts({ person }: { readonly person: Person }): ReactNode {
  const { t } = useTranslation('people');
  const { data: account } = useAccount(person.user_id);
  return (
    <FactList
      facts={[
        { label: t('field.email'), value: person.email },
        { label: t('field.role'), value: t(`role.${person.role}`) },
        {
          label: t('field.state'),
          value: (
            <StateBadge
              state={person.active ? 'ok' : 'off'}
              label={t(person.active ? 'state.active' : 'state.inactive')}
            />
          ),
        },
        {
          label: t('field.workspaces'),
          value:
            person.workspaces.length === 0 ? (
              t('noWorkspaces')
            ) : (
              <Stack gap={4}>
                {person.workspaces.map(({ workspace_id: workspaceId, role }) => (
                  <span key={workspaceId}>
                    <NameOf kind="workspace" id={workspaceId} /> · {t(`workspaceRole.${role}`)}
                  </span>
                ))}
              </Stack>
            ),
        },
        { label: t('field.password'), value: account === undefined ? '—' : t(account.has_password ? 'yes' : 'no') },
        { label: t('field.secondFactor'), value: t(person.has_second_factor ? 'yes' : 'no') },
        { label: t('field.scim'), value: account === undefined ? '—' : t(account.scim_managed ? 'yes' : 'no') },
        { label: t('field.joined'), value: <TimeText at={person.created_at} /> },
        { label: t('field.id'), value: <IdText id={person.user_id} /> },
      ]}
    />
  );
}
