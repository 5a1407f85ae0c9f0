import { z } from 'zod';
import { secret, text } from './values.js';

/** A client asks one of the brokers for the others; more names are of no use. */
const MOST_BROKERS = 16;
const LONGEST_CERTIFICATE = 16_384;
/** A name, or an address of IPv4 or, in brackets, of IPv6, with a port. */
const BROKER = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})$/;

/** Settings of a sink of the kind `kafka`. */
export const kafkaSchema = () =>
  z
    .object({
      brokers: z
        .array(z.string().refine(isBroker, 'must be a host with a port, such as kafka.example.com:9093'))
        .min(1)
        .max(MOST_BROKERS)
        .describe('Brokers that are asked for the others, such as `kafka.example.com:9093`.'),
      topic: z
        .string()
        .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/, 'may have up to 249 letters, digits and ._-')
        .describe('Topic of the records. It must exist.'),
      key: z
        .enum(['organization', 'workspace', 'record'])
        .default('organization')
        .describe(
          'Key of a message: the id of the organization, the workspace or the record. Messages with the same key go to the same partition, in their order.',
        ),
      encoding: z.enum(['json', 'protobuf']).default('json').describe('Encoding of the messages.'),
      gzip: z.boolean().default(true).describe('Whether messages are compressed with gzip.'),
      tls: z.boolean().default(true).describe('Whether connections are encrypted.'),
      ca: text()
        .max(LONGEST_CERTIFICATE)
        .optional()
        .describe('Certificate authority of the brokers in PEM, trusted beside the usual ones.'),
      sasl_mechanism: z
        .enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])
        .optional()
        .describe('Mechanism of the login. If left out: no login.'),
      username: text().max(255).optional().describe('User name of the login.'),
      password: secret().max(1_024).optional().describe('Password of the login.'),
    })
    .superRefine(({ password, sasl_mechanism: mechanism, username }, context) => {
      for (const [field, value] of Object.entries({ username, password })) {
        if ((mechanism === undefined) === (value === undefined)) continue;
        const message = mechanism === undefined ? 'requires `sasl_mechanism`' : 'is required by `sasl_mechanism`';
        context.addIssue({ code: 'custom', path: [field], message });
      }
    })
    .describe('Settings of the kind.');

function isBroker(value: string): boolean {
  const port = Number(BROKER.exec(value)?.[1]);
  return port >= 1 && port <= 65_535;
}
