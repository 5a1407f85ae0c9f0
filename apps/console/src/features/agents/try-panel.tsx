import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AgentSearch } from './agent-search.js';
import type { Agent } from './agent-values.js';
import { useAgentActions, useVersions } from './queries.js';
import { RunView } from './run-view.js';

/** Runs the agent, and shows each step as it happens. The run is in the address: it is there again after a reload. */
export function TryPanel({ agent }: { readonly agent: Agent }): ReactNode {
  const { t } = useTranslation('agents');
  const [{ run }, change] = useUrlSearch<AgentSearch>();
  const { start } = useAgentActions();
  const { rows: versions } = useVersions(agent.id);
  const [input, setInput] = useState('');
  const [version, setVersion] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { id } = await start(agent.id, input, version === null ? undefined : Number(version));
      change({ run: id });
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={24}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (input.trim() !== '') void begin();
        }}
      >
        <Stack gap={12}>
          <Textarea
            label={t('field.input')}
            autosize
            minRows={3}
            maxRows={14}
            maxLength={200_000}
            dir="auto"
            value={input}
            onChange={({ currentTarget }) => setInput(currentTarget.value)}
          />
          <Group gap={12} align="flex-end">
            <Select
              label={t('field.version')}
              placeholder={t('newest', { version: agent.version })}
              clearable
              maw={220}
              data={versions.map((each) => String(each.version))}
              value={version}
              onChange={setVersion}
            />
            <Button
              type="submit"
              loading={isBusy}
              disabled={input.trim() === ''}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
            >
              {t('action.run')}
            </Button>
          </Group>
        </Stack>
      </form>
      {failure !== undefined && <FailureNotice failure={failure} onRetry={() => void begin()} />}
      {run !== undefined && <RunView key={run} agent={agent} runId={run} />}
    </Stack>
  );
}
