import { Alert, Group, Select, Stack, Tabs, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayUrl } from '../../api/gateway.js';
import { useChatModels } from '../../api/models.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CodeText } from '../../ui/code-text.js';
import { CreateButton } from '../../ui/create-button.js';
import { FieldList } from '../../ui/field-list.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { NewKeyDrawer } from './new-key-drawer.js';
import { CLIENTS, type ClientName, writeSnippets } from './write-snippets.js';

const MOST_OPTIONS = 60;

export interface ConnectSearch {
  readonly client?: string;
  readonly model?: string;
}

/** Snippets to paste into a client, with a key that is created here. */
export default function ConnectPage() {
  const { t } = useTranslation('connect');
  const { id: workspaceId } = useWorkspace();
  const mayMakeKeys = useSession().can('gateway.keys.manage', workspaceId);
  const [search, change] = useUrlSearch<ConnectSearch>();
  const { data: models = [] } = useChatModels(workspaceId);
  const [isMaking, setMaking] = useState(false);
  // Only in the memory of this page: it is gone when the page is left.
  const [key, setKey] = useState<string>();
  const client: ClientName = CLIENTS.find((name) => name === search.client) ?? 'curl';
  const model = search.model ?? models[0] ?? t('anyModel');
  const origin = gatewayUrl().replace(/\/v1$/, '');
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        mayMakeKeys && (
          <CreateButton icon={IconKey} onClick={() => setMaking(true)}>
            {t('newKey')}
          </CreateButton>
        )
      }
    >
      <Stack gap="md">
        <FieldList
          label={t('connection')}
          fields={[
            { name: t('baseUrl'), value: <CodeText label={t('baseUrl')} text={`${origin}/v1`} /> },
            { name: t('anthropicUrl'), value: <CodeText label={t('anthropicUrl')} text={origin} /> },
          ]}
        />
        {key ? (
          <Alert title={t('keyReady')}>{t('keyReadyText')}</Alert>
        ) : (
          <Text size="sm" c="dimmed">
            {mayMakeKeys ? t('noKeyYet') : t('askForKey')}
          </Text>
        )}
        <Select
          label={t('model')}
          data={models.includes(model) ? models : [model, ...models]}
          value={model}
          searchable
          limit={MOST_OPTIONS}
          allowDeselect={false}
          maw={420}
          onChange={(value) => change({ model: value ?? undefined })}
        />
        <Snippets
          client={client}
          origin={origin}
          apiKey={key}
          model={model}
          onClient={(name) => change({ client: name })}
        />
      </Stack>
      <NewKeyDrawer opened={isMaking} workspaceId={workspaceId} onClose={() => setMaking(false)} onMade={setKey} />
    </Page>
  );
}

interface SnippetsProps {
  readonly client: ClientName;
  readonly origin: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly onClient: (client: string | undefined) => void;
}

/** Texts to paste, by client. */
function Snippets({ client, origin, apiKey, model, onClient }: SnippetsProps) {
  const { t } = useTranslation('connect');
  return (
    <Tabs value={client} onChange={(value) => onClient(value ?? undefined)} keepMounted={false}>
      <Tabs.List mb="md">
        {CLIENTS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`client.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={client}>
        <Stack gap="sm">
          {writeSnippets(client, { origin, key: apiKey, model }).map(({ file, text }) => (
            <div key={text}>
              {file && (
                <Text size="xs" c="dimmed" mb={4} ff="monospace">
                  {file}
                </Text>
              )}
              <CodeText label={file ?? t('snippetOf', { name: t(`client.${client}`) })} text={text} />
            </div>
          ))}
          <Group gap={4}>
            <Text size="sm" c="dimmed">
              {t(`note.${client}`, { defaultValue: '' })}
            </Text>
          </Group>
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
