import { SegmentedControl, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CountText } from '../../ui/count-text.js';
import { CreateButton } from '../../ui/create-button.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { type Conversation, OWNERS, useConversations } from './queries.js';

interface ConversationsSearch {
  readonly q?: string;
  readonly owner?: string;
}

/** Rows after which a search waits to be asked for more: it may read pages in which nothing is found. */
const ENOUGH_FOUND = 20;
const LONGEST_SEARCH = 200;

/** One's own conversations, and those that others share in the workspace. */
export default function ConversationsPage() {
  const { t } = useTranslation('conversations');
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const { can } = useSession();
  const [search, change] = useUrlSearch<ConversationsSearch>();
  const q = search.q?.slice(0, LONGEST_SEARCH);
  const owner = OWNERS.find((name) => name === search.owner) ?? 'all';
  const { hasMore, isLoading, loadMore, rows, ...list } = useConversations(q, owner);
  const isSearching = q !== undefined && hasMore && rows.length < ENOUGH_FOUND && list.failure === undefined;
  useEffect(() => {
    if (isSearching && !list.isLoadingMore) loadMore();
  }, [isSearching, list.isLoadingMore, loadMore]);
  const open = (conversation: string) =>
    void navigate({
      to: '/w/$workspace/conversations/$conversation',
      params: { workspace: workspace.id, conversation },
    } as never);
  const begin = can('gateway.chats.manage', workspace.id) && (
    <CreateButton onClick={() => open('new')}>{t('new')}</CreateButton>
  );
  const isAll = q === undefined && owner === 'all';
  return (
    <Page title={t('title')} description={t('description')} actions={begin}>
      <FilterBar>
        <SegmentedControl
          aria-label={t('show')}
          value={owner}
          onChange={(value) => change({ owner: value === 'all' ? undefined : value })}
          data={OWNERS.map((name) => ({ value: name, label: t(`owner.${name}`) }))}
        />
      </FilterBar>
      <ResourceTable
        {...list}
        rows={rows}
        columns={useColumns()}
        getRowId={({ id }) => id}
        isLoading={isLoading || (isSearching && rows.length === 0)}
        hasMore={hasMore}
        loadMore={loadMore}
        onOpen={({ id }) => open(id)}
        search={{
          value: q ?? '',
          onChange: (text) => change({ q: text.slice(0, LONGEST_SEARCH) }),
          label: t('search'),
        }}
        empty={{ sentence: t(isAll ? 'empty' : 'noMatch'), action: isAll && begin }}
      />
    </Page>
  );
}

function useColumns(): readonly ResourceColumn<Conversation>[] {
  const { t } = useTranslation('conversations');
  const { user } = useSession();
  return [
    {
      id: 'title',
      header: t('field.title'),
      cell: ({ title }) => (
        <Text size="sm" lineClamp={2} dir="auto" c={title === null ? 'dimmed' : undefined}>
          {title ?? t('untitled')}
        </Text>
      ),
    },
    {
      id: 'owner',
      header: t('field.owner'),
      hideBelow: 'sm',
      width: 200,
      cell: ({ user_id, user_name }) => (
        <Text size="sm" truncate="end" maw={200} dir="auto" title={user_name}>
          {user_id === user.id ? t('you') : user_name}
        </Text>
      ),
    },
    {
      id: 'shared',
      header: t('field.shared'),
      hideBelow: 'sm',
      width: 140,
      cell: ({ shared }) => <StateBadge state={shared ? 'info' : 'off'} label={t(shared ? 'shared' : 'private')} />,
    },
    {
      id: 'messages',
      header: t('field.messages'),
      align: 'end',
      hideBelow: 'md',
      width: 110,
      cell: ({ message_count }) => <CountText n={message_count} />,
    },
    { id: 'updated', header: t('field.updated'), width: 150, cell: ({ updated_at }) => <TimeText at={updated_at} /> },
  ];
}
