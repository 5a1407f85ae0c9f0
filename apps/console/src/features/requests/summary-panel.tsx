import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CountText } from '../../ui/count-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { FieldList } from '../../ui/field-list.js';
import { IdText } from '../../ui/id-text.js';
import { TimeText } from '../../ui/time-text.js';
import { OutcomeBadge } from './outcome-badge.js';
import type { RequestRow } from './queries.js';
import type { RequestSearch } from './request-search.js';

interface Props {
  readonly request: RequestRow;
  readonly onFilter: (filter: Partial<RequestSearch>) => void;
}

/** Caller, model, provider and outcome of a request. */
export function SummaryPanel({ onFilter, request }: Props) {
  const { t } = useTranslation('requests');
  const count = (n: number | null) => (n === null ? null : <CountText n={n} />);
  const duration = (ms: number | null) => (ms === null ? null : <DurationText ms={ms} />);
  const id = (value: string | null) => (value === null ? null : <IdText id={value} />);
  const keyPage = useKeyPage(request);
  const named = (value: string | null, filter: Partial<RequestSearch>, page?: string) =>
    value === null ? null : <Named value={value} page={page} id={key} onFilter={() => onFilter(filter)} />;
  const {
    credential_id: key,
    credential_name: keyName,
    logical_name: logicalName,
    model,
    team,
    team_id: teamId,
  } = request;
  return (
    <FieldList
      label={t('tab.summary')}
      fields={[
        { name: t('field.outcome'), value: <OutcomeBadge outcome={request.outcome} status={request.status} /> },
        {
          name: t('field.errorCode'),
          value: named(request.error_code, { error_code: request.error_code ?? undefined }),
        },
        { name: t('field.time'), value: <TimeText at={request.time} /> },
        { name: t('field.requestId'), value: id(request.request_id) },
        { name: t('field.endpoint'), value: named(request.endpoint, { endpoint: request.endpoint }) },
        { name: t('field.kind'), value: t(`kind.${request.kind}`) },
        { name: t('field.askedModel'), value: model === logicalName ? null : model },
        { name: t('field.model'), value: named(logicalName, { model: logicalName ?? undefined }) },
        { name: t('field.provider'), value: named(request.provider, { provider: request.provider ?? undefined }) },
        {
          name: t('field.providerKind'),
          value: request.provider_kind === request.provider ? null : request.provider_kind,
        },
        { name: t('field.upstreamModel'), value: request.upstream_model },
        { name: t('field.duration'), value: duration(request.duration_ms) },
        { name: t('field.firstByte'), value: duration(request.time_to_first_byte_ms) },
        { name: t('field.streamed'), value: t(request.streamed ? 'yes' : 'no') },
        { name: t('field.attempts'), value: count(request.attempts) },
        { name: t('field.cache'), value: request.cache && t(`cache.${request.cache}`) },
        { name: t('field.promptTokens'), value: count(request.prompt_tokens) },
        { name: t('field.cachedTokens'), value: count(request.cached_tokens) },
        { name: t('field.completionTokens'), value: count(request.completion_tokens) },
        { name: t('field.reasoningTokens'), value: count(request.reasoning_tokens) },
        { name: t('field.team'), value: named(team, { team: teamId ?? team ?? undefined }) },
        { name: t('field.credential'), value: key ? named(keyName ?? key, { key }, keyPage) : keyName },
        {
          name: t('field.person'),
          value: request.user_id ? named(request.user ?? request.user_id, { user_id: request.user_id }) : null,
        },
        {
          name: t('field.credentialType'),
          value: t(`credentialType.${request.credential_type}`, { defaultValue: request.credential_type ?? '' }),
        },
        { name: t('field.workspace'), value: request.workspace },
        { name: t('field.address'), value: request.client_address },
      ]}
    />
  );
}

interface NamedProps {
  readonly value: string;
  /** Address of the page of what is named, if it has one, and its id there. */
  readonly page: string | undefined;
  readonly id: string | null;
  readonly onFilter: () => void;
}

/** A name, with a button that filters the list by it. */
function Named({ id, onFilter, page, value }: NamedProps) {
  const { t } = useTranslation('requests');
  return (
    <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
      {page === undefined ? (
        <span dir="auto">{value}</span>
      ) : (
        <Anchor
          component={Link}
          size="sm"
          dir="auto"
          underline="always"
          {...({ to: page, search: { open: id } } as object)}
        >
          {value}
        </Anchor>
      )}
      <Button size="compact-xs" variant="subtle" onClick={onFilter} aria-label={t('onlyThisOf', { name: value })}>
        {t('onlyThis')}
      </Button>
    </Group>
  );
}

/** Address of the page that changes the key of a request; undefined for other credentials, and for whoever sees no keys. */
function useKeyPage({ credential_type: type, workspace_id: place }: RequestRow): string | undefined {
  const { can } = useSession();
  const { id } = useWorkspace();
  const workspaceId = place ?? id;
  return type === 'api_key' && can('gateway.keys.read', workspaceId) ? `/w/${workspaceId}/keys` : undefined;
}
