import { Anchor, Box, SimpleGrid, Text } from '@mantine/core';
import { IconListSearch, IconMessages, IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useModelState } from '../../api/models.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { loadChartSoon } from '../../ui/chart.js';
import { Page } from '../../ui/page.js';
import { Activity } from './activity.js';
import { FirstModel } from './first-model.js';
import classes from './home.module.css';
import { NoChatModel } from './no-chat-model.js';
import { Spend } from './spend.js';
import { UnpricedModels } from './unpriced-models.js';

const STEPS = [
  { page: 'playground', icon: IconMessages, permission: 'workspace.read' },
  { page: 'connect', icon: IconPlugConnected, permission: 'workspace.read' },
  { page: 'requests', icon: IconListSearch, permission: 'gateway.audit.read' },
] as const;

/** The first page of a workspace: where to go from here. */
export default function HomePage() {
  const { t } = useTranslation('home');
  const { id, name } = useWorkspace();
  const { can } = useSession();
  const models = useModelState(id);
  const mayRegister = can('gateway.providers.manage', id) && can('gateway.models.manage', id);
  const seesUsage = can('gateway.usage.read', id);
  useEffect(() => {
    if (seesUsage) loadChartSoon();
  }, [seesUsage]);
  return (
    <Page title={name} description={t('description')}>
      {models === 'empty' && mayRegister && <FirstModel workspaceId={id} />}
      {models === 'no_chat' && mayRegister && <NoChatModel workspaceId={id} />}
      {can('gateway.budgets.read', id) && can('gateway.models.read', id) && <UnpricedModels workspaceId={id} />}
      {models !== undefined && models !== 'empty' && seesUsage && (
        <Box mb="xl">
          <Spend workspaceId={id} />
        </Box>
      )}
      {models !== undefined && models !== 'empty' && seesUsage && (
        <Box mb="xl">
          <Activity workspaceId={id} />
        </Box>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {STEPS.filter(({ permission }) => can(permission, id)).map(({ icon: Icon, page }) => (
          <Anchor
            key={page}
            component={Link}
            {...({ to: `/w/${id}/${page}` } as object)}
            underline="never"
            c="inherit"
            className={classes.card}
          >
            <Icon size={20} aria-hidden />
            <Text fw={600} mt="xs">
              {t(`${page}.title`)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`${page}.text`)}
            </Text>
          </Anchor>
        ))}
      </SimpleGrid>
    </Page>
  );
}
