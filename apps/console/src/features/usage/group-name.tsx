import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { RequestsLink } from '../../ui/requests-link.js';
import type { Period } from './periods.js';
import { type Group, nameOf, type UsageRow } from './usage-rows.js';
import { filterOf, toTimes } from './usage-search.js';

/** Returns the name of a group, in words for requests that came without one. */
export function useGroupName(): (row: UsageRow, group: Group) => string {
  const { t } = useTranslation('usage');
  const { workspaces } = useSession();
  return (row, group) =>
    (group === 'workspace' && workspaces.find(({ id }) => id === row.workspace_id)?.name) ||
    nameOf(row, group) ||
    t(`without.${group}`);
}

interface GroupNameProps {
  readonly row: UsageRow;
  readonly groups: readonly Group[];
  readonly shown: Group;
  readonly tag: string | undefined;
  readonly period: Period;
  /** Filters of the list of requests that the page has too. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** Name of a group, which leads to its requests in the period. */
export function GroupName({ filters, groups, period, row, shown, tag }: GroupNameProps): ReactNode {
  const { t } = useTranslation('usage');
  const nameOfGroup = useGroupName();
  const name = nameOfGroup(row, shown);
  const own = groups.map((group) => filterOf(row, group, tag));
  const text = (
    <Text
      span
      size="sm"
      truncate="end"
      maw={320}
      title={name}
      dir="auto"
      display="inline-block"
      style={{ verticalAlign: 'middle' }}
    >
      {name}
    </Text>
  );
  // Requests without the group have no filter that finds them.
  if (own.includes(undefined)) return text;
  return (
    <RequestsLink
      search={{ ...filters, ...Object.assign({}, ...own), ...toTimes(period) }}
      label={t('seeRequests', { name })}
      workspaceId={groups.includes('workspace') ? (row.workspace_id ?? undefined) : undefined}
    >
      {text}
    </RequestsLink>
  );
}
