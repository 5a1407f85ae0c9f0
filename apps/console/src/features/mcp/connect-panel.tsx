import { Stack, Tabs, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayUrl } from '../../api/gateway.js';
import { CodeText } from '../../ui/code-text.js';
import { MCP_CLIENTS, type McpClient, mcpUrl, writeMcpSnippet } from './write-mcp-snippet.js';

/** Steps by which a client gets the tools of all servers, or of one. */
export function ConnectPanel({ server }: { readonly server?: string }): ReactNode {
  const { t } = useTranslation('mcp');
  const [client, setClient] = useState<McpClient>('claude-code');
  const origin = gatewayUrl().replace(/\/v1$/, '');
  const { file, text } = writeMcpSnippet(client, origin, server);
  return (
    <Stack gap={12}>
      <Text size="sm" c="dimmed">
        {t(server === undefined ? 'connect.all' : 'connect.one')}
      </Text>
      <CodeText label={t('connect.address')} text={mcpUrl(origin, server)} />
      <Tabs
        value={client}
        onChange={(value) => setClient(MCP_CLIENTS.find((name) => name === value) ?? client)}
        keepMounted={false}
      >
        <Tabs.List mb={12}>
          {MCP_CLIENTS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`client.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={client}>
          {file !== undefined && (
            <Text size="xs" c="dimmed" mb={4} ff="monospace">
              {file}
            </Text>
          )}
          <CodeText label={t('connect.snippetOf', { name: t(`client.${client}`) })} text={text} />
        </Tabs.Panel>
      </Tabs>
      <Text size="sm" c="dimmed">
        {t('connect.key')}
      </Text>
    </Stack>
  );
}
