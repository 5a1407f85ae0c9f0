import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { Page } from '../../ui/page.js';

const PATHS = {
  runs: '/w/$workspace/evals',
  suites: '/w/$workspace/evals/suites',
  datasets: '/w/$workspace/evals/datasets',
} as const;

type Tab = keyof typeof PATHS;

interface EvalsFrameProps {
  readonly tab: Tab;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The three lists of evaluations, each at an address of its own. */
export function EvalsFrame({ actions, children, tab }: EvalsFrameProps): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const open = (value: string | null): void => {
    const to = PATHS[value as Tab];
    if (to !== undefined) void navigate({ to, params: { workspace } } as never);
  };
  return (
    <Page title={t('title')} description={t('description')} actions={actions}>
      {/* Another tab is another page: arrow keys move among the tabs, and Enter opens one. */}
      <Tabs value={tab} onChange={open} activateTabWithKeyboard={false}>
        <Tabs.List mb="md">
          {(Object.keys(PATHS) as Tab[]).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>{children}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}
