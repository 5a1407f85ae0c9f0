import type { AlertChannelSecrets, AlertDeliveryToSend, AlertMessage, AlertMessageItem } from '@multilane/persistence';
import type { MessageToPost } from '../webhooks/post-message.js';
import { signWebhook } from '../webhooks/sign-webhook.js';
import { startOf } from './alert-texts.js';

/** A delivery whose address is known. */
export type DeliveryWithAddress = AlertDeliveryToSend & { readonly secrets: AlertChannelSecrets };

export interface ChannelOptions {
  /** Address of PagerDuty's events, in place of those of its regions. */
  readonly pagerdutyUrl: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const JSON_TYPE = { 'content-type': 'application/json', 'user-agent': 'Multilane-Alerts/1' };
const PAGERDUTY = {
  us: 'https://events.pagerduty.com/v2/enqueue',
  eu: 'https://events.eu.pagerduty.com/v2/enqueue',
} as const;
/** PagerDuty takes 1,024 characters of a summary. */
const LONGEST_SUMMARY = 1_000;
/** Slack takes 3,000 characters of a section's text, and 50 blocks of a message. */
const LONGEST_SECTION = 2_900;

/** The requests that a delivery to a channel consists of; email has none. PagerDuty takes one alert in each. */
export function writeRequests(delivery: DeliveryWithAddress, options: ChannelOptions): readonly MessageToPost[] {
  const { channelKind, message, secrets } = delivery;
  const url = String(secrets.url);
  switch (channelKind) {
    case 'webhook':
      return [writeWebhook(delivery, url, options.now)];
    case 'slack':
      return [{ url, headers: JSON_TYPE, body: JSON.stringify(writeSlack(message)) }];
    case 'teams':
      return [{ url, headers: JSON_TYPE, body: JSON.stringify(writeTeams(message)) }];
    case 'pagerduty':
      return writePagerDuty(delivery, options);
    case 'email':
      return [];
  }
}

/** Standard Webhooks: receivers know an event that comes twice by its id. */
function writeWebhook(
  { createdAt, id, message, secrets }: DeliveryWithAddress,
  url: string,
  now: number,
): MessageToPost {
  const body = JSON.stringify({
    id: eventIdOf(id),
    object: 'event',
    type: `alert.${message.event}`,
    created_at: Math.floor(createdAt.getTime() / 1000),
    data: { object: 'alert.message', ...message },
  });
  const signed = signWebhook({ id: eventIdOf(id), timestamp: Math.floor(now / 1000), body }, [String(secrets.secret)]);
  return { url, headers: { ...JSON_TYPE, ...signed }, body };
}

export const eventIdOf = (deliveryId: string): string => `evt_${deliveryId.replaceAll('-', '')}`;

/** A message with blocks, and the text that notifications show. */
function writeSlack(message: AlertMessage): object {
  const sections = message.alerts.map((alert) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: cut(writeSlackAlert(alert), LONGEST_SECTION) },
  }));
  const more = moreOf(message);
  const foot = [more, message.link === null ? undefined : `<${escapeSlack(message.link)}|Open in Multilane>`];
  const context = foot.filter((text) => text !== undefined).map((text) => ({ type: 'mrkdwn', text }));
  return {
    text: escapeSlack(message.title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(message.title, 150), emoji: false } },
      ...sections,
      ...(context.length > 0 ? [{ type: 'context', elements: context }] : []),
    ],
  };
}

function writeSlackAlert({ lines, link, title }: AlertMessageItem): string {
  const head = link === null ? `*${escapeSlack(title)}*` : `*<${escapeSlack(link)}|${escapeSlack(title)}>*`;
  return [head, ...lines.map(escapeSlack)].join('\n');
}

/** Names of people's things must not become mentions or links. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '¦');

/** An adaptive card, as the workflow "When a Teams webhook request is received" takes it. */
function writeTeams(message: AlertMessage): object {
  const blocks = message.alerts.flatMap(({ lines, title }) => [
    { type: 'TextBlock', text: escapeMarkdown(title), weight: 'Bolder', wrap: true },
    ...lines.map((line) => ({ type: 'TextBlock', text: escapeMarkdown(line), wrap: true, spacing: 'None' })),
  ]);
  const more = moreOf(message);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            {
              type: 'TextBlock',
              size: 'Large',
              weight: 'Bolder',
              wrap: true,
              color: message.event === 'resolved' ? 'Good' : message.severity === 'critical' ? 'Attention' : 'Warning',
              text: escapeMarkdown(message.title),
            },
            ...blocks,
            ...(more === undefined ? [] : [{ type: 'TextBlock', text: more, wrap: true }]),
          ],
          actions:
            message.link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Multilane', url: message.link }],
        },
      },
    ],
  };
}

/** Adaptive cards read Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]()#+!~<>|]/g, '\\$&');

/** A test leaves no incident open. */
const ACTIONS = { firing: ['trigger'], resolved: ['resolve'], test: ['trigger', 'resolve'] } as const;

/** Events API v2: an alert is one incident by its key, whatever comes twice. */
function writePagerDuty({ message, secrets }: DeliveryWithAddress, { pagerdutyUrl }: ChannelOptions): MessageToPost[] {
  const region = secrets.region === 'eu' ? 'eu' : 'us';
  const url = pagerdutyUrl ?? PAGERDUTY[region];
  const isTrusted = pagerdutyUrl !== undefined;
  return message.alerts.flatMap((alert) => {
    const event = {
      routing_key: String(secrets.routing_key),
      dedup_key: alert.id,
      client: 'Multilane',
      ...(message.link !== null && { client_url: message.link }),
      ...(alert.link !== null && { links: [{ href: alert.link, text: 'Open in Multilane' }] }),
      payload: {
        summary: cut(alert.title, LONGEST_SUMMARY),
        source: `${message.rule.name}: ${alert.subject_name}`,
        severity: alert.severity,
        timestamp: alert.started_at,
        class: message.rule.kind,
        custom_details: { lines: alert.lines, value: alert.value, threshold: alert.threshold },
      },
    };
    return ACTIONS[message.event].map((action) => {
      return { url, headers: JSON_TYPE, body: JSON.stringify({ ...event, event_action: action }), isTrusted };
    });
  });
}

/** The text of an email. */
export function writeEmail(message: AlertMessage): { readonly subject: string; readonly text: string } {
  const parts = message.alerts.map(({ lines, link, title }) =>
    [title, ...lines.map((line) => `  ${line}`), ...(link === null ? [] : [`  ${link}`])].join('\n'),
  );
  const foot = [moreOf(message), `Rule: ${message.rule.name}`, message.link ?? undefined];
  return {
    subject: cut(message.title, 200),
    text: [...parts, foot.filter((line) => line !== undefined).join('\n')].join('\n\n'),
  };
}

const moreOf = ({ more }: AlertMessage): string | undefined =>
  more === 0 ? undefined : `${more} more alerts are in the console.`;

const cut = (text: string, most: number): string => (text.length > most ? `${startOf(text, most - 1)}…` : text);
