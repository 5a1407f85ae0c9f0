import { setImmediate as nextTurn } from 'node:timers/promises';
import { GatewayError } from '@multilane/errors';
import type { BatchLineToRun, ObjectOwner } from '@multilane/persistence';
import { isStoredFileId } from '../../database/stored-file-id.js';
import { checkRequest } from '../../pipeline/check-request.js';
import type { Admission } from '../../recording/request-parts.js';
import { CollectingSink } from '../collecting-sink.js';
import type { BatchContext, BatchServices } from './batch-context.js';
import type { BatchError } from './describe-batch.js';
import { NativeCandidate } from './native-candidate.js';
import { readLine } from './read-line.js';
import { type FileLine, readLines } from './read-lines.js';
import { readProviderFile } from './read-provider-file.js';

/** Lines of a valid batch, or the errors of an invalid one. */
export type Validated =
  | { readonly errors: readonly BatchError[] }
  | {
      readonly errors: undefined;
      readonly totalLines: number;
      readonly model: string | null;
      readonly providerModel: string | null;
    };

/** At most this many problems are reported; lines after them are not read. */
const MOST_ERRORS = 100;

/** Lines are stored so many at a time, or so many characters. */
const LINES_AT_ONCE = 200;
const CHARACTERS_AT_ONCE = 1024 * 1024;

/** Others get a turn after so long, in milliseconds. */
const TURN_MS = 10;

const MIB = 1024 * 1024;

/**
 * Reads the input file line by line, checks each one as its endpoint would, and stores them (docs/contract/batches.md#validation).
 * Resolves to undefined where the batch is another worker's. Rejects where that cannot be done now.
 */
export async function validateBatch(context: BatchContext, parts: BatchServices): Promise<Validated | undefined> {
  const { batch, hold } = context;
  const admission = await admit(context);
  if (admission instanceof GatewayError) return fail(toBatchError(admission, null));
  const owner: ObjectOwner = { organizationId: batch.organizationId, owner: batch.owner };
  const bytes = await openInput(owner, batch.inputFileId, admission, parts);
  if (bytes === undefined) {
    return fail({
      code: 'input_file_not_found',
      line: null,
      message: 'The input file is gone.',
      param: 'input_file_id',
    });
  }
  await parts.database.batchLines.clear(hold);
  return new Validation(context, parts, admission).run(bytes);
}

/** One reading of an input file. */
class Validation {
  private readonly ids = new Set<string>();
  private readonly models = new Set<string>();
  private readonly errors: BatchError[] = [];
  private pending: BatchLineToRun[] = [];
  private pendingCharacters = 0;
  private totalBytes = 0;
  private readonly native: NativeCandidate;

  constructor(
    private readonly context: BatchContext,
    private readonly parts: BatchServices,
    private readonly admission: Admission,
  ) {
    this.native = new NativeCandidate(parts.settings().native);
  }

  async run(bytes: AsyncIterable<Uint8Array>): Promise<Validated | undefined> {
    const { errors, ids, models } = this;
    let turnBegan = performance.now();
    for await (const line of readLines(bytes, this.parts.settings().max_line_mb * MIB)) {
      this.totalBytes += line.bytes.length;
      const excess = this.findExcess(line);
      if (excess !== undefined) {
        errors.push(excess);
        break;
      }
      await this.check(line);
      if (errors.length >= MOST_ERRORS) break;
      if (this.isFull && !(await this.store())) return undefined;
      if (performance.now() - turnBegan > TURN_MS) {
        await nextTurn();
        turnBegan = performance.now();
      }
    }
    if (errors.length > 0) return { errors };
    if (ids.size === 0) {
      return fail({ code: 'empty_file', line: null, message: 'The input file has no lines.', param: null });
    }
    if (!(await this.store())) return undefined;
    const [model] = models.size === 1 ? models : [];
    return { errors: undefined, totalLines: ids.size, model: model || null, providerModel: this.native.model };
  }

  /** Error that makes it useless to read the rest of the file. */
  private findExcess({ line }: FileLine): BatchError | undefined {
    const { max_file_mb: maxFile, max_lines: maxLines } = this.parts.settings();
    if (this.totalBytes > maxFile * MIB) {
      return { code: 'payload_too_large', line, message: `The file is larger than ${maxFile} MiB.`, param: null };
    }
    if (this.ids.size < maxLines) return undefined;
    return { code: 'too_many_lines', line, message: `A batch has at most ${maxLines} requests.`, param: null };
  }

  private async check({ bytes, isTooLong, line }: FileLine): Promise<void> {
    try {
      if (isTooLong) {
        const message = `The line is longer than ${this.parts.settings().max_line_mb} MiB.`;
        throw new GatewayError('payload_too_large', { message });
      }
      await this.checkRequest(bytes, line);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status >= 500) throw error;
      this.errors.push(toBatchError(error, line));
      return;
    }
    // A batch that fails stores no further lines.
    if (this.errors.length > 0) return;
    this.pending.push({ line, request: bytes.toString('utf8') });
    this.pendingCharacters += bytes.length;
  }

  private async checkRequest(bytes: Buffer, line: number): Promise<void> {
    const { admission, context, ids, models, parts } = this;
    const { body, customId } = readLine(bytes, context.batch.endpoint);
    if (ids.has(customId)) {
      throw new GatewayError('invalid_value', {
        param: 'custom_id',
        message: '`custom_id` occurs on an earlier line. It must be unique in the file.',
      });
    }
    ids.add(customId);
    const request = context.requestOf(`${context.batch.id}-${line}`, admission, bytes.length);
    const { services } = parts;
    const asking = { admission, body, request, services, sink: new CollectingSink() };
    const checked = await checkRequest(context.endpoint, asking);
    models.add(checked.asked.validated.model ?? '');
    this.native.add(checked);
  }

  private get isFull(): boolean {
    return this.pending.length >= LINES_AT_ONCE || this.pendingCharacters > CHARACTERS_AT_ONCE;
  }

  /** False where the batch is another worker's. */
  private async store(): Promise<boolean> {
    const lines = this.pending;
    this.pending = [];
    this.pendingCharacters = 0;
    return lines.length === 0 || this.parts.database.batchLines.add(this.context.hold, lines);
  }
}

async function admit(context: BatchContext): Promise<Admission | GatewayError> {
  try {
    return await context.admit();
  } catch (error) {
    if (error instanceof GatewayError && error.status < 500) return error;
    throw error;
  }
}

async function openInput(
  owner: ObjectOwner,
  id: string,
  admission: Admission,
  { files, services }: Pick<BatchServices, 'files' | 'services'>,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  if (!isStoredFileId(id)) return readProviderFile(owner, id, admission, services);
  const file = await files.find(owner, id);
  return file && files.read(file);
}

function fail(error: BatchError): Validated {
  return { errors: [error] };
}

/** The body of a line is the request: its fields are named from there. */
export function toBatchError({ code, message, param }: GatewayError, line: number | null): BatchError {
  const isOwn = param === undefined || line === null || /^(body|custom_id|method|url)\b/.test(param);
  return { code, line, message, param: isOwn ? (param ?? null) : `body.${param}` };
}
