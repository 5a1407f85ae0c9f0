import { parseBoundedJson } from '@multilane/contracts';
import { ERRORS, type ErrorCode, GatewayError, needsEncryptionKey } from '@multilane/errors';
import { type Database, newId } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { WaitingRoom } from '../../access/waiting-room.js';
import { JobSender } from '../../services/job-sender.js';
import { DATABASE } from '../../services/workspace-services.js';

/** Workers are notified of a job at once, and poll every ten seconds where notifications do not arrive. Milliseconds. */
const TAKEN_WITHIN_MS = 11_000;
const ANSWERED_WITHIN_MS = 60_000;

type QuestionKind = 'knowledge.query' | 'knowledge.list_pages';

/** Names of a worker's tasks, for the middle of a sentence. */
const TASKS: Readonly<Record<QuestionKind, string>> = {
  'knowledge.query': 'query',
  'knowledge.list_pages': 'list of pages',
};

/** Has workers of the gateway answer questions about knowledge. The text of questions and answers is sealed for the job. */
@Injectable()
export class WorkerQuestionsService {
  private readonly room = new WaitingRoom();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSender) private readonly jobs: JobSender,
  ) {}

  /**
   * Resolves to the answer's parsed JSON. Fails with what the worker rejects, with 503 where no worker takes the job, and with 504
   * where none ends it in time.
   */
  async ask(kind: QuestionKind, workspaceId: string, question: object): Promise<unknown> {
    const { knowledge } = this.database;
    if (!knowledge.isReady) {
      throw new GatewayError('knowledge_unavailable', { message: needsEncryptionKey('Queries') });
    }
    const id = newId();
    const text = knowledge.sealText(JSON.stringify(question), `question ${id}`);
    const sealed = await this.room.wait(workspaceId, () => this.wait(kind, workspaceId, id, text));
    return parseBoundedJson(knowledge.openText(sealed, `answer ${id}`)) as unknown;
  }

  /** The sealed answer. */
  private async wait(kind: QuestionKind, workspaceId: string, questionId: string, sealed: string): Promise<string> {
    const queues = await this.jobs.queues();
    const data = { workspace_id: workspaceId, question_id: questionId, sealed };
    const limits = { takenWithinMs: TAKEN_WITHIN_MS, answeredWithinMs: ANSWERED_WITHIN_MS };
    const answer = await queues.ask(kind, data, { group: workspaceId, ...limits });
    if (answer.state !== 'answered') throw refuse(answer.state, TASKS[kind]);
    if (answer.result.outcome === 'answered') return answer.result.sealed;
    const { code, message, param } = answer.result;
    throw new GatewayError(code in ERRORS ? (code as ErrorCode) : 'worker_unavailable', { message, param });
  }
}

function refuse(state: 'not_taken' | 'late' | 'failed', task: string): GatewayError {
  switch (state) {
    case 'not_taken':
      return new GatewayError('worker_unavailable', {
        message: `No worker of the gateway took the ${task}: none is running, or all are busy. Start a gateway on this database with \`async.workers\` above 0.`,
        headers: { 'retry-after': '5' },
      });
    case 'late':
      return new GatewayError('worker_timeout', {
        message: `A worker of the gateway took the ${task} and did not answer it within ${ANSWERED_WITHIN_MS / 1000} s. Try again.`,
      });
    case 'failed':
      return new GatewayError('worker_unavailable', {
        message:
          'The worker of the gateway stopped before it answered. Try again; the log of the gateway has the cause.',
        headers: { 'retry-after': '5' },
      });
  }
}
