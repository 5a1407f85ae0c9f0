import { type KnowledgeCaller, type KnowledgeQuery, readKnowledgeQuery } from '@multilane/knowledge-bases';
import { Inject, Injectable } from '@nestjs/common';
import type { KnowledgeQueryDto } from './dto/knowledge.dto.js';
import type { QueryResultsView } from './dto/knowledge.view.js';
import { WorkerQuestionsService } from './worker-questions.service.js';

/** Has workers of the gateway query knowledge bases: only they embed and rerank. */
@Injectable()
export class KnowledgeQueriesService {
  constructor(@Inject(WorkerQuestionsService) private readonly workers: WorkerQuestionsService) {}

  /**
   * Fails with 400 for a question that cannot be asked, with 503 where no worker takes the job, and with 504 where none ends it
   * in time.
   *
   * @param kbIds of the caller's workspace
   */
  async ask(caller: KnowledgeCaller, kbIds: readonly string[], dto: KnowledgeQueryDto): Promise<QueryResultsView> {
    const query = readKnowledgeQuery(JSON.parse(JSON.stringify(dto)));
    if (kbIds.length === 0) return { results: [] };
    const question = toQuestion(caller, kbIds, query);
    return (await this.workers.ask('knowledge.query', caller.place.workspaceId, question)) as QueryResultsView;
  }
}

function toQuestion(caller: KnowledgeCaller, kbIds: readonly string[], query: KnowledgeQuery): object {
  return {
    identity: caller.identity(),
    client_address: caller.actor.address ?? null,
    kb_ids: kbIds,
    query: query.query,
    top_k: query.top_k,
    mode: query.mode,
    ...(query.filter && { filter: query.filter }),
    ...(query.rerank && { rerank_model: query.rerank.model }),
    explain: query.explain,
  };
}
