import { Card, List, Stack, Tabs, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { CodeText } from '../../ui/code-text.js';
import { CreateButton } from '../../ui/create-button.js';
import { Page } from '../../ui/page.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { MappingsPanel } from './mappings-panel.js';
import { TokensPanel } from './tokens-panel.js';

const TABS = ['tokens', 'mappings', 'steps'] as const;

/** Settings of the identity provider that creates people and groups here, and the roles that groups give in workspaces. */
export default function ScimPage(): ReactNode {
  const { t } = useTranslation('scim');
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const tab = TABS.find((name) => name === search.tab) ?? 'tokens';
  const canCreate = tab === 'mappings' || (tab === 'tokens' && can('org.scimtokens.issue'));
  const create = canCreate && (
    <CreateButton onClick={() => setSearch({ open: 'new' })}>{t(`${tab}.create`)}</CreateButton>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      <Tabs
        value={tab}
        onChange={(value) => setSearch({ tab: value === 'tokens' ? undefined : (value ?? undefined), open: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`${name}.tab`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="tokens">
          <TokensPanel canIssue={can('org.scimtokens.issue')} action={create} />
        </Tabs.Panel>
        <Tabs.Panel value="mappings">
          <MappingsPanel action={create} />
        </Tabs.Panel>
        <Tabs.Panel value="steps">
          <Steps />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const STEPS = {
  okta: ['app', 'connect', 'actions', 'assign', 'push'],
  entra: ['app', 'connect', 'map', 'assign', 'try'],
};

function Steps(): ReactNode {
  const { t } = useTranslation('scim');
  return (
    <Stack gap={24} maw={720}>
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('steps.address')}
        </Text>
        <CodeText label={t('steps.address')} text={`${location.origin}${basePath()}/scim/v2`} />
      </div>
      {(['okta', 'entra'] as const).map((provider) => (
        <Card key={provider} withBorder>
          <Title order={2} size="h4" mb={8}>
            {t(`${provider}.title`)}
          </Title>
          <List type="ordered" size="sm" spacing={8} pe={16}>
            {STEPS[provider].map((step) => (
              <List.Item key={step}>{t(`${provider}.${step}`)}</List.Item>
            ))}
          </List>
        </Card>
      ))}
    </Stack>
  );
}
