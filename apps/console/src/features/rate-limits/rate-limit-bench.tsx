import { Button, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, api } from '../../api/client.js';
import { findAccounts, findKeys, findMembers, findModels, findTeams } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { CountText } from '../../ui/count-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { type Choice, SearchSelect } from '../../ui/search-select.js';
import { StateBadge } from '../../ui/state-badge.js';
import { useTrial } from '../../ui/use-trial.js';

type Matched = Answer<'/admin/gateway/policies/rate-limits/dry-run', 'post'>;

type Identity = 'team_id' | 'user_id' | 'service_account_id' | 'api_key_id';

const WINDOWS: Readonly<Record<number, string>> = { 60: 'minute', 3600: 'hour', 86400: 'day' };

/** Dry run of limits: lists those that a request counts under. It counts nothing. */
export default function RateLimitBench({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { can } = useSession();
  const [model, setModel] = useState<string | null>(null);
  const [identities, setIdentities] = useState<Readonly<Partial<Record<Identity, string | null>>>>({});
  const { failure, isBusy, result, start } = useTrial<Matched>();
  const named = Object.entries(identities).filter(([, id]) => id !== null);
  const run = () =>
    api.post('/admin/gateway/policies/rate-limits/dry-run', {
      body: { workspace_id: workspaceId, ...(model !== null && { model }), ...Object.fromEntries(named) },
    });
  const pick = (name: Identity, load: (text: string) => Promise<readonly Choice[]>): ReactNode => (
    <SearchSelect
      label={t(`bench.${name}`)}
      placeholder={t('bench.anyone')}
      clearable
      queryKey={['rate-limits', 'bench', name, workspaceId]}
      load={load}
      value={identities[name] ?? null}
      onChange={(id) => setIdentities({ ...identities, [name]: id })}
    />
  );
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        {t('bench.hint')}
      </Text>
      <SearchSelect
        label={t('field.model')}
        placeholder={t('bench.noModel')}
        clearable
        queryKey={['models', workspaceId]}
        load={(text) => findModels(workspaceId, text)}
        value={model}
        onChange={setModel}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        {can('gateway.teams.read') && pick('team_id', findTeams)}
        {can('workspace.members.read', workspaceId) && pick('user_id', (text) => findMembers(workspaceId, text))}
        {can('gateway.serviceaccounts.read', workspaceId) &&
          pick('service_account_id', (text) => findAccounts(workspaceId, text))}
        {can('gateway.keys.read', workspaceId) && pick('api_key_id', (text) => findKeys(workspaceId, text))}
      </SimpleGrid>
      <Button
        w="fit-content"
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void start(run)}
      >
        {t('bench.run')}
      </Button>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div aria-live="polite">{result && <Limits {...result} />}</div>
    </Stack>
  );
}

function Limits({ is_complete: isComplete, limits }: Matched): ReactNode {
  const { t } = useTranslation('rate-limits');
  return (
    <Stack gap={12}>
      {limits.length === 0 && <StateBadge state="ok" label={t('bench.none')} />}
      {limits.length > 0 && (
        <Table aria-label={t('bench.results')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field.name')}</Table.Th>
              <Table.Th>{t('field.limits')}</Table.Th>
              <Table.Th>{t('field.appliesPer')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {limits.map(({ limit, policy_id: id, policy_name: name, scope, unit, window_seconds: seconds }) => (
              <Table.Tr key={`${id}:${scope}:${unit}:${seconds}`}>
                <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Table.Td>
                <Table.Td>
                  <CountText n={limit} />{' '}
                  {t(unit === 'parallel' ? 'unit.max_parallel' : `unit.${unit}_per_${WINDOWS[seconds] ?? 'day'}`)}
                </Table.Td>
                <Table.Td>{t(`bench.scope.${scope}`, { defaultValue: scope })}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {!isComplete && (
        <Text size="sm" c="dimmed">
          {t('bench.incomplete')}
        </Text>
      )}
    </Stack>
  );
}
