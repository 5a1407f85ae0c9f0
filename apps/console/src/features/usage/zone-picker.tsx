import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listZones } from './zone-days.js';

/** Zones that the list shows at a time; a search finds the others. */
const MOST_ZONES = 50;

interface Props {
  /** Undefined: UTC. */
  readonly zone: string | undefined;
  readonly onChange: (patch: { readonly zone: string | undefined }) => void;
}

/** Time zone of the days. That of the browser comes first. */
export function ZonePicker({ onChange, zone }: Props): ReactNode {
  const { t } = useTranslation('usage');
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = listZones(own, [...(zone === undefined ? [] : [zone]), ...Intl.supportedValuesOf('timeZone')]);
  return (
    <Select
      label={t('zone')}
      data={zones}
      value={zone ?? 'UTC'}
      searchable
      allowDeselect={false}
      limit={MOST_ZONES}
      w={180}
      onChange={(value) => onChange({ zone: value === null || value === 'UTC' ? undefined : value })}
    />
  );
}

interface NoteProps {
  /** Chosen zone; undefined: UTC. */
  readonly zone: string | undefined;
  /** False: what is asked for has days of UTC alone. */
  readonly isZoned: boolean;
}

/** Says which zone the days are in. */
export function DaysNote({ isZoned, zone }: NoteProps): ReactNode {
  const { t } = useTranslation('usage');
  return (
    <Text size="xs" c="dimmed">
      {t(zone === undefined ? 'utc' : isZoned ? 'zoned' : 'notZoned', { zone })}
    </Text>
  );
}
