import { ALERT_RULE_KINDS, type AlertRuleKind, readAlertSettings } from '@multilane/contracts';
import type { ReportProblem } from '../file/fit-to-schema.js';
import { isMapping } from '../file/walk-schema.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** Fields of the address of each kind of channel. */
const ADDRESS_FIELDS: Readonly<Record<string, readonly string[]>> = {
  webhook: ['url', 'secret'],
  slack: ['url'],
  teams: ['url'],
  pagerduty: ['routing_key', 'region'],
  email: ['to'],
};
const OPTIONAL: ReadonlySet<string> = new Set(['region']);
const ALL_FIELDS = [...new Set(Object.values(ADDRESS_FIELDS).flat())];

/** Fields of each channel and settings of each rule must fit its kind, and channels of rules must exist. */
export const checkAlerts: CrossCheck = (config, report) => {
  const alerts = config.at('alerts');
  const channels = alerts.at('channels').items;
  for (const channel of channels) checkChannel(channel, alerts, report);
  const names = new Set(channels.flatMap((channel) => channel.at('name').text ?? []));
  for (const rule of alerts.at('rules').items) {
    checkSettings(rule, report);
    for (const name of rule.at('channels').items) {
      if (name.text !== undefined && !names.has(name.text)) report(name.path, 'is not the name of a channel');
    }
  }
};

function checkChannel(channel: ConfigNode, alerts: ConfigNode, report: ReportProblem): void {
  const kind = channel.at('kind').text ?? '';
  if (!Object.hasOwn(ADDRESS_FIELDS, kind)) return;
  const own = ADDRESS_FIELDS[kind] ?? [];
  for (const field of ALL_FIELDS) {
    const node = channel.at(field);
    if (node.exists && !own.includes(field)) report(node.path, `does not go with the kind ${kind}`);
    if (!node.exists && own.includes(field) && !OPTIONAL.has(field)) report(node.path, 'is required');
  }
  const url = channel.at('url');
  if (url.text !== undefined && !isHttps(url.text)) report(url.path, 'must be an http or https URL');
  const { from, to } = { from: channel.at('quiet_hours').at('from'), to: channel.at('quiet_hours').at('to') };
  if (from.exists && from.text === to.text) report(to.path, 'must differ from from');
  if (kind === 'email') checkRecipients(channel, alerts.at('smtp'), report);
}

/** Emails need a server, and go to its domains alone. */
function checkRecipients(channel: ConfigNode, smtp: ConfigNode, report: ReportProblem): void {
  if (!smtp.at('host').exists) report(channel.at('kind').path, 'needs alerts.smtp.host');
  const domains = smtp.at('recipient_domains').items.map(({ text }) => text);
  if (domains.length === 0) return;
  for (const { path, text = '' } of channel.at('to').items) {
    const domain = text.slice(text.lastIndexOf('@') + 1).toLowerCase();
    if (!domains.includes(domain)) report(path, 'is at a domain that alerts.smtp.recipient_domains does not have');
  }
}

function checkSettings(rule: ConfigNode, report: ReportProblem): void {
  const kind = rule.at('kind').text ?? '';
  if (!Object.hasOwn(ALERT_RULE_KINDS, kind)) return;
  const { value = {} } = rule.at('settings');
  if (!isMapping(value)) return;
  const read = readAlertSettings(kind as AlertRuleKind, value);
  if ('problem' in read) report(rule.at('settings').at(read.problem.field).path, read.problem.message);
}

function isHttps(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
