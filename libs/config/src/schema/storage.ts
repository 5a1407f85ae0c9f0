import { z } from 'zod';
import { isGuessableEncryptionKey } from './fields/is-guessable.js';
import { count, name, secret, section, urlOf } from './values.js';

export const databaseSchema = section(
  {
    url: urlOf('postgres', 'postgresql')
      .optional()
      .describe(
        'Address of PostgreSQL. Empty: no database. Teams, keys and models then come from this file, and each process counts budgets on its own.',
      ),
    listen_url: urlOf('postgres', 'postgresql')
      .optional()
      .describe('Direct address of the same PostgreSQL. Required if `database.url` is a transaction pooler.'),
  },
  'PostgreSQL.',
);

export const redisSchema = section(
  {
    url: urlOf('redis', 'rediss')
      .optional()
      .describe(
        'Address of Redis, or of one server of a Redis Cluster. Empty: no shared counters, and policy changes are ' +
          'announced through PostgreSQL.',
      ),
  },
  'Redis.',
);

export const encryptionSchema = section(
  {
    key: secret()
      .refine(areKeys, 'must be 32 bytes in base64 (44 characters), or several such keys separated by commas')
      .refine(
        // Only the key that encrypts: one that is only read with must stay possible, to replace it.
        (keys) => !areKeys(keys) || !isGuessableEncryptionKey(keys.split(',')[0]?.trim() ?? ''),
        'is not random: the first key is a repetition, a sequence or an example. Make one with `openssl rand -base64 32`',
      )
      .optional()
      .describe(
        'Encrypts stored provider credentials. Create one with `openssl rand -base64 32`. ' +
          'Several keys are separated by commas: the first encrypts, all of them decrypt.',
      ),
  },
  'Encryption at rest.',
);

export const auditSchema = section(
  {
    retention_days: count().default(90).describe('Days for which audit records are stored in the database.'),
    client_address: z
      .boolean()
      .default(true)
      .describe('Whether records contain the IP address of the caller, according to `server.trust_proxy`.'),
    capture_payloads: z
      .boolean()
      .default(false)
      .describe(
        'Whether the texts of requests and responses are also stored, encrypted and without the personal data that `pii` names. ' +
          'Requires a database and `encryption.key`.',
      ),
    payload_teams: z
      .array(name())
      .optional()
      .describe("Teams of the file's organization whose requests are stored. If left out: all teams."),
    payload_retention_days: count().default(7).describe('Days for which payloads are stored.'),
    payload_max_kb: z
      .int()
      .min(1)
      .max(1_024)
      .default(32)
      .describe('Maximum text of a request, and of a response, in KiB. Longer text is cut and marked.'),
    path: z
      .string()
      .optional()
      .describe(
        'NDJSON file to append records to. With a database, the file gets a copy of every record. ' +
          'Empty: standard output without a database, no copy with one.',
      ),
    spool_dir: z
      .string()
      .min(1)
      .default('.multilane/spool')
      .describe(
        'Folder in which records wait for the database, and notes of jobs that providers began to answer. Replicas can share it. Keep it across restarts.',
      ),
    spool_max_mb: count().default(1_024).describe('Maximum disk space of waiting records, in MiB.'),
  },
  'The audit log.',
);

function areKeys(value: string): boolean {
  return value.split(',').every((key) => isThirtyTwoBytesOfBase64(key.trim()));
}

function isThirtyTwoBytesOfBase64(value: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').toString('base64') === value;
}
