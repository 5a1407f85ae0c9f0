import { Alert, Button, Card, List, Stack, Switch, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { versionOf } from '../../api/versions.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { type Sso, type SsoTest, useSsoActions } from './queries.js';
import { otherProblems } from './sso-values.js';

/** Tests the stored settings, shows what arrived, and switches them on once a test has passed. */
export function SsoTestCard({ sso }: { readonly sso: Sso }): ReactNode {
  const { t } = useTranslation('sso');
  const { test } = useSsoActions();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const address = await test();
      // The page is left: the provider sends the browser back to it.
      if (address !== null) location.assign(address);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card withBorder>
      <Stack gap={16}>
        <Title order={2} size="h4">
          {t('test.title')}
        </Title>
        <Text size="sm">{t('test.text')}</Text>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <Button
          variant={sso.is_tested ? 'default' : 'filled'}
          loading={isBusy}
          disabled={sso.callback_address === null}
          onClick={() => void start()}
          style={{ alignSelf: 'start' }}
        >
          {t('test.start')}
        </Button>
        {sso.test !== null && <Result test={sso.test} />}
        <Enabling sso={sso} />
      </Stack>
    </Card>
  );
}

function Result({ test }: { readonly test: SsoTest }): ReactNode {
  const { t } = useTranslation('sso');
  const others = otherProblems(test);
  return (
    <Stack gap={8} component="section" aria-label={t('test.result')}>
      <StateBadge state={test.has_passed ? 'ok' : 'error'} label={t(test.has_passed ? 'test.passed' : 'test.failed')} />
      {!test.has_passed && others.length === 0 && <Text size="sm">{t('test.atFields')}</Text>}
      {others.map(({ code, is_warning: isWarning, message }) => (
        <Alert key={code} color={isWarning ? 'orange' : 'red'} variant="light" role="note">
          {message}
        </Alert>
      ))}
      <FactList facts={[{ label: t('test.at'), value: <TimeText at={test.tested_at} /> }, ...useArrived(test)]} />
    </Stack>
  );
}

/** Facts about the person that arrived; none where nobody did. */
function useArrived(test: SsoTest): { readonly label: string; readonly value: ReactNode }[] {
  const { t } = useTranslation('sso');
  if (test.subject === null) return [];
  const { email, groups, outcome, role, workspaces } = test;
  const verified = t(test.is_email_verified ? 'test.verified' : 'test.unverified');
  return [
    { label: t('test.issuer'), value: test.issuer },
    { label: t('test.subject'), value: test.subject },
    { label: t('test.email'), value: email === null ? '—' : `${email} (${verified})` },
    { label: t('test.groups'), value: groups.length === 0 ? '—' : groups.join(', ') },
    { label: t('test.outcome'), value: outcome === null ? '—' : t(`outcome.${outcome}`) },
    { label: t('test.role'), value: role === null ? '—' : t(`role.${role}`) },
    {
      label: t('test.workspaces'),
      value:
        workspaces.length === 0 ? (
          '—'
        ) : (
          <List size="sm" listStyleType="none">
            {workspaces.map(({ name, role: place, team, workspace_id: id }) => (
              <List.Item key={id}>
                {team === null
                  ? t('test.place', { name, role: t(`place.${place}`) })
                  : t('test.placeInTeam', { name, role: t(`place.${place}`), team })}
              </List.Item>
            ))}
          </List>
        ),
    },
  ];
}

function Enabling({ sso }: { readonly sso: Sso }): ReactNode {
  const { t } = useTranslation('sso');
  const { save } = useSsoActions();
  const change = async (enabled: boolean): Promise<void> => {
    try {
      await save({ issuer: sso.issuer ?? '', client_id: sso.client_id ?? '', enabled }, versionOf(sso));
      notify.success(t(enabled ? 'enable.on' : 'enable.off'));
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Switch
      label={t('enable.label')}
      description={t(sso.is_tested ? 'enable.hint' : 'enable.untested')}
      checked={sso.enabled}
      disabled={!sso.is_tested}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}
