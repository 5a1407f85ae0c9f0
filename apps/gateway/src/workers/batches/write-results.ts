import { parseBoundedJson } from '@multilane/contracts';
import type { BatchRecord, Database, ObjectOwner, StoredFileRecord } from '@multilane/persistence';
import type { StoredFiles, StoredFileWriter } from '../../database/stored-files.js';
import { type BatchDetails, nameBatch } from './describe-batch.js';

/** The names of the files that were written; those without a line are not there. */
export interface BatchResults {
  readonly outputFileId: string | undefined;
  readonly errorFileId: string | undefined;
  /** True if there are lines that have not begun. */
  readonly hasUnstarted: boolean;
}

/** Errors of lines that have not begun. */
const UNSTARTED = {
  cancelled: { code: 'batch_cancelled', message: 'The batch was cancelled before this request began.' },
  expired: {
    code: 'batch_expired',
    message: 'This request could not be executed before the completion window expired.',
  },
} as const;

/** Lines are read in pages of about this many bytes. */
const PAGE_BYTES = 2 * 1024 * 1024;
const FIRST_PAGE = 8;
const LARGEST_PAGE = 500;

/**
 * Writes what came of the lines of a batch, in their order, as the files that its owner fetches
 * (docs/contract/batches.md#results). They are discarded where that fails.
 *
 * @param unstarted why lines have not begun that have not
 */
export async function writeResults(
  batch: BatchRecord,
  lines: Pick<Database['batchLines'], 'read'>,
  files: StoredFiles,
  unstarted: keyof typeof UNSTARTED,
  customIdOf: (request: string) => string,
): Promise<BatchResults> {
  const output = new ResultFile(batch, files, 'output');
  const errors = new ResultFile(batch, files, 'error');
  let hasUnstarted = false;
  try {
    for (let after = 0, limit = FIRST_PAGE; ; ) {
      const page = await lines.read(batch.id, after, limit);
      let bytes = 0;
      for (const { line, request, result, status } of page) {
        const text = result ?? writeLine(batch.id, line, customIdOf(request), null, UNSTARTED[unstarted]);
        hasUnstarted ||= result === undefined;
        bytes += text.length;
        await (status === 'completed' ? output : errors).write(text);
        after = line;
      }
      if (page.length < limit) break;
      limit = bytes < PAGE_BYTES / 2 ? Math.min(limit * 2, LARGEST_PAGE) : Math.max(1, Math.floor(limit / 2));
    }
    const outputFileId = (await output.finish())?.id;
    return { outputFileId, errorFileId: (await errors.finish())?.id, hasUnstarted };
  } catch (error) {
    await output.discard();
    await errors.discard();
    throw error;
  }
}

/** One line of a result, as the reference writes it. `body` is JSON already. */
export function writeLine(
  batchId: string,
  line: number,
  customId: string,
  response: { readonly status: number; readonly requestId: string; readonly body: string } | null,
  error: { readonly code: string; readonly message: string } | null,
): string {
  const id = `batch_req_${batchId.replaceAll('-', '')}_${line}`;
  const answer =
    response === null
      ? 'null'
      : `{"status_code":${response.status},"request_id":${JSON.stringify(response.requestId)},"body":${response.body}}`;
  return `{"id":"${id}","custom_id":${JSON.stringify(customId)},"response":${answer},"error":${JSON.stringify(error)}}`;
}

/** A file that is there only where it has a line. */
class ResultFile {
  private writer: StoredFileWriter | undefined = undefined;

  constructor(
    private readonly batch: BatchRecord,
    private readonly files: StoredFiles,
    private readonly what: 'output' | 'error',
  ) {}

  async write(line: string): Promise<void> {
    const { batch, files, what } = this;
    const owner: ObjectOwner = { organizationId: batch.organizationId, owner: batch.owner };
    if (this.writer === undefined) {
      const { outputSeconds } = parseBoundedJson(batch.details) as BatchDetails;
      this.writer = await files.write(owner, 'batch_output', `${nameBatch(batch.id)}_${what}.jsonl`, outputSeconds);
    }
    await this.writer.write(Buffer.from(`${line}\n`));
  }

  async finish(): Promise<StoredFileRecord | undefined> {
    return this.writer?.finish();
  }

  async discard(): Promise<void> {
    await this.writer?.discard();
  }
}
