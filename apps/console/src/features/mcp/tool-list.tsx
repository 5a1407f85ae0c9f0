import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-change.js';
import { ActionButton } from '../../ui/action-button.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { approveTools, type McpTool, rejectTools, useTools } from './queries.js';
import type { McpServer } from './server-values.js';
import { ToolView } from './tool-view.js';

/** Tools that are drawn at first; a button shows the others. */
const FIRST = 50;

interface ToolListProps {
  readonly server: McpServer;
  readonly canManage: boolean;
}

/** The tools of a server as gateways saw them, those that wait for approval first. */
export function ToolList({ canManage, server }: ToolListProps): ReactNode {
  const { t } = useTranslation('mcp');
  const { data: tools, error, isFetching, refetch } = useTools(server.id);
  const [showsAll, setShowsAll] = useState(false);
  const { isBusy, run } = useToolChange(refetch);
  // Without approval, every tool is offered whatever its state.
  const waiting = server.approval === 'none' ? [] : (tools ?? []).filter(({ status }) => status !== 'approved');
  const sorted = [...waiting, ...(tools ?? []).filter((tool) => !waiting.includes(tool))];
  const approve = (chosen: readonly McpTool[]) =>
    void run(approveTools(server.id, chosen), t('done.approve', { count: chosen.length }));
  return (
    <Stack gap={12} component="section" aria-label={t('tools')}>
      <Group justify="space-between" gap={8}>
        <Title order={3} size="h5">
          {t('tools')}
        </Title>
        <Group gap={8}>
          {canManage && waiting.length > 1 && (
            <Button
              size="xs"
              loading={isBusy}
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => approve(waiting)}
            >
              {t('action.approveAll', { count: waiting.length })}
            </Button>
          )}
          <ActionButton icon={IconRefresh} loading={isFetching} onClick={() => void refetch()}>
            {t('action.reload')}
          </ActionButton>
        </Group>
      </Group>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {tools === undefined && !error && <Skeleton h={80} />}
      {tools?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noTools')}
        </Text>
      )}
      {waiting.length > 0 && (
        <Text size="sm" role="status">
          {t('waiting', { count: waiting.length })}
        </Text>
      )}
      {sorted.slice(0, showsAll ? undefined : FIRST).map((tool) => (
        <ToolView
          key={tool.name}
          tool={tool}
          canManage={canManage && server.approval !== 'none'}
          isBusy={isBusy}
          onApprove={() => approve([tool])}
          onReject={() => void run(rejectTools(server.id, [tool.name]), t('done.reject'))}
        />
      ))}
      {!showsAll && sorted.length > FIRST && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {t('action.showAll', { count: sorted.length })}
        </Button>
      )}
    </Stack>
  );
}

/** Runs one change of the tools at a time; the list is read again after one that failed. */
function useToolChange(reload: () => Promise<unknown>) {
  const done = useChange('mcp');
  const [isBusy, setBusy] = useState(false);
  const run = async (work: Promise<unknown>, text: string): Promise<void> => {
    setBusy(true);
    try {
      await done(work);
      notify.success(text);
    } catch (failure) {
      notify.failure(failure);
      await reload();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
