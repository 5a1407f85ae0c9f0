import { readRows, runOn } from '@multilane/sql';
import { Client } from 'pg';
import { codeOf } from '../read-file.js';
import { bad, doubtful, type Finding, good, LIMIT_MS, MOST_SKEW_MS } from './finding.js';

const SUBJECT = 'PostgreSQL';

/** The oldest release that is tested, as `server_version_num` has it. */
const OLDEST = 150_000;

interface Answer {
  readonly version: number;
  readonly now: string;
  readonly read_only: boolean;
  readonly may_create: boolean | null;
}

const QUESTION = `
SELECT current_setting('server_version_num')::int AS version,
  extract(epoch FROM clock_timestamp()) * 1000 AS now,
  pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS read_only,
  has_schema_privilege(current_schema(), 'CREATE') AS may_create`;

export async function examineDatabase(url: string): Promise<Finding[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS });
  // The connection may break between two calls; the next call says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const before = Date.now();
    const types = { version: 'integer', now: 'numeric', read_only: 'boolean', may_create: 'boolean?' } as const;
    const [answer] = await readRows<Answer>(runOn(client), types, QUESTION);
    return answer === undefined ? [] : judge(answer, (before + Date.now()) / 2);
  } catch (error) {
    return [describeProblem(error)];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @param now milliseconds since the epoch, by the clock of this machine */
export function judge(
  { version, now: there, read_only: isReadOnly, may_create: mayCreate }: Answer,
  now: number,
): Finding[] {
  const findings: Finding[] = [];
  if (version < OLDEST) {
    findings.push(
      bad(
        'database_old',
        SUBJECT,
        `It is release ${Math.floor(version / 10_000)}.`,
        'Upgrade it to release 15 or newer.',
      ),
    );
  }
  if (isReadOnly) {
    findings.push(
      bad('database_read_only', SUBJECT, 'It takes no changes.', 'Name the primary in DATABASE_URL, not a replica.'),
    );
  } else if (mayCreate === false) {
    findings.push(
      bad(
        'database_permissions',
        SUBJECT,
        'The account may create no tables.',
        'Run as its owner: GRANT CREATE ON SCHEMA public TO <account>.',
      ),
    );
  }
  if (Math.abs(Number(there) - now) > MOST_SKEW_MS) {
    findings.push(
      doubtful(
        'database_clock',
        'Clock',
        'The clocks of this machine and of PostgreSQL differ by more than 5 seconds.',
        'Synchronize both with NTP.',
      ),
    );
  }
  return findings.length > 0 ? findings : [good(SUBJECT, 'It answers, and the account may create tables.')];
}

/** The message never quotes the address, which may hold a password. */
function describeProblem(error: unknown): Finding {
  const code = codeOf(error);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return bad(
        'database_dns',
        SUBJECT,
        'The name of its host has no address.',
        'Check the host in DATABASE_URL and the DNS of this machine.',
      );
    case 'ECONNREFUSED':
      return bad(
        'database_refused',
        SUBJECT,
        'Nothing listens at its address.',
        'Start it, or check the port in DATABASE_URL.',
      );
    case '28P01':
    case '28000':
      return bad(
        'database_password',
        SUBJECT,
        'It rejects the account or the password.',
        'Check both in DATABASE_URL. Special characters in a password are percent-encoded.',
      );
    case '3D000':
      return bad('database_missing', SUBJECT, 'The database does not exist.', 'Run: createdb <name>');
    default:
      return bad(
        'database_unreachable',
        SUBJECT,
        `It cannot be reached (${code}).`,
        'Check DATABASE_URL and the firewall in between.',
      );
  }
}
