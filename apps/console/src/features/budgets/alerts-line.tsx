import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { alertsOn } from './alerts-on.js';

interface AlertsLineProps {
  readonly workspaceId: string;
  /** Place of the budget rule. */
  readonly place: 'workspace' | 'organization';
}

/** Alerts that are sent before a budget is spent: the rules that watch it, or the way to one. */
export function AlertsLine({ place, workspaceId }: AlertsLineProps): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { can } = useSession();
  const mayRead = can('gateway.alerts.read', workspaceId);
  const { data } = useQuery({
    queryKey: ['budget-rules', 'alerts', workspaceId],
    queryFn: () =>
      api.get('/admin/alerts/rules', { query: { workspace_id: workspaceId, include_organization: 'true' } }),
    enabled: mayRead,
  });
  if (data === undefined) return null;
  const found = alertsOn(place, data.data);
  const page = `/w/${workspaceId}/alerts`;
  return (
    <Text size="sm" component="div">
      {found.length === 0 && `${t('alerts.none')} `}
      {found.length === 0 && can('gateway.teamalerts.manage', workspaceId) && (
        <Anchor component={Link} inherit {...({ to: page, search: { tab: 'rules', open: 'new' } } as object)}>
          {t('alerts.create')}
        </Anchor>
      )}
      {found.map(({ id, name, thresholds }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} inherit {...({ to: page, search: { tab: 'rules', open: id } } as object)}>
            {t('alerts.at', { name, percents: thresholds.join(', ') })}
          </Anchor>
        </Fragment>
      ))}
    </Text>
  );
}
