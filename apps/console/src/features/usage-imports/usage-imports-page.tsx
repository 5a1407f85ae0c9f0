import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { Page } from '../../ui/page.js';
import { BillCard } from './bill-card.js';
import { ImportCard } from './import-card.js';
import { ImportList } from './import-list.js';

/** Usage of the time before, and bills of providers. */
export default function UsageImportsPage(): ReactNode {
  const { t } = useTranslation('usage-imports');
  const { id: workspaceId } = useWorkspace();
  const mayImport = useSession().can('gateway.usage.manage', workspaceId);
  return (
    <Page title={t('title')} description={t('description')}>
      <Stack gap={24} maw={1080}>
        {mayImport && <ImportCard />}
        {mayImport && <ImportList />}
        <BillCard />
      </Stack>
    </Page>
  );
}
