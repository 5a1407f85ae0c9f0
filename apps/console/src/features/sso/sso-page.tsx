import { Card, Group, List, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { CodeText } from '../../ui/code-text.js';
import { ConfigLock } from '../../ui/config-lock.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { StateBadge } from '../../ui/state-badge.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { type Sso, useSso } from './queries.js';
import { SsoEditor } from './sso-form.js';
import { STEPS, writeExample } from './sso-steps.js';
import { SsoTestCard } from './sso-test-card.js';

const PROVIDERS = ['okta', 'entra'] as const;

/** Settings of the sign-in with an identity provider. Owners change them, unless gateway.yaml sets them. */
export default function SsoPage(): ReactNode {
  const { t } = useTranslation('sso');
  const { can } = useSession();
  const { data, error, refetch } = useSso();
  const mayChange = data !== undefined && data.source !== 'config' && can('org.sso.manage');
  return (
    <Page title={t('title')} description={t('description')}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} maw={720} />}
      {data && (
        <Stack gap={24} maw={720}>
          <State sso={data} />
          {mayChange && <SsoEditor sso={data} />}
          {mayChange && data.source === 'database' && <SsoTestCard sso={data} />}
          <Steps sso={data} />
        </Stack>
      )}
    </Page>
  );
}

function State({ sso: { is_offered: isOffered, issuer, missing, source } }: { readonly sso: Sso }): ReactNode {
  const { t } = useTranslation('sso');
  return (
    <Card withBorder>
      <Group justify="space-between" mb={8}>
        <Title order={2} size="h4">
          {t('state.title')}
        </Title>
        {source === 'config' && <ConfigLock />}
      </Group>
      <FactList
        facts={[
          {
            label: t('state.label'),
            value: <StateBadge state={isOffered ? 'ok' : 'off'} label={t(labelOf(isOffered, source))} />,
          },
          { label: t('state.issuer'), value: issuer === null ? '—' : <Breaking text={issuer} /> },
          ...(missing.length === 0
            ? []
            : [
                {
                  label: t('state.missing'),
                  value: (
                    <Stack gap={0}>
                      {missing.map((key) => (
                        <code key={key} dir="ltr">
                          {key}
                        </code>
                      ))}
                    </Stack>
                  ),
                },
              ]),
        ]}
      />
      <Text size="sm" c="dimmed" mt={16}>
        {t('state.who')}
      </Text>
    </Card>
  );
}

function labelOf(isOffered: boolean, source: Sso['source']): 'state.on' | 'state.switchedOff' | 'state.off' {
  if (isOffered) return 'state.on';
  return source === 'database' ? 'state.switchedOff' : 'state.off';
}

function Breaking({ text }: { readonly text: string }): ReactNode {
  return (
    <span dir="ltr" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </span>
  );
}

/** Values to enter at the identity provider, and then in gateway.yaml. */
function Steps({ sso: { callback_address: callback, start_address: start } }: { readonly sso: Sso }): ReactNode {
  const { t } = useTranslation('sso');
  const [search, setSearch] = useUrlState();
  const provider = PROVIDERS.find((name) => name === search.provider) ?? 'okta';
  return (
    <Card withBorder>
      <Group justify="space-between" mb={16} gap={16}>
        <Title order={2} size="h4">
          {t('steps.title')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('steps.provider')}
          value={provider}
          onChange={(next) => setSearch({ provider: next }, { replace: true })}
          data={PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`) }))}
        />
      </Group>
      <Stack gap={16}>
        {callback === null || start === null ? (
          <Text size="sm">{t('steps.noAddress')}</Text>
        ) : (
          <>
            <Labelled label={t('steps.callback')} text={callback} />
            <Labelled label={t('steps.start')} text={start} />
          </>
        )}
        <List type="ordered" size="sm" spacing={8} pe={16}>
          {STEPS[provider].map((step) => (
            <List.Item key={step}>{t(`${provider}.${step}`)}</List.Item>
          ))}
        </List>
        <Labelled label={t('steps.config')} text={writeExample(provider)} />
        <Text size="sm" c="dimmed">
          {t('steps.owner')}
        </Text>
      </Stack>
    </Card>
  );
}

function Labelled({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <CodeText label={label} text={text} />
    </div>
  );
}
