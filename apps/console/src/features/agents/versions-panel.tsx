import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { authoredColumns } from '../../ui/table/authored-columns.js';
import { useTask } from '../../ui/use-task.js';
import type { Agent, AgentVersion } from './agent-values.js';
import { DefinitionView } from './definition-view.js';
import { useAgentActions, useVersions } from './queries.js';

interface VersionsPanelProps {
  readonly agent: Agent;
  readonly mayManage: boolean;
}

/** The versions of an agent, newest first. Runs use the newest one unless they name another. */
export function VersionsPanel({ agent, mayManage }: VersionsPanelProps): ReactNode {
  const { t } = useTranslation('agents');
  const list = useVersions(agent.id);
  const { restore } = useAgentActions();
  const [opened, setOpened] = useState<AgentVersion>();
  const { isBusy, run } = useTask();
  const restoreVersion = (version: AgentVersion): Promise<void> =>
    run(async () => {
      const { version: newest } = await restore(agent.id, version);
      setOpened(undefined);
      notify.success(t('done.version', { version: newest }));
    });
  return (
    <>
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'version',
            header: t('field.version'),
            cell: ({ version }) => (
              <Text size="sm" fw={500}>
                {t('versionOf', { version })}
              </Text>
            ),
          },
          {
            id: 'state',
            header: t('field.state'),
            cell: ({ version }) =>
              version === agent.version ? <StateBadge state="ok" label={t('current')} /> : t('earlier'),
          },
          ...authoredColumns(t('field.by'), t('field.created')),
        ]}
        getRowId={({ version }) => String(version)}
        onOpen={setOpened}
        empty={{ sentence: t('noVersions') }}
      />
      <DetailDrawer
        opened={opened !== undefined}
        title={t('versionOf', { version: opened?.version })}
        onClose={() => setOpened(undefined)}
        size={640}
      >
        {opened && (
          <Stack gap={16}>
            {mayManage && opened.version !== agent.version && (
              <Group>
                <Button
                  size="xs"
                  variant="default"
                  loading={isBusy}
                  leftSection={<IconRestore size={16} aria-hidden />}
                  onClick={() => void restoreVersion(opened)}
                >
                  {t('action.restore')}
                </Button>
              </Group>
            )}
            <DefinitionView definition={opened} />
          </Stack>
        )}
      </DetailDrawer>
    </>
  );
}
