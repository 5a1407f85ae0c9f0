import { causeOf, type JobIdentity } from '@multilane/auth';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { JobResult, TakenJob } from '@multilane/jobs';
import type { Database } from '@multilane/persistence';
import { toGatewayError } from '@multilane/providers';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { findCaller } from '../job-identity.js';
import type { WorkerServices } from '../worker-services.js';

/** Question of the workspace service: it is sealed in the job, and so is the answer. */
interface SealedQuestion {
  readonly identity: JobIdentity;
  readonly client_address: string | null;
  readonly kb_ids: readonly string[];
  readonly query: string;
  readonly top_k?: number;
  readonly mode?: string;
  readonly filter?: unknown;
  readonly rerank_model?: string;
  readonly explain?: boolean;
}

export interface QuestionParts {
  readonly database: Pick<Database, 'knowledge'>;
  readonly knowledge: Pick<Knowledge, 'query'>;
  readonly services: WorkerServices;
}

/** Asks knowledge bases for somebody who waits at the workspace service. Never rejects for what the question asks. */
export async function answerQuestion(
  { database, knowledge, services }: QuestionParts,
  { data, signal }: Pick<TakenJob<'knowledge.query'>, 'data' | 'signal'>,
): Promise<JobResult<'knowledge.query'>> {
  const { question_id: id, sealed, workspace_id: workspaceId } = data;
  try {
    const asked = parseBoundedJson(database.knowledge.openText(sealed, `question ${id}`)) as SealedQuestion;
    const {
      client_address: clientAddress,
      explain,
      filter,
      kb_ids: kbIds,
      mode,
      query,
      rerank_model: rerankModel,
      top_k: topK,
    } = asked;
    const snapshot = services.snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const caller = await findCaller(asked.identity, snapshot, services.database?.identities);
    const answer = await knowledge.query({
      admission: { caller, snapshot },
      requestId: `kbq_${id.replaceAll('-', '')}`,
      clientAddress,
      headers: causeOf(asked.identity),
      signal,
      place: { workspaceId },
      kbIds,
      query: { query, topK, mode, filter, rerankModel, explain },
    });
    return { outcome: 'answered', sealed: database.knowledge.sealText(JSON.stringify(answer), `answer ${id}`) };
  } catch (error) {
    const { code, message, param } = toGatewayError(error);
    return { outcome: 'refused', code, message, ...(typeof param === 'string' && { param }) };
  }
}
