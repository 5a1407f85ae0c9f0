import { Button, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  findAllKeys,
  findAttributed,
  findModels,
  findPeople,
  findProviderNames,
  findTags,
  findTeams,
  nameOfKey,
  nameOfPerson,
  nameOfTeam,
} from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { FilterPicker } from '../../ui/table/filter-picker.js';
import { FoldedFilters } from '../../ui/table/folded-filters.js';
import { ENDPOINTS } from './endpoint-names.js';
import { MoreFilters } from './more-filters.js';
import { countFilters, RANGES, type RequestSearch } from './request-search.js';

const OUTCOMES = ['success', 'refused', 'failed', 'cancelled'];

const KINDS = ['call', 'read', 'write', 'all'];

interface Props {
  readonly search: RequestSearch;
  readonly onChange: (patch: Partial<RequestSearch>) => void;
  readonly workspaceId: string;
}

/** The filters of the list: pickers that the server searches, and behind a button ranges and codes. A phone shows the id and a button. */
export function RequestFilters(props: Props) {
  const { search, onChange } = props;
  const { t } = useTranslation('requests');
  return (
    <Group gap="xs" align="flex-end">
      <RequestIdField search={search} onChange={onChange} />
      <FoldedFilters count={countFilters(search) - (search.request_id === undefined ? 0 : 1)}>
        <ChoiceFilters {...props} />
        <NameFilters {...props} />
        <AttributionFilters {...props} />
        <MoreFilters search={search} onChange={onChange} />
        {countFilters(search) > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onChange(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))}
          >
            {t('filters.clear')}
          </Button>
        )}
      </FoldedFilters>
    </Group>
  );
}

type FieldProps = Pick<Props, 'onChange' | 'search'>;

/** Applies with Enter or when the field is left. */
function RequestIdField({ search, onChange }: FieldProps) {
  const { t } = useTranslation('requests');
  const inUrl = search.request_id ?? '';
  const [text, setText] = useState(inUrl);
  // The address may change without the field, by the back button or a filter of the drawer.
  useEffect(() => setText(inUrl), [inUrl]);
  const apply = (): void => {
    if (text.trim() !== inUrl) onChange({ request_id: text.trim() || undefined });
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={apply}
        label={t('filters.requestId')}
        placeholder={t('filters.exact')}
        leftSection={<IconSearch size={16} aria-hidden />}
        w={190}
      />
    </form>
  );
}

function ChoiceFilters({ search, onChange }: FieldProps) {
  const { t } = useTranslation('requests');
  const range = search.range ?? (search.from || search.to ? 'custom' : null);
  return (
    <>
      <Select
        label={t('filters.range')}
        placeholder={t('filters.anyTime')}
        data={[...Object.keys(RANGES), ...(range === 'custom' ? ['custom'] : [])].map((value) => ({
          value,
          label: t(`range.${value}`),
        }))}
        value={range}
        onChange={(next) => {
          if (next !== 'custom') onChange({ range: next ?? undefined, from: undefined, to: undefined });
        }}
        clearable
        w={130}
      />
      <Select
        label={t('field.outcome')}
        placeholder={t('filters.any')}
        data={OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        value={search.outcome ?? null}
        onChange={(outcome) => onChange({ outcome: outcome ?? undefined })}
        clearable
        w={130}
      />
      <Select
        label={t('field.endpoint')}
        placeholder={t('filters.any')}
        data={ENDPOINTS}
        searchable
        value={search.endpoint ?? null}
        onChange={(endpoint) => onChange({ endpoint: endpoint ?? undefined })}
        clearable
        w={160}
      />
      <MultiSelect
        label={t('filters.without')}
        placeholder={search.exclude_endpoint === undefined ? t('filters.nothing') : undefined}
        data={ENDPOINTS}
        value={search.exclude_endpoint?.split(',') ?? []}
        onChange={(names) => onChange({ exclude_endpoint: names.join(',') || undefined })}
        clearable
        searchable
        miw={150}
        maw={320}
      />
      <Select
        label={t('field.kind')}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={search.kind ?? (search.request_id === undefined ? 'call' : 'all')}
        onChange={(kind) =>
          onChange({ kind: kind === 'call' && search.request_id === undefined ? undefined : (kind ?? undefined) })
        }
        allowDeselect={false}
        w={110}
      />
    </>
  );
}

/** Filters by name, as far as the person may see the names. */
function NameFilters({ search, onChange, workspaceId }: Props) {
  const { t } = useTranslation('requests');
  const { can } = useSession();
  const may = (permission: 'gateway.keys.read' | 'gateway.models.read' | 'gateway.providers.read'): boolean =>
    can(permission, workspaceId);
  const boundTo = can('gateway.keys.read') ? undefined : workspaceId;
  return (
    <>
      {may('gateway.models.read') && (
        <FilterPicker
          label={t('field.model')}
          value={search.model}
          onChange={(model) => onChange({ model })}
          queryKey={['models', workspaceId]}
          load={(text) => findModels(workspaceId, text)}
        />
      )}
      {may('gateway.providers.read') && (
        <FilterPicker
          label={t('field.provider')}
          value={search.provider}
          onChange={(provider) => onChange({ provider })}
          queryKey={['providers', workspaceId]}
          load={(text) => findProviderNames(workspaceId, text)}
          width={140}
        />
      )}
      {can('gateway.teams.read', workspaceId) && (
        <FilterPicker
          label={t('field.team')}
          value={search.team}
          onChange={(team) => onChange({ team })}
          queryKey={['teams']}
          load={findTeams}
          nameOf={nameOfTeam}
          width={140}
        />
      )}
      {may('gateway.keys.read') && (
        <FilterPicker
          label={t('field.credential')}
          value={search.key}
          onChange={(key) => onChange({ key })}
          queryKey={['keys', boundTo]}
          load={(text) => findAllKeys(boundTo, text)}
          nameOf={nameOfKey}
        />
      )}
      {can('org.members.read') && (
        <FilterPicker
          label={t('field.person')}
          value={search.user_id}
          onChange={(user_id) => onChange({ user_id })}
          queryKey={['people']}
          load={findPeople}
          nameOf={nameOfPerson}
        />
      )}
    </>
  );
}

const OWN = ['customer', 'client', 'session'] as const;

/** Filters by what requests say about themselves, with the values that spent most in the last 30 days as choices. */
function AttributionFilters({ search, onChange, workspaceId }: Props) {
  const { t } = useTranslation('requests');
  if (!useSession().can('gateway.usage.read', workspaceId)) return null;
  const place = search.scope === 'organization' ? undefined : workspaceId;
  return (
    <>
      <FilterPicker
        label={t('field.tag')}
        value={search.tag}
        onChange={(tag) => onChange({ tag })}
        queryKey={['tags', place]}
        load={(text) => findTags(place, text)}
      />
      {OWN.map((name) => (
        <FilterPicker
          key={name}
          label={t(`field.${name}`)}
          value={search[name]}
          onChange={(value) => onChange({ [name]: value })}
          queryKey={['attributed', name, place]}
          load={(text) => findAttributed(name, place, text)}
          width={150}
        />
      ))}
    </>
  );
}
