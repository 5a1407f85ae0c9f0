import { z } from 'zod';
import { isGuessableEncryptionKey } from './is-guessable.js';
import { count, name, secret, section, urlOf } from './values.js';

export const databaseSchema = section(
  {
    url: urlOf('postgres', 'postgresql')
      .optional()
      .describe('Postgres. Empty: no database; teams, keys and models come from this file, budgets count per process.'),
    listen_url: urlOf('postgres', 'postgresql')
      .optional()
      .describe('Direct address of the same Postgres, needed where `database.url` is a transaction pooler.'),
  },
  'Postgres.',
);

export const redisSchema = section(
  {
    url: urlOf('redis', 'rediss')
      .optional()
      .describe(
        'Redis, or one server of a Redis Cluster, whose others are found. Empty: no shared counters, and changes of ' +
          'policy travel through Postgres.',
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
        'Encrypts stored provider credentials. Make one with `openssl rand -base64 32`. ' +
          'Several, separated by commas: the first encrypts, all of them decrypt.',
      ),
  },
  'Encryption at rest.',
);

export const auditSchema = section(
  {
    retention_days: count().default(90).describe('How long audit records are kept in the database.'),
    client_address: z
      .boolean()
      .default(true)
      .describe('Whether records hold the IP address of the caller, as `server.trust_proxy` finds it.'),
    capture_payloads: z
      .boolean()
      .default(false)
      .describe(
        'Whether requests and answers are stored beside the records, without the personal data that `pii` names, and encrypted. ' +
          'Needs a database and `encryption.key`.',
      ),
    payload_teams: z
      .array(name())
      .optional()
      .describe("Teams of the file's organization whose requests are stored. Left out: all of them."),
    payload_retention_days: count().default(7).describe('How long they are kept.'),
    payload_max_kb: z
      .int()
      .min(1)
      .max(1_024)
      .default(32)
      .describe('Most text of a request, and of an answer, in KiB; what is longer is cut, with a mark.'),
    path: z
      .string()
      .optional()
      .describe(
        'NDJSON file to append records to; beside a database, a copy of what goes there. ' +
          'Empty: standard output where there is no database, else no copy.',
      ),
    spool_dir: z
      .string()
      .min(1)
      .default('.multilane/spool')
      .describe('Folder in which records wait for the database. Replicas may share it; keep it over restarts.'),
    spool_max_mb: count().default(1_024).describe('Most of the disk that waiting records may take, in MiB.'),
  },
  'The audit log.',
);

function areKeys(value: string): boolean {
  return value.split(',').every((key) => isThirtyTwoBytesOfBase64(key.trim()));
}

function isThirtyTwoBytesOfBase64(value: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').toString('base64') === value;
}
