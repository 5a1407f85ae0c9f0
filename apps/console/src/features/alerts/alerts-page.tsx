import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AlertsSearch } from './alerts-search.js';
import { ChannelsTab } from './channels-tab.js';
import { DeliveriesTab } from './deliveries-tab.js';
import { InboxTab } from './inbox-tab.js';
import { RulesTab } from './rules-tab.js';

const TABS = ['inbox', 'rules', 'channels', 'history', 'deliveries'] as const;
type Tab = (typeof TABS)[number];

/** Alerts of the workspace, their rules and channels, and what was sent. */
export default function AlertsPage(): ReactNode {
  const { t } = useTranslation('alerts');
  const [search, change] = useUrlSearch<AlertsSearch>();
  // A link of a message names a rule, whose alerts may be acknowledged already.
  const first: Tab = search.rule === undefined ? 'inbox' : 'history';
  const tab = TABS.find((name) => name === search.tab) ?? first;
  return (
    <Page title={t('title')} description={t('description')}>
      <Tabs
        value={tab}
        onChange={(next) =>
          change({ tab: next ?? undefined, open: undefined, rule: undefined, state: undefined, status: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="inbox">
          <InboxTab isHistory={false} />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <RulesTab />
        </Tabs.Panel>
        <Tabs.Panel value="channels">
          <ChannelsTab />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <InboxTab isHistory />
        </Tabs.Panel>
        <Tabs.Panel value="deliveries">
          <DeliveriesTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
