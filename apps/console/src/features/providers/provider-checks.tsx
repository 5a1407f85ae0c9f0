import { Alert, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconListSearch, IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { DurationText } from '../../ui/duration-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { Provider } from './provider-values.js';
import { listOffered, testProvider } from './queries.js';

/** Asks the provider whether it accepts the credential, and which models it offers. */
export function ProviderChecks({ provider }: { readonly provider: Provider }): ReactNode {
  const { t } = useTranslation('providers');
  const test = useMutation({ mutationFn: () => testProvider(provider.id) });
  const offered = useMutation({ mutationFn: () => listOffered(provider.id) });
  return (
    <Stack gap={12}>
      <Group gap={8}>
        <Button
          size="xs"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('action.test')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListSearch size={16} aria-hidden />}
          loading={offered.isPending}
          onClick={() => offered.mutate()}
        >
          {t('action.offered')}
        </Button>
      </Group>
      <div aria-live="polite">
        {test.error && <FailureNotice failure={test.error} />}
        {test.data?.ok && (
          <Group gap={8}>
            <StateBadge state="ok" label={t('test.ok')} />
            <Text size="sm" c="dimmed">
              <DurationText ms={test.data.latency_ms} />
            </Text>
          </Group>
        )}
        {test.data?.error && <Refusal {...test.data.error} />}
      </div>
      {offered.error && <FailureNotice failure={offered.error} />}
      {offered.data?.error && <Refusal {...offered.data.error} />}
      {offered.data?.ok && <OfferedModels providerId={provider.id} {...offered.data} />}
    </Stack>
  );
}

function Refusal({ code, message }: { readonly code: string; readonly message: string }): ReactNode {
  const { t } = useTranslation('providers');
  return (
    <Alert color="orange" variant="light" title={t('test.failed')}>
      <Text size="sm">{message}</Text>
      <Text size="xs" ff="monospace" mt={4}>
        {code}
      </Text>
    </Alert>
  );
}

interface OfferedModelsProps {
  readonly providerId: string;
  readonly data: readonly { readonly id: string; readonly chat: boolean }[];
  readonly truncated: boolean;
}

/** A provider may offer two thousand: what does not match the search, and all beyond these, is not drawn. */
const MOST_ROWS = 100;

function OfferedModels({ providerId, data, truncated }: OfferedModelsProps): ReactNode {
  const { t } = useTranslation('providers');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [text, setText] = useState('');
  const matching = data.filter(({ id }) => id.toLowerCase().includes(text.trim().toLowerCase()));
  const canAdd = can('gateway.models.manage', workspace.id);
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {t('offered.title', { count: data.length })}
      </Text>
      {data.length > 10 && (
        <TextInput
          size="xs"
          type="search"
          aria-label={t('offered.search')}
          placeholder={t('offered.search')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <Table verticalSpacing={4} aria-label={t('offered.label')}>
        <Table.Tbody>
          {matching.slice(0, MOST_ROWS).map(({ id, chat }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" ff="monospace" dir="ltr">
                  {id}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed">
                  {chat && t('offered.chat')}
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                {canAdd && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('offered.addNamed', { name: id })}
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to={'/w/$workspace/models' as never}
                        params={{ workspace: workspace.id } as never}
                        search={{ open: 'new', provider: providerId, upstream: id } as never}
                      />
                    )}
                  >
                    {t('offered.add')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {(matching.length > MOST_ROWS || truncated) && (
        <Text size="xs" c="dimmed">
          {t('offered.more')}
        </Text>
      )}
    </Stack>
  );
}
