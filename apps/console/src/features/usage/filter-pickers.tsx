import { useTranslation } from 'react-i18next';
import {
  findAllKeys,
  findAttributed,
  findModels,
  findProviderNames,
  findTeams,
  nameOfKey,
  nameOfTeam,
} from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FilterPicker } from '../../ui/table/filter-picker.js';
import type { UsageSearch } from './usage-filters.js';
import { isOwn, readAsked, writeGroups } from './usage-search.js';

interface Props {
  readonly search: UsageSearch;
  /** Undefined: usage of the whole organization. */
  readonly workspaceId: string | undefined;
  readonly onChange: (patch: { readonly [name in keyof UsageSearch]?: string | undefined }) => void;
}

/** Filters that can be combined with the group, as far as the person may see the names. */
export function FilterPickers(props: Props) {
  const { onChange, search, workspaceId } = props;
  const { t } = useTranslation('usage');
  const { can } = useSession();
  const { id } = useWorkspace();
  const asked = readAsked(search);
  const [group] = asked.groups;
  return (
    <>
      {can('gateway.teams.read', id) && (
        <FilterPicker
          label={t('group.team')}
          value={search.team}
          onChange={(team) => onChange({ team })}
          queryKey={['teams']}
          load={findTeams}
          nameOf={nameOfTeam}
          width={150}
        />
      )}
      {isOwn(group) ? (
        <FilterPicker
          label={group === 'tag' ? (asked.tag ?? '') : t(`group.${group}`)}
          value={search.value}
          onChange={(value) => onChange({ value })}
          queryKey={['attributed', writeGroups(asked), workspaceId]}
          load={(text) => findAttributed(writeGroups(asked), workspaceId, text)}
          width={150}
        />
      ) : (
        <PlainPickers {...props} />
      )}
    </>
  );
}

function PlainPickers({ onChange, search }: Props) {
  const { t } = useTranslation('usage');
  const { can } = useSession();
  const { id } = useWorkspace();
  const boundTo = can('gateway.keys.read') ? undefined : id;
  return (
    <>
      {can('gateway.models.read', id) && (
        <FilterPicker
          label={t('group.model')}
          value={search.model}
          onChange={(model) => onChange({ model })}
          queryKey={['models', id]}
          load={(text) => findModels(id, text)}
          width={150}
        />
      )}
      {can('gateway.providers.read', id) && (
        <FilterPicker
          label={t('group.provider')}
          value={search.provider}
          onChange={(provider) => onChange({ provider })}
          queryKey={['providers', id]}
          load={(text) => findProviderNames(id, text)}
          width={150}
        />
      )}
      {can('gateway.keys.read', id) && (
        <FilterPicker
          label={t('group.key')}
          value={search.key}
          onChange={(key) => onChange({ key })}
          queryKey={['keys', boundTo]}
          load={(text) => findAllKeys(boundTo, text)}
          nameOf={nameOfKey}
          width={150}
        />
      )}
    </>
  );
}
