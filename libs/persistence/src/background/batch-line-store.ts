import type { BatchHold, BatchLineEnd, BatchLineRecord, BatchLineToRun } from '../records/batch.js';
import { command, statement } from '../statements/statement.js';
import { SealedStore } from './sealed-store.js';

interface Row {
  readonly line: number;
  readonly status: BatchLineRecord['status'];
  readonly requestSealed: string;
  readonly resultSealed: string | null;
}

/** A line belongs to the worker whose fence it has; the batch's own fence says who may take lines. */
const HELD = 'batch_id = $1 AND fence = $2 AND line = $3';

const ADD = command(`WITH held AS (SELECT id FROM batches WHERE id = $1 AND fence = $2), added AS (
     INSERT INTO batch_lines (batch_id, line, request_sealed)
     SELECT held.id, given.line, given.request FROM held, unnest($3::int[], $4::text[]) AS given (line, request))
   SELECT 1 FROM held`);
const CLEAR = command(`DELETE FROM batch_lines WHERE batch_id = $1
   AND EXISTS (SELECT 1 FROM batches WHERE id = $1 AND fence = $2 AND status = 'validating')`);
const HAS_RUNNING = command(
  "SELECT 1 FROM batch_lines WHERE batch_id = $1 AND fence < $2 AND status = 'running' LIMIT 1",
);
const PUT_RUNNING_BACK = command(`UPDATE batch_lines SET status = 'pending', fence = $2
   WHERE batch_id = $1 AND fence < $2 AND status = 'running' AND NOT has_answer`);
const RECOVER = statement(
  { line: 'integer', requestSealed: 'text' },
  `WITH found AS (UPDATE batch_lines SET fence = $2 WHERE batch_id = $1 AND fence < $2 AND status = 'running'
     RETURNING line, request_sealed)
   SELECT line, request_sealed AS "requestSealed" FROM found ORDER BY line`,
);
const TAKE = statement(
  { line: 'integer', requestSealed: 'text' },
  `WITH next AS (
     SELECT batch_lines.line FROM batch_lines JOIN batches ON batches.id = batch_lines.batch_id
      WHERE batch_id = $1 AND batches.fence = $2 AND batches.status = 'in_progress' AND batch_lines.status = 'pending'
      ORDER BY line LIMIT $3
   ), claimed AS (
     UPDATE batch_lines SET status = 'running', fence = $2 FROM next
      WHERE batch_lines.batch_id = $1 AND batch_lines.line = next.line AND batch_lines.status = 'pending'
      RETURNING batch_lines.line, batch_lines.request_sealed
   )
   SELECT line, request_sealed AS "requestSealed" FROM claimed ORDER BY line`,
);
const NOTE_ANSWER = command(`UPDATE batch_lines SET has_answer = true WHERE ${HELD} AND status = 'running'`);
const PUT_BACK = command(
  `UPDATE batch_lines SET status = 'pending' WHERE ${HELD} AND status = 'running' AND NOT has_answer`,
);
const FINISH = command(`UPDATE batch_lines SET status = $4, result_sealed = $5, prompt_tokens = $6, cached_tokens = $7,
         completion_tokens = $8, reasoning_tokens = $9
   WHERE ${HELD} AND status = 'running'`);
const SETTLE =
  command(`UPDATE batch_lines SET status = 'running', fence = $2 WHERE batch_id = $1 AND line = $3 AND status <> 'completed'
   AND status <> 'failed' AND EXISTS (SELECT 1 FROM batches WHERE id = $1 AND fence = $2)`);
const FIND_OPEN = statement(
  { line: 'integer', requestSealed: 'text' },
  `SELECT line, request_sealed AS "requestSealed" FROM batch_lines
   WHERE batch_id = $1 AND line = $2 AND status IN ('pending', 'running')`,
);
const READ = statement<Row>(
  { line: 'integer', status: 'text', requestSealed: 'text', resultSealed: 'text?' },
  `SELECT line, status, request_sealed AS "requestSealed", result_sealed AS "resultSealed"
   FROM batch_lines WHERE batch_id = $1 AND line > $2 ORDER BY line LIMIT $3`,
);

/** The requests of batches that have not ended, one a line. Requests and results are sealed. */
export class BatchLineStore extends SealedStore {
  protected readonly contents = 'batches';

  /** Stores lines while the batch is validated. Resolves to false where the batch is another worker's. */
  async add({ fence, id }: BatchHold, lines: readonly BatchLineToRun[]): Promise<boolean> {
    const box = this.boxOrThrow();
    const sealed = lines.map(({ line, request }) => box.seal(request, requestOf(id, line)));
    return ADD.matches(this.access, [id, fence, lines.map(({ line }) => line), sealed]);
  }

  /** Removes the lines of a batch whose validation begins again. */
  async clear({ fence, id }: BatchHold): Promise<void> {
    await CLEAR.run(this.access, [id, fence]);
  }

  /** True if an earlier worker has left lines behind. */
  async hasRunning({ fence, id }: BatchHold): Promise<boolean> {
    return HAS_RUNNING.matches(this.access, [id, fence]);
  }

  /**
   * Puts back the lines of workers before this one that no provider began to answer. Resolves to those that one did: they must
   * not run again.
   */
  async recover({ fence, id }: BatchHold): Promise<BatchLineToRun[]> {
    await PUT_RUNNING_BACK.run(this.access, [id, fence]);
    const rows = await RECOVER.rows(this.access, [id, fence]);
    return rows.map((row) => this.open(id, row));
  }

  /** The next lines in the order of the file, marked as running. */
  async take({ fence, id }: BatchHold, limit: number): Promise<BatchLineToRun[]> {
    const rows = await TAKE.rows(this.access, [id, fence, limit]);
    return rows.map((row) => this.open(id, row));
  }

  /** Notes that a provider began to answer. False where the line is another worker's. */
  noteAnswer({ fence, id }: BatchHold, line: number): Promise<boolean> {
    return NOTE_ANSWER.matches(this.access, [id, fence, line]);
  }

  /** Puts a line back that no provider began to answer. */
  putBack({ fence, id }: BatchHold, line: number): Promise<boolean> {
    return PUT_BACK.matches(this.access, [id, fence, line]);
  }

  /** Ends a line, once. False where it is another worker's. */
  finish({ fence, id }: BatchHold, end: BatchLineEnd): Promise<boolean> {
    const { cachedTokens, completionTokens, line, promptTokens, reasoningTokens, result, status } = end;
    return FINISH.matches(this.access, [
      id,
      fence,
      line,
      status,
      this.boxOrThrow().seal(result, resultOf(id, line)),
      promptTokens ?? 0,
      cachedTokens ?? 0,
      completionTokens ?? 0,
      reasoningTokens ?? 0,
    ]);
  }

  /** Ends a line that its provider's own batch has answered, once. False where it has ended, or the batch is another worker's. */
  async settle({ fence, id }: BatchHold, end: BatchLineEnd): Promise<boolean> {
    const isHeld = await SETTLE.matches(this.access, [id, fence, end.line]);
    return isHeld && this.finish({ fence, id }, end);
  }

  /** One line that has not ended. */
  async findOpen(id: string, line: number): Promise<BatchLineToRun | undefined> {
    const [row] = await FIND_OPEN.rows(this.access, [id, line]);
    return row && this.open(id, row);
  }

  /** Lines in the order of the file behind one of them, with what came of them. */
  async read(id: string, after: number, limit: number): Promise<BatchLineRecord[]> {
    const rows = await READ.rows(this.access, [id, after, limit]);
    return rows.map((row) => ({
      ...this.open(id, row),
      status: row.status,
      result: row.resultSealed === null ? undefined : this.boxOrThrow().open(row.resultSealed, resultOf(id, row.line)),
    }));
  }

  private open(id: string, { line, requestSealed }: Pick<Row, 'line' | 'requestSealed'>): BatchLineToRun {
    return { line, request: this.boxOrThrow().open(requestSealed, requestOf(id, line)) };
  }
}

/** Sealing purpose of a line's request. */
export const requestOf = (id: string, line: number): string => `batch_line_request ${id} ${line}`;
/** Sealing purpose of a line's result. */
export const resultOf = (id: string, line: number): string => `batch_line_result ${id} ${line}`;
