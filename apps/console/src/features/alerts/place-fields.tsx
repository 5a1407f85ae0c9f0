import { Input, SegmentedControl } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { findTeams } from '../../api/lookups.js';
import { SearchSelect } from '../../ui/search-select.js';

interface Place {
  readonly scope: 'workspace' | 'organization';
  readonly team_id: string | null;
}

interface PlaceFieldsProps {
  readonly scope: Place['scope'];
  readonly teamId: string | null;
  readonly canWiden: boolean;
  /** False for what looks at no single team. */
  readonly hasTeam: boolean;
  readonly mustChooseTeam: boolean;
  readonly error: ReactNode;
  readonly onChange: (place: Place) => void;
}

/** Place of a new rule or channel, which cannot be changed later. */
export function PlaceFields(props: PlaceFieldsProps): ReactNode {
  const { canWiden, error, hasTeam, mustChooseTeam, onChange, scope, teamId } = props;
  const { t } = useTranslation('alerts');
  const id = useId();
  return (
    <>
      {canWiden && (
        <Input.Wrapper label={t('field.scope')} labelProps={{ id }} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-labelledby={id}
            value={scope}
            onChange={(value) => onChange({ scope: value as Place['scope'], team_id: teamId })}
            data={(['workspace', 'organization'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
          />
        </Input.Wrapper>
      )}
      {hasTeam && (
        <SearchSelect
          label={t('field.team')}
          description={t('hint.team')}
          placeholder={t('everyTeam')}
          clearable={!mustChooseTeam}
          required={mustChooseTeam}
          queryKey={['teams', 'of-alerts']}
          load={findTeams}
          value={teamId}
          error={error}
          onChange={(value) => onChange({ scope, team_id: value })}
        />
      )}
    </>
  );
}
