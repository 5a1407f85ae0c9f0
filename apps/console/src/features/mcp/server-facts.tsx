import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { type Fact, FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { MoneyText } from '../../ui/money-text.js';
import { NameOf } from '../../ui/name-of.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import type { McpServer } from './server-values.js';

/** Facts about a server; of its secrets, only their names. */
export function ServerFacts({ server }: { readonly server: McpServer }): ReactNode {
  const { t } = useTranslation('mcp');
  const { access, base_url, header_names, oauth, tools, url } = server;
  const facts: (Fact | false)[] = [
    { label: t('field.state'), value: <EnabledBadge isEnabled={server.enabled} /> },
    server.description !== null && { label: t('field.description'), value: server.description },
    { label: t('field.kind'), value: t(`kind.${server.kind}`) },
    url !== null && { label: t('field.url'), value: url },
    base_url !== null && { label: t('field.base_url'), value: base_url },
    header_names.length > 0 && { label: t('field.headers'), value: header_names.join(', ') },
    server.forward_headers.length > 0 && {
      label: t('field.forward_headers'),
      value: server.forward_headers.join(', '),
    },
    oauth !== null && { label: t('field.oauth'), value: `${oauth.client_id} · ${oauth.token_url}` },
    { label: t('field.approval'), value: t(`approval.${server.approval}`) },
    { label: t('field.tools'), value: tools === null ? t('everyTool') : tools.join(', ') || t('noTool') },
    { label: t('field.access'), value: access === null ? t('access.all') : <AccessList server={server} /> },
    { label: t('field.price_per_call_usd'), value: <MoneyText usd={server.price_per_call_usd} /> },
    Object.keys(server.tool_prices_usd).length > 0 && {
      label: t('field.tool_prices_usd'),
      value: <ToolPrices prices={server.tool_prices_usd} />,
    },
    { label: t('field.timeout_ms'), value: t('milliseconds', { ms: server.timeout_ms }) },
    { label: t('field.updated'), value: <TimeText at={server.updated_at} /> },
    { label: t('field.id'), value: <IdText id={server.id} /> },
  ];
  return <FactList facts={facts.filter((fact) => fact !== false)} />;
}

function ToolPrices({ prices }: { readonly prices: object }): ReactNode {
  return (
    <Stack gap={4}>
      {Object.entries(prices).map(([name, usd]) => (
        <Text size="sm" span key={name} style={{ overflowWrap: 'anywhere' }}>
          <code>{name}</code> <MoneyText usd={Number(usd)} />
        </Text>
      ))}
    </Stack>
  );
}

export function EnabledBadge({ isEnabled }: { readonly isEnabled: boolean }): ReactNode {
  const { t } = useTranslation('mcp');
  return <StateBadge state={isEnabled ? 'ok' : 'off'} label={t(isEnabled ? 'state.on' : 'state.off')} />;
}

function AccessList({ server: { access } }: { readonly server: McpServer }): ReactNode {
  const { t } = useTranslation('mcp');
  const { id: workspaceId } = useWorkspace();
  if (access === null || access.length === 0) return t('access.nobody');
  return (
    <Stack gap={4}>
      {access.map(({ service_account_id, team_id, tools }) => (
        <Text size="sm" span key={team_id ?? service_account_id} style={{ overflowWrap: 'anywhere' }}>
          <NameOf
            kind={team_id === undefined ? 'account' : 'team'}
            id={team_id ?? service_account_id ?? ''}
            workspaceId={workspaceId}
          />
          {' · '}
          {tools == null ? t('everyTool') : tools.join(', ') || t('noTool')}
        </Text>
      ))}
    </Stack>
  );
}
