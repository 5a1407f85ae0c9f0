import { z } from 'zod';
import { httpUrl, port, secret, section, text } from './values.js';

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
/** One address, without a name before it. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9.-]{1,253}$/;

export const alertsSchema = section(
  {
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
