import { Button, Group, Loader, Tabs, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { AnnotationPanel } from './annotation-panel.js';
import { CostPanel } from './cost-panel.js';
import { MakeFromRequest } from './make-from-request.js';
import { PayloadPanel } from './payload-panel.js';
import { PoliciesPanel } from './policies/policies-panel.js';
import { type RequestRow, useExplanation, useRequest, useSeesOthers } from './queries.js';
import { ReplayPanel } from './replay/replay-panel.js';
import type { RequestSearch } from './request-search.js';
import { SummaryPanel } from './summary-panel.js';
import { TimelinePanel } from './timeline/timeline-panel.js';
import { TreePanel } from './tree/tree-panel.js';

const TABS = ['summary', 'timeline', 'tree', 'messages', 'raw', 'cost', 'policies', 'replay'] as const;

/** Parts of one's own request that are shown to those who see no others. */
const OWN_TABS: readonly (typeof TABS)[number][] = ['summary', 'cost'];

interface Props {
  readonly id: string | undefined;
  readonly tab: string | undefined;
  /** Rows that the list has already read. */
  readonly rows: readonly RequestRow[];
  /** Opens another of the rows. */
  readonly onOpen: (id: string) => void;
  readonly onTab: (tab: string) => void;
  readonly onFilter: (filter: Partial<RequestSearch>) => void;
  readonly onClose: () => void;
}

/** One request: what it was, how it went, what it said, cost and met. */
export function RequestDrawer({ id, onClose, onFilter, onOpen, onTab, rows, tab }: Props) {
  const { t } = useTranslation('requests');
  const listed = rows.find((row) => row.id === id);
  const { data, error, refetch } = useRequest(listed ? undefined : id);
  const request = listed ?? data;
  return (
    <DetailDrawer
      opened={id !== undefined}
      title={request?.logical_name ?? request?.endpoint ?? t('request')}
      onClose={onClose}
    >
      <Neighbours id={id} rows={rows} onOpen={onOpen} />
      {error ? <FailureNotice failure={error} onRetry={() => void refetch()} /> : null}
      {!request && !error && id !== undefined && <Loader aria-label={t('loading')} />}
      {request && <AnnotationPanel request={request} />}
      {request && <RequestTabs request={request} tab={tab} onTab={onTab} onFilter={onFilter} onOpen={onOpen} />}
    </DetailDrawer>
  );
}

/** Buttons for the rows above and below in the list. */
function Neighbours({ id, rows, onOpen }: Pick<Props, 'id' | 'onOpen' | 'rows'>) {
  const { t } = useTranslation('requests');
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0 || rows.length < 2) return null;
  const [before, after] = [rows[index - 1], rows[index + 1]];
  return (
    <Group gap={8} mb={12}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconChevronUp size={14} aria-hidden />}
        disabled={before === undefined}
        onClick={() => before && onOpen(before.id)}
      >
        {t('previous')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconChevronDown size={14} aria-hidden />}
        disabled={after === undefined}
        onClick={() => after && onOpen(after.id)}
      >
        {t('next')}
      </Button>
    </Group>
  );
}

type TabsProps = Pick<Props, 'onFilter' | 'onOpen' | 'onTab' | 'tab'> & { readonly request: RequestRow };

function RequestTabs({ onFilter, onOpen, onTab, request, tab }: TabsProps) {
  const { t } = useTranslation('requests');
  const { data: explanation, error, isPending } = useExplanation(request);
  const tabs = useSeesOthers() ? TABS : OWN_TABS;
  const current = tabs.find((name) => name === tab) ?? 'summary';
  const explained = (panel: ReactElement) => {
    if (error) return <FailureNotice failure={error} />;
    if (isPending) return <Loader size="sm" aria-label={t('loading')} />;
    return explanation ? panel : <Text size="sm">{t('notExplained')}</Text>;
  };
  return (
    <Tabs value={current} onChange={(name) => onTab(name ?? 'summary')} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="summary">
        <SummaryPanel request={request} onFilter={onFilter} />
        <MakeFromRequest request={request} />
      </Tabs.Panel>
      <Tabs.Panel value="timeline">
        {explained(<TimelinePanel request={request} routing={explanation?.routing as never} />)}
      </Tabs.Panel>
      <Tabs.Panel value="tree">
        <TreePanel id={request.id} onOpen={onOpen} />
      </Tabs.Panel>
      <Tabs.Panel value="messages">
        <PayloadPanel key={`m-${request.id}`} request={request} view="messages" />
      </Tabs.Panel>
      <Tabs.Panel value="raw">
        <PayloadPanel key={`r-${request.id}`} request={request} view="raw" />
      </Tabs.Panel>
      <Tabs.Panel value="cost">
        <CostPanel request={request} charges={explanation?.charges ?? []} details={explanation?.details ?? {}} />
      </Tabs.Panel>
      <Tabs.Panel value="replay">
        <ReplayPanel key={`p-${request.id}`} request={request} />
      </Tabs.Panel>
      <Tabs.Panel value="policies">
        {explained(<PoliciesPanel request={request} details={explanation?.details ?? {}} />)}
      </Tabs.Panel>
    </Tabs>
  );
}
