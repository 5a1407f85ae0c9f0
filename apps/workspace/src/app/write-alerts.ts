import type { AlertChannelEntry, AlertRuleEntry, GatewayConfig } from '@multilane/config';
import { readAlertSettings } from '@multilane/contracts';
import type { Change } from '@multilane/persistence';
import { hintOf } from '../modules/alerts/channel-address.js';

/**
 * Makes the declared rules and channels of an organization those of gateway.yaml (docs/alerts.md#in-gatewayyaml). They are known by their names;
 * one that has left the file is deleted. Addresses and secrets are not written: gateways read them from the file.
 */
export async function writeAlerts(
  { alertChannels, alertRules }: Pick<Change, 'alertChannels' | 'alertRules'>,
  organizationId: string,
  { channels, rules }: Pick<GatewayConfig['alerts'], 'channels' | 'rules'>,
): Promise<void> {
  await alertRules.lockAll(organizationId);
  const channelsBefore = await alertChannels.listDeclared(organizationId);
  const rulesBefore = await alertRules.listDeclared(organizationId);
  for (const { id, kind, name } of rulesBefore) {
    if (!rules.some((entry) => entry.name === name && entry.kind === kind)) await alertRules.remove(organizationId, id);
  }
  const ids = new Map<string, string>();
  for (const entry of channels) {
    const found = channelsBefore.find(({ kind, name }) => name === entry.name && kind === entry.kind);
    const { id } = found
      ? await alertChannels.update(organizationId, found.id, channelValuesOf(entry))
      : await alertChannels.createDeclared(organizationId, { ...channelValuesOf(entry), kind: entry.kind });
    ids.set(entry.name, id);
  }
  for (const entry of rules) {
    const values = ruleValuesOf(entry, ids);
    const found = rulesBefore.find(({ kind, name }) => name === entry.name && kind === entry.kind);
    if (found) await alertRules.update(organizationId, found.id, values);
    else {
      const place = { workspaceId: null, teamId: null, source: 'config' } as const;
      await alertRules.create(organizationId, { ...values, ...place, kind: entry.kind });
    }
  }
  const kept = new Set(ids.values());
  for (const { id } of channelsBefore) if (!kept.has(id)) await alertChannels.remove(organizationId, id);
}

function channelValuesOf(entry: AlertChannelEntry) {
  const { enabled, name, quiet_hours: quiet = null } = entry;
  return { name, enabled, quiet, hint: hintOf(entry) };
}

function ruleValuesOf({ channels, enabled, kind, name, settings }: AlertRuleEntry, ids: ReadonlyMap<string, string>) {
  const read = readAlertSettings(kind, settings);
  if ('problem' in read)
    throw new Error(`settings of the rule that were checked have a problem: ${read.problem.field}`);
  const channelIds = [...new Set(channels.flatMap((channel) => ids.get(channel) ?? []))];
  return { name, enabled, settings: read.settings, channelIds };
}
