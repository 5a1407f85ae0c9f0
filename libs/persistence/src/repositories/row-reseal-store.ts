import { agentInputOf, agentOutputOf, agentStepOf } from '../agents/agent-run-rows.js';
import { answerOf, requestOf as jobRequestOf } from '../background/async-job-store.js';
import { requestOf as lineRequestOf, resultOf } from '../background/batch-line-store.js';
import { detailsOf } from '../background/batch-store.js';
import { pieceOf, transcriptOf } from '../background/knowledge-store.js';
import { SealedStore } from '../background/sealed-store.js';
import { chunkOf, nameOf } from '../background/stored-file-store.js';
import { payloadOf, urlOf } from '../background/webhook-delivery-store.js';
import { evalResultOf } from '../evals/eval-run-rows.js';
import { suiteWebhookOf } from '../evals/eval-schedule-store.js';
import { begunOf, codeOf, tokensOf } from '../mcp/mcp-connection-store.js';
import { eventOf } from '../runs/run-event-store.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';
import type { ResealedBatch } from '../secrets/upstream-secrets.js';
import { readRows } from '../statements/statement.js';
import { runPart, stepPart } from '../workflows/run-columns.js';
import { alertChannelOf } from './alert-channels.js';
import { caseOf } from './eval-datasets.js';
import { secondFactorOf } from './identities/second-factors.js';
import { ssoSecretOf } from './identities/sso-settings.js';
import { tenantExportOf } from './tenant-exports.js';
import { hookOf } from './workflows.js';

/** Sealing purpose of a column, from the row's key. */
type Purpose = (...key: string[]) => string;

/** A table with sealed columns. */
interface SealedTable {
  readonly table: string;
  /** The primary key, with the types of its columns. */
  readonly key: readonly (readonly [column: string, type: 'uuid' | 'integer' | 'bigint'])[];
  readonly texts?: Readonly<Record<string, Purpose>>;
  readonly bytes?: Readonly<Record<string, Purpose>>;
}

const ID = [['id', 'uuid']] as const;

/**
 * Every table whose rows are sealed one by one, but for secrets of providers, policies, workspaces and servers, whose changes are in the
 * audit trail, for conversations, and for payloads of the audit log, which keep their key.
 */
const TABLES: readonly SealedTable[] = [
  {
    table: 'users',
    key: ID,
    texts: { second_factor_sealed: secondFactorOf, second_factor_begun_sealed: secondFactorOf },
  },
  { table: 'sso_settings', key: ID, texts: { client_secret_sealed: ssoSecretOf } },
  { table: 'workflows', key: ID, texts: { hook_secrets_sealed: hookOf } },
  {
    table: 'workflow_runs',
    key: ID,
    texts: {
      input_sealed: (id = '') => runPart(id, 'input'),
      output_sealed: (id = '') => runPart(id, 'output'),
      error_sealed: (id = '') => runPart(id, 'error'),
    },
  },
  {
    table: 'workflow_steps',
    key: ID,
    texts: {
      input_sealed: (id = '') => stepPart(id, 'input'),
      output_sealed: (id = '') => stepPart(id, 'output'),
      error_sealed: (id = '') => stepPart(id, 'error'),
    },
  },
  { table: 'agent_runs', key: ID, texts: { input_sealed: agentInputOf, output_sealed: agentOutputOf } },
  {
    table: 'agent_run_steps',
    key: [
      ['run_id', 'uuid'],
      ['position', 'integer'],
    ],
    texts: {
      content_sealed: (id = '', position) => agentStepOf(id, Number(position)),
      result_sealed: (id = '', position) => agentStepOf(id, Number(position)),
    },
  },
  {
    table: 'run_events',
    key: [
      ['run_id', 'uuid'],
      ['seq', 'bigint'],
    ],
    texts: { sealed: eventOf },
  },
  {
    table: 'eval_cases',
    key: [
      ['dataset_id', 'uuid'],
      ['version', 'integer'],
      ['position', 'integer'],
    ],
    texts: { content_sealed: (id = '', version, position) => caseOf(id, Number(version), Number(position)) },
  },
  { table: 'eval_suites', key: ID, texts: { webhook_sealed: suiteWebhookOf } },
  {
    table: 'eval_results',
    key: [
      ['run_id', 'uuid'],
      ['target', 'integer'],
      ['position', 'integer'],
      ['repeat', 'integer'],
    ],
    texts: {
      content_sealed: (id = '', target, position, repeat) =>
        evalResultOf(id, Number(target), Number(position), Number(repeat)),
    },
  },
  { table: 'alert_channels', key: ID, texts: { sealed: alertChannelOf } },
  { table: 'exports', key: ID, texts: { sealed: tenantExportOf } },
  { table: 'async_jobs', key: ID, texts: { request_sealed: jobRequestOf, result_sealed: answerOf } },
  { table: 'webhook_deliveries', key: ID, texts: { url_sealed: urlOf, payload_sealed: payloadOf } },
  { table: 'batches', key: ID, texts: { details_sealed: detailsOf } },
  {
    table: 'batch_lines',
    key: [
      ['batch_id', 'uuid'],
      ['line', 'integer'],
    ],
    texts: {
      request_sealed: (id = '', line) => lineRequestOf(id, Number(line)),
      result_sealed: (id = '', line) => resultOf(id, Number(line)),
    },
  },
  {
    table: 'mcp_connections',
    key: ID,
    texts: { begun_sealed: begunOf, code_sealed: codeOf, tokens_sealed: tokensOf },
  },
  { table: 'stored_files', key: ID, texts: { name_sealed: nameOf } },
  {
    table: 'stored_file_chunks',
    key: [
      ['file_id', 'uuid'],
      ['position', 'integer'],
    ],
    bytes: { sealed: (id = '', position) => chunkOf(id, Number(position)) },
  },
  { table: 'knowledge_transcripts', key: [['document_id', 'uuid']], texts: { sealed: transcriptOf } },
  {
    table: 'knowledge_file_pieces',
    key: [
      ['document_id', 'uuid'],
      ['position', 'integer'],
    ],
    bytes: { sealed: (id = '', position) => pieceOf(id, Number(position)) },
  },
];

/** Seals rows with the key that seals now, for the command `keys reseal`. */
export class RowResealStore extends SealedStore {
  protected readonly contents = 'stored records';

  /**
   * Seals some rows that are not sealed with that key yet, of whatever tenant and table: each in a transaction of its own. One that does
   * not open keeps no other from it.
   *
   * @param limit How many at most.
   * @param after What the batch before returned as `last`; undefined for the first one.
   * @throws SecretBoxError without an encryption key
   */
  async reseal(limit: number, after?: string): Promise<ResealedBatch> {
    const box = this.boxOrThrow();
    const [first, key] = after === undefined ? [0] : (JSON.parse(after) as [number, string[]]);
    for (const [index, table] of TABLES.entries()) {
      if (index < first) continue;
      const keys = await this.findOld(table, box.keyId, limit, index === first ? key : undefined);
      if (keys.length === 0) continue;
      const failed: ResealedBatch['failed'][number][] = [];
      for (const each of keys) {
        try {
          await this.resealOne(table, box, each);
        } catch (error) {
          if (!(error instanceof SecretBoxError)) throw error;
          failed.push({ id: `${table.table} ${each.join(' ')}`, problem: error.message });
        }
      }
      return { resealed: keys.length - failed.length, failed, last: JSON.stringify([index, keys.at(-1)]) };
    }
    return { resealed: 0, failed: [], last: undefined };
  }

  private async findOld(
    table: SealedTable,
    keyId: string,
    limit: number,
    after?: readonly string[],
  ): Promise<string[][]> {
    const columns = table.key.map(([column]) => column).join(', ');
    const conditions = [
      ...Object.keys(table.texts ?? {}).map((column) => `${column} NOT LIKE 'v1.' || $1 || '.%'`),
      // Bytes begin with their version and the id of their key (SecretBox.sealBytes).
      ...Object.keys(table.bytes ?? {}).map((column) => `encode(substring(${column} FROM 2 FOR 4), 'hex') <> $1`),
    ];
    const places = table.key.map(([, type], at) => `$${at + 3}::text::${type}`).join(', ');
    const types = Object.fromEntries(table.key.map(([column]) => [column, 'text' as const]));
    const rows = await readRows<Record<string, string>>(
      this.access,
      types,
      `SELECT ${table.key.map(([column]) => `${column}::text AS "${column}"`).join(', ')} FROM ${table.table}
        WHERE (${conditions.join(' OR ')}) ${after === undefined ? '' : `AND (${columns}) > (${places})`}
        ORDER BY ${table.key.map(([column]) => `${table.table}.${column}`).join(', ')} LIMIT $2`,
      [keyId, limit, ...(after ?? [])],
    );
    return rows.map((row) => table.key.map(([column]) => row[column] ?? ''));
  }

  private resealOne(table: SealedTable, box: SecretBox, key: readonly string[]): Promise<void> {
    const texts = Object.entries(table.texts ?? {});
    const bytes = Object.entries(table.bytes ?? {});
    const columns = [...texts, ...bytes].map(([column]) => column);
    const ofRow = table.key.map(([column, type], at) => `${column} = $${at + 1}::text::${type}`).join(' AND ');
    return this.access.transaction(async (manager) => {
      const types = [...texts.map(([column]) => [column, 'text?']), ...bytes.map(([column]) => [column, 'bytea?'])];
      const [row] = await readRows<Record<string, string | Uint8Array | null>>(
        manager,
        Object.fromEntries(types),
        `SELECT ${columns.join(', ')} FROM ${table.table} WHERE ${ofRow} FOR UPDATE`,
        [...key],
      );
      // Deleted in the meantime.
      if (row === undefined) return;
      const sealed = [
        ...texts.map(([column, purpose]) => {
          const text = row[column];
          return typeof text === 'string' ? box.reseal(text, purpose(...key)) : null;
        }),
        ...bytes.map(([column, purpose]) => {
          const old = row[column];
          return old instanceof Uint8Array ? resealBytes(box, old, purpose(...key)) : null;
        }),
      ];
      const assignments = columns.map((column, at) => `${column} = $${key.length + at + 1}`).join(', ');
      await readRows(manager, {}, `UPDATE ${table.table} SET ${assignments} WHERE ${ofRow}`, [...key, ...sealed]);
    });
  }
}

function resealBytes(box: SecretBox, { buffer, byteLength, byteOffset }: Uint8Array, purpose: string): Buffer {
  return box.sealBytes(box.openBytes(Buffer.from(buffer, byteOffset, byteLength), purpose), purpose);
}
