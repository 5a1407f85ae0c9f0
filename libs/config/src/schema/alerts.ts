import { ALERT_RULE_KINDS, type AlertRuleKind } from '@multilane/contracts';
import { z } from 'zod';
import { isTimeZone } from './budgets.js';
import { httpUrl, name, port, secret, section, text } from './values.js';

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
/** One address, without a name before it. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9.-]{1,253}$/;

const CHANNEL_KINDS = ['webhook', 'slack', 'teams', 'pagerduty', 'email'] as const;
const RULE_KINDS = Object.keys(ALERT_RULE_KINDS) as [AlertRuleKind, ...AlertRuleKind[]];

const clock = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00, in quotes');

const channelSchema = z.object({
  name: name(120).describe('Name of the channel.'),
  kind: z.enum(CHANNEL_KINDS).describe('Kind of the channel.'),
  url: secret().max(2_048).optional().describe('Address of a webhook, of Slack or of Teams.'),
  secret: secret()
    .regex(/^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/, 'must be `whsec_` and at least 24 bytes in base64')
    .optional()
    .describe('Secret that signs a webhook (Standard Webhooks).'),
  routing_key: secret()
    .regex(/^[A-Za-z0-9]{32}$/, 'must be 32 letters and digits')
    .optional()
    .describe('Integration key of PagerDuty.'),
  region: z.enum(['us', 'eu']).optional().describe('Service region of PagerDuty. Default: `us`.'),
  to: z
    .array(z.string().regex(ADDRESS, 'must be an email address'))
    .min(1)
    .max(20)
    .optional()
    .describe('Addresses of emails.'),
  quiet_hours: z
    .object({
      from: clock().describe('Begin, by the clock of the time zone.'),
      to: clock().describe('End. Before `from`: on the next day.'),
      timezone: z
        .string()
        .max(64)
        .refine(isTimeZone, 'must be the name of an IANA time zone such as Europe/Berlin')
        .describe('IANA time zone.'),
    })
    .optional()
    .describe('Hours in which messages wait.'),
  enabled: z.boolean().default(true).describe('If false: no message is sent.'),
});

const ruleSchema = z.object({
  name: name(120).describe('Name of the rule.'),
  kind: z.enum(RULE_KINDS).describe('Condition that the rule watches.'),
  settings: z
    .record(
      z.string().max(64),
      z.union([z.number(), z.boolean(), z.string().max(200), z.array(z.number()).max(10), z.null()]),
    )
    .default({})
    .describe('Settings of the kind. Settings that are left out take their defaults.'),
  channels: z.array(name(120)).max(10).default([]).describe('Names of the channels that get its messages.'),
  enabled: z.boolean().default(true).describe('If false: the rule is not evaluated.'),
});

export const alertsSchema = section(
  {
    channels: z
      .array(channelSchema)
      .max(20)
      .default([])
      .describe(
        'Channels of the organization that alerts are sent to. Addresses and secrets stay in the configuration.',
      ),
    rules: z.array(ruleSchema).max(50).default([]).describe('Rules of the organization.'),
    smtp: section(
      {
        host: text().max(253).optional().describe('Name of the SMTP server. If left out: no alert is sent by email.'),
        port: port().default(587).describe('Port of the SMTP server.'),
        security: z
          .enum(['starttls', 'tls', 'none'])
          .default('starttls')
          .describe(
            'Encryption: `starttls` sends nothing to a server that does not offer it, `tls` is encrypted from the first byte, `none` is for servers on the same machine.',
          ),
        username: text().optional().describe('User name at the SMTP server. If left out: no sign-in.'),
        password: secret().optional().describe('Password at the SMTP server.'),
        from: z
          .string()
          .regex(ADDRESS, 'must be an email address')
          .optional()
          .describe('Sender of the emails, such as `multilane@example.com`. Required with `host`.'),
        recipient_domains: z
          .array(z.string().regex(DOMAIN, 'must be a domain in lower case, such as example.com'))
          .max(100)
          .default([])
          .describe('Domains that emails may go to. Empty: any.'),
      },
      'Email.',
    ),
    pagerduty_url: httpUrl()
      .optional()
      .describe("Address that events for PagerDuty go to, such as that of a proxy. If left out: PagerDuty's own."),
  },
  'Sending of alerts. See docs/alerts.md.',
);
