import { Loader, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { DurationText } from '../../ui/duration-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../ui/money-text.js';
import { TimeText } from '../../ui/time-text.js';
import { AnswerSide } from './answer-side.js';
import { OutcomeBadge } from './outcome-badge.js';
import { PayloadFailure } from './payload-panel.js';
import { type RequestRow, useMayReadPayloads, usePayload, useRequest } from './queries.js';
import { readConversation } from './read-conversation.js';

interface Props {
  /** Ids of the two records, separated by a comma. */
  readonly ids: string | undefined;
  /** Rows that the list has already read. */
  readonly rows: readonly RequestRow[];
  readonly onClose: () => void;
}

/** Two requests side by side: the fields that differ, what was asked and what was answered. */
export function CompareDrawer({ ids, onClose, rows }: Props) {
  const { t } = useTranslation('requests');
  const [first, second] = (ids ?? '').split(',');
  return (
    <DetailDrawer opened={ids !== undefined} title={t('compare.title')} onClose={onClose} size={1040}>
      {first && second ? (
        <Loaded first={first} second={second} rows={rows} />
      ) : (
        <Text size="sm">{t('compare.select')}</Text>
      )}
    </DetailDrawer>
  );
}

interface LoadedProps {
  readonly first: string;
  readonly second: string;
  readonly rows: readonly RequestRow[];
}

function Loaded({ first, second, rows }: LoadedProps) {
  const { t } = useTranslation('requests');
  const one = useRow(first, rows);
  const other = useRow(second, rows);
  const failure = one.error ?? other.error;
  if (failure)
    return (
      <FailureNotice
        failure={failure}
        onRetry={() => {
          one.retry();
          other.retry();
        }}
      />
    );
  if (one.row === undefined || other.row === undefined) return <Loader size="sm" aria-label={t('loading')} />;
  return (
    <Stack gap="md">
      <Differences first={one.row} second={other.row} />
      <Payloads first={one.row} second={other.row} />
    </Stack>
  );
}

function useRow(id: string, rows: readonly RequestRow[]) {
  const listed = rows.find((row) => row.id === id);
  const { data, error, refetch } = useRequest(listed ? undefined : id);
  return { row: listed ?? data, error, retry: () => void refetch() };
}

type Render = (row: RequestRow) => ReactNode;

const duration = (ms: number | null): ReactNode => (ms === null ? null : <DurationText ms={ms} />);
const count = (n: number | null): ReactNode => (n === null ? null : <CountText n={n} />);

/** Fields that are compared, by their texts. */
const FIELDS: readonly (readonly [text: string, name: keyof RequestRow, render: Render])[] = [
  ['time', 'time', ({ time }) => <TimeText at={time} />],
  ['outcome', 'outcome', ({ outcome, status }) => <OutcomeBadge outcome={outcome} status={status} />],
  ['status', 'status', ({ status }) => status],
  ['errorCode', 'error_code', ({ error_code: code }) => code],
  ['endpoint', 'endpoint', ({ endpoint }) => endpoint],
  ['askedModel', 'model', ({ model }) => model],
  ['model', 'logical_name', ({ logical_name: name }) => name],
  ['provider', 'provider', ({ provider }) => provider],
  ['upstreamModel', 'upstream_model', ({ upstream_model: model }) => model],
  ['duration', 'duration_ms', ({ duration_ms: ms }) => duration(ms)],
  ['firstByte', 'time_to_first_byte_ms', ({ time_to_first_byte_ms: ms }) => duration(ms)],
  ['attempts', 'attempts', ({ attempts }) => attempts],
  ['cache', 'cache', ({ cache }) => cache],
  ['promptTokens', 'prompt_tokens', ({ prompt_tokens: n }) => count(n)],
  ['cachedTokens', 'cached_tokens', ({ cached_tokens: n }) => count(n)],
  ['completionTokens', 'completion_tokens', ({ completion_tokens: n }) => count(n)],
  ['reasoningTokens', 'reasoning_tokens', ({ reasoning_tokens: n }) => count(n)],
  [
    'cost',
    'cost_usd',
    ({ cost_usd: usd }) => (usd === null ? null : <MoneyText usd={usd} decimals={DECIMALS_OF_REQUESTS} />),
  ],
  ['credential', 'credential_name', ({ credential_name: name }) => name],
  ['team', 'team', ({ team }) => team],
  ['workspace', 'workspace', ({ workspace }) => workspace],
];

function Differences({ first, second }: { readonly first: RequestRow; readonly second: RequestRow }) {
  const { t } = useTranslation('requests');
  const different = FIELDS.filter(([, name]) => first[name] !== second[name]);
  if (different.length === 0) return <Text size="sm">{t('compare.same')}</Text>;
  return (
    <Table layout="fixed" aria-label={t('compare.differences')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('compare.differences')}</Table.Th>
          <Table.Th>{t('compare.first')}</Table.Th>
          <Table.Th>{t('compare.second')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {different.map(([text, name, render]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {t(`field.${text}`)}
            </Table.Th>
            {[first, second].map((row) => (
              <Table.Td key={row.id} style={{ overflowWrap: 'anywhere' }} dir="auto">
                {render(row) ?? '–'}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Payloads({ first, second }: { readonly first: RequestRow; readonly second: RequestRow }) {
  const { t } = useTranslation('requests');
  const mayRead = useMayReadPayloads();
  if (!mayRead) return <Text size="sm">{t('payload.forbidden.text')}</Text>;
  return (
    <>
      <Title order={3} size="h6">
        {t('compare.response')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Side title={t('compare.first')} request={first} />
        <Side title={t('compare.second')} request={second} />
      </SimpleGrid>
      <Title order={3} size="h6">
        {t('compare.request')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Asked request={first} />
        <Asked request={second} />
      </SimpleGrid>
    </>
  );
}

function Side({ request, title }: { readonly request: RequestRow; readonly title: string }) {
  const { t } = useTranslation('requests');
  const { data, error, isPending } = usePayload(request.id, true);
  if (isPending) return <Loader size="sm" aria-label={t('loading')} />;
  if (error) return <PayloadFailure failure={error} request={request} />;
  const { answer } = data;
  return <AnswerSide title={title} ms={request.duration_ms} requestId={request.request_id} answer={answer} />;
}

function Asked({ request }: { readonly request: RequestRow }) {
  const { t } = useTranslation('requests');
  const { data } = usePayload(request.id, true);
  if (data === undefined) return <div />;
  return (
    <Stack gap={8}>
      {readConversation(data.request, null).map(({ parts, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored conversation never changes.
        <Text key={index} size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <Text span size="xs" fw={600} c="dimmed">
            {t(`role.${role}`, { defaultValue: role })}:{' '}
          </Text>
          {parts.map((part) => (part.kind === 'text' ? part.text : `[${part.kind}]`)).join('\n')}
        </Text>
      ))}
    </Stack>
  );
}
