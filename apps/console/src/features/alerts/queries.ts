import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import type { ChannelBody } from './channel-values.js';
import type { RuleBody } from './rule-values.js';

export type Alert = components['schemas']['AlertView'];
export type AlertRule = components['schemas']['AlertRuleView'];
export type AlertChannel = components['schemas']['AlertChannelView'];
export type AlertDelivery = components['schemas']['AlertDeliveryView'];

type Query = Readonly<Record<string, string | undefined>>;

export function useAlerts(workspaceId: string, filters: Query) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...filters };
  return useList(['alerts', 'alerts', query], '/admin/alerts', query);
}

export function useAlertRules(workspaceId: string) {
  const query = { workspace_id: workspaceId, include_organization: 'true' };
  return useList(['alerts', 'rules', query], '/admin/alerts/rules', query);
}

export function useAlertChannels(workspaceId: string) {
  const query = { workspace_id: workspaceId, include_organization: 'true' };
  return useList(['alerts', 'channels', query], '/admin/alerts/channels', query);
}

export function useAlertDeliveries(workspaceId: string, filters: Query) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...filters };
  return useList(['alerts', 'deliveries', query], '/admin/alerts/deliveries', query);
}

/** Changes of rules, channels and alerts. */
export function useAlertActions(workspaceId: string) {
  const done = useChange('alerts');
  const query = { workspace_id: workspaceId };
  return {
    acknowledge: (id: string) => done(api.post('/admin/alerts/{id}/acknowledge', { path: { id } })),
    createRule: (body: RuleBody) => done(api.post('/admin/alerts/rules', { query, body: body as never })),
    updateRule: (id: string, body: Partial<RuleBody>) =>
      done(api.patch('/admin/alerts/rules/{id}', { path: { id }, body: body as never })),
    removeRule: (id: string) => done(api.delete('/admin/alerts/rules/{id}', { path: { id } })),
    createChannel: (body: ChannelBody) => done(api.post('/admin/alerts/channels', { query, body: body as never })),
    updateChannel: (id: string, body: Partial<ChannelBody>) =>
      done(api.patch('/admin/alerts/channels/{id}', { path: { id }, body: body as never })),
    removeChannel: (id: string) => done(api.delete('/admin/alerts/channels/{id}', { path: { id } })),
    testChannel: (id: string) => done(api.post('/admin/alerts/channels/{id}/test', { path: { id } })),
  };
}
