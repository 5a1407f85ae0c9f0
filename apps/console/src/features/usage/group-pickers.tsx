import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { findTagNames } from '../../api/lookups.js';
import { FilterPicker } from '../../ui/table/filter-picker.js';
import type { UsageSearch } from './usage-filters.js';
import { GROUPS } from './usage-rows.js';
import { readAsked, secondGroups } from './usage-search.js';

interface Props {
  readonly search: UsageSearch;
  readonly workspaceId: string | undefined;
  readonly onChange: (patch: { readonly [name in keyof UsageSearch]?: string | undefined }) => void;
}

/** Group, the name of the tag that is grouped by, and a second group of callers and models. */
export function GroupPickers({ onChange, search, workspaceId }: Props) {
  const { t } = useTranslation('usage');
  const group = GROUPS.find((name) => name === search.group) ?? 'model';
  const second = secondGroups(group);
  const [, chosen] = readAsked(search).groups;
  return (
    <>
      <Select
        label={t('groupBy')}
        data={GROUPS.map((value) => ({ value, label: t(`group.${value}`) }))}
        value={group}
        allowDeselect={false}
        w={150}
        onChange={(value) => onChange({ group: value ?? undefined, value: undefined, second: undefined })}
      />
      {group === 'tag' && (
        <FilterPicker
          label={t('tagName')}
          value={search.tag}
          onChange={(tag) => onChange({ tag, value: undefined })}
          queryKey={['tag-names', workspaceId]}
          load={(text) => findTagNames(workspaceId, text)}
          width={150}
        />
      )}
      {second.length > 0 && (
        <Select
          label={t('thenBy')}
          placeholder={t('noSecond')}
          data={second.map((value) => ({ value, label: t(`group.${value}`) }))}
          value={chosen ?? null}
          clearable
          w={150}
          onChange={(value) => onChange({ second: value ?? undefined })}
        />
      )}
    </>
  );
}
