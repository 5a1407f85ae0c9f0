import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, api } from '../../api/client.js';
import { findModels } from '../../api/lookups.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { SearchSelect } from '../../ui/search-select.js';
import { StateBadge } from '../../ui/state-badge.js';
import { useTrial } from '../../ui/use-trial.js';

type Routed = Answer<'/admin/routing-configs/dry-run', 'post'>;

interface RoutingTrialProps {
  readonly workspaceId: string;
  /** The config as it is written now. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Where a config that may not be published leads a request. Nothing is sent to a provider. */
export function RoutingTrial({ config, workspaceId }: RoutingTrialProps): ReactNode {
  const { t } = useTranslation('routing');
  const [model, setModel] = useState<string | null>(null);
  const [session, setSession] = useState('');
  const { failure, isBusy, result, start } = useTrial<Routed>();
  const run = () => {
    const { name: _name, ...fields } = config;
    return api.post('/admin/routing-configs/dry-run', {
      body: {
        ...fields,
        workspace_id: workspaceId,
        ...(model !== null && { model }),
        ...(session.trim() !== '' && { session_id: session.trim() }),
      },
    });
  };
  return (
    <Stack gap={12} component="section" aria-label={t('trial.label')}>
      <Text size="sm" fw={600}>
        {t('trial.label')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('trial.hint')}
      </Text>
      <SearchSelect
        label={t('trial.model')}
        description={t('trial.modelHint')}
        clearable
        queryKey={['models', workspaceId]}
        load={(text) => findModels(workspaceId, text)}
        value={model}
        onChange={setModel}
      />
      <TextInput
        label={t('trial.session')}
        description={t('trial.sessionHint')}
        maxLength={512}
        dir="auto"
        value={session}
        onChange={({ currentTarget }) => setSession(currentTarget.value)}
      />
      <Button
        w="fit-content"
        variant="default"
        leftSection={<IconFlask size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void start(run)}
      >
        {t('trial.run')}
      </Button>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div aria-live="polite">{result && <Targets {...result} />}</div>
    </Stack>
  );
}

function Targets({ most_calls: most, targets }: Routed): ReactNode {
  const { i18n, t } = useTranslation('routing');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  if (targets.length === 0) return <StateBadge state="error" label={t('trial.nowhere')} />;
  return (
    <Stack gap={8}>
      <Table aria-label={t('trial.results')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('trial.target')}</Table.Th>
            <Table.Th ta="right">{t('trial.share')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {targets.map(({ first_share: share, model, through }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a route can lead to a model twice
            <Table.Tr key={index}>
              <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
                <Group gap={4}>
                  {through.map((name) => (
                    <Text key={name} span size="sm" c="dimmed">
                      {name} ›
                    </Text>
                  ))}
                  <Text span size="sm" fw={500}>
                    {model}
                  </Text>
                </Group>
              </Table.Td>
              <Table.Td ta="right">{share === null ? t('trial.measured') : percent.format(share)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {t('trial.calls', { count: most })}
      </Text>
    </Stack>
  );
}
