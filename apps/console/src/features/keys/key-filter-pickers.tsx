import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findPeople, findTeams, nameOfPerson, nameOfTeam } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { FilterPicker } from '../../ui/table/filter-picker.js';
import { countSet, FoldedFilters } from '../../ui/table/folded-filters.js';
import type { UrlState } from '../../ui/use-url-state.js';

const STATES = ['active', 'disabled', 'expired'] as const;

interface KeyFilterPickersProps {
  readonly search: UrlState;
  readonly onChange: (changes: UrlState) => void;
}

/** Filters of the list of keys, beside its search. */
export function KeyFilterPickers({ search, onChange }: KeyFilterPickersProps): ReactNode {
  const { t } = useTranslation(['keys', 'common']);
  const { can } = useSession();
  return (
    <FoldedFilters count={countSet([search.state, search.team, search.owner])}>
      <Select
        label={t('field.state')}
        placeholder={t('common:table.any')}
        clearable
        w={130}
        value={search.state ?? null}
        onChange={(state) => onChange({ state: state ?? undefined })}
        data={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <FilterPicker
        label={t('field.team')}
        value={search.team}
        onChange={(team) => onChange({ team })}
        queryKey={['teams']}
        load={findTeams}
        nameOf={nameOfTeam}
      />
      {can('org.members.read') && (
        <FilterPicker
          label={t('field.owner')}
          value={search.owner}
          onChange={(owner) => onChange({ owner })}
          queryKey={['people']}
          load={findPeople}
          nameOf={nameOfPerson}
        />
      )}
    </FoldedFilters>
  );
}
