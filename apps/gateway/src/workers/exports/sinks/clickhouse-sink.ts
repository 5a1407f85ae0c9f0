import type { ExportSinkEntry } from '@multilane/config';
import type { ExportRecord } from '../export-record.js';
import { encodeBody } from './encode-body.js';
import { judgeStatus, post, type Sink, type SinkAnswer, type SinkWay } from './sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 'clickhouse' }>['config'];

/** Codes of ClickHouse (src/Common/ErrorCodes.cpp) that are the fault of a row, which its table does not take. */
const OF_ROWS: ReadonlySet<number> = new Set([6, 26, 27, 33, 38, 41, 53, 69, 70, 72, 117, 131, 349, 376, 467, 469]);
/** Those that an operator must mend: no such table, database, column or user, or no right to it. */
const OF_SETTINGS: ReadonlySet<number> = new Set([16, 36, 60, 62, 81, 164, 192, 193, 194, 291, 497, 516]);

/**
 * Rows for ClickHouse over its HTTP interface (clickhouse.com/docs/interfaces/http): `INSERT … FORMAT JSONEachRow`, one insert a batch. The id of the
 * batch is its `insert_deduplication_token`, so that a batch that comes again is there once: in tables that are replicated, and in others with
 * `non_replicated_deduplication_window` (clickhouse.com/docs, "Deduplicating inserts on retries").
 */
export function openClickHouseSink(settings: Settings, { send, timeoutMs }: SinkWay): Sink {
  const { database, gzip, password, table, username } = settings;
  const base = new URL(settings.url);
  return {
    async send({ id, records }) {
      const url = new URL(base);
      url.search = new URLSearchParams({
        query: `INSERT INTO \`${database}\`.\`${table}\` FORMAT JSONEachRow`,
        insert_deduplication_token: id,
        insert_deduplicate: '1',
        async_insert: '0',
        input_format_skip_unknown_fields: '1',
        date_time_input_format: 'best_effort',
        // The status of the answer is then that of the whole insert.
        wait_end_of_query: '1',
      }).toString();
      const { body, headers } = await encodeBody(records.map(writeRow).join('\n'), gzip);
      const answer = await post(send, {
        url: url.href,
        headers: {
          'content-type': 'application/x-ndjson',
          'x-clickhouse-user': username,
          ...(password !== undefined && { 'x-clickhouse-key': password }),
          ...headers,
        },
        body,
        timeoutMs,
      });
      return 'kind' in answer ? answer : judge(answer);
    },
  };
}

/** Objects become JSON in text, for columns of the type String. */
function writeRow(record: ExportRecord): string {
  const { details, payload, tags, ...fields } = record;
  const texts = { tags, details, payload };
  const written = Object.entries(texts).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify({
    ...fields,
    ...Object.fromEntries(written.map(([name, value]) => [name, JSON.stringify(value)])),
  });
}

function judge(answer: Parameters<typeof judgeStatus>[0]): SinkAnswer {
  const byStatus = judgeStatus(answer);
  const code = Number(answer.headers.get('x-clickhouse-exception-code') ?? Number.NaN);
  // An insert that fails after the head was sent says so in this header alone.
  if (!Number.isInteger(code) || code === 0) return byStatus;
  const reason = `ClickHouse answered ${answer.status}, code ${code}.`;
  if (OF_ROWS.has(code)) return { kind: 'records', reason };
  if (OF_SETTINGS.has(code)) return { kind: 'refused', reason };
  if (answer.status === 401 || answer.status === 403) return { kind: 'refused', reason };
  return { kind: 'away', reason };
}
