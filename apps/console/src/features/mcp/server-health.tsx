import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fact, FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { type BadgeState, StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import type { McpServer } from './server-values.js';

type LastError = NonNullable<McpServer['last_error']>;

const BADGES: Readonly<Record<McpServer['state'], BadgeState>> = {
  reachable: 'ok',
  failing: 'error',
  never_seen: 'pending',
};

export function HealthBadge({ state }: Pick<McpServer, 'state'>): ReactNode {
  const { t } = useTranslation('mcp');
  return <StateBadge state={BADGES[state]} label={t(`health.${state}`)} />;
}

/** Health of the server: as all gateways see it, and as each of them does. */
export function ServerHealth({ server }: { readonly server: McpServer }): ReactNode {
  const { t } = useTranslation('mcp');
  const { gateways, last_error: error, state, state_since: since } = server;
  const facts: (Fact | false)[] = [
    { label: t('health.now'), value: <HealthBadge state={state} /> },
    since !== null && { label: t('health.since'), value: <TimeText at={since} /> },
    error !== null && { label: t('health.lastError'), value: <ErrorText error={error} /> },
  ];
  return (
    <section aria-label={t('field.health')}>
      <Title order={3} size="h5" mb={4}>
        {t('field.health')}
      </Title>
      <FactList facts={facts.filter((fact) => fact !== false)} />
      {gateways.length === 0 && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('health.unseen')}
        </Text>
      )}
      {gateways.length > 0 && <Gateways gateways={gateways} />}
    </section>
  );
}

/** Reason, request and time of an error. */
function ErrorText({ error }: { readonly error: LastError }): ReactNode {
  const { t } = useTranslation('mcp');
  const { asked, at, code, reason, status } = error;
  const number = status ?? code;
  return (
    <>
      {t(`health.reason.${reason}`)}
      {number !== null && ` (${number})`} · {t(`health.asked.${asked}`)} · <TimeText at={at} />
    </>
  );
}

function Gateways({ gateways }: Pick<McpServer, 'gateways'>): ReactNode {
  const { t } = useTranslation('mcp');
  return (
    <Box mt={12}>
      <Text size="sm" fw={500} mb={4}>
        {t('health.gateways', { count: gateways.length })}
      </Text>
      <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('health.byGateway')}>
        {gateways.map(({ gateway_id, last_error, seen_at, state }) => (
          <li key={gateway_id}>
            <Group gap={8}>
              <HealthBadge state={state} />
              <IdText id={gateway_id} />
              <Text size="sm" c="dimmed" span>
                {t('health.seen')} <TimeText at={seen_at} />
              </Text>
            </Group>
            {last_error !== null && (
              <Text size="sm" c="dimmed">
                <ErrorText error={last_error} />
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Box>
  );
}
