import { randomBytes } from 'node:crypto';
import type { AgentDefinition } from '@multilane/agents';
import { knowledgeViewer } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { AgentRunRecord } from '@multilane/persistence';
import { boundSources } from '../../knowledge/write-answer-prompt.js';
import type { KnowledgeAsker } from '../../services/knowledge-service.js';
import type { RunParts } from './run-parts.js';
import type { CallResult, NumberedSource } from './step-content.js';

/** Results of one search; they are numbered in steps of that, so that searches at once do not share numbers. */
const RESULTS = 8;
const MOST_CHARACTERS = 24_000;

export interface KnowledgeSearch {
  readonly definition: AgentDefinition;
  readonly run: AgentRunRecord;
  readonly query: string;
  /** Number of the run's earlier searches. */
  readonly searchesBefore: number;
  readonly asker: KnowledgeAsker;
}

/**
 * Searches the knowledge bases of an agent in this process, as whoever runs it: those of document sets that they do not see are left out.
 *
 * @throws GatewayError the error of the search
 */
export async function searchKnowledge(
  { database, services }: Pick<RunParts, 'database' | 'services'>,
  { asker, definition, query, run, searchesBefore }: KnowledgeSearch,
): Promise<CallResult> {
  if (services.knowledge === undefined) throw new GatewayError('knowledge_unavailable');
  const { workspaceId } = run;
  const viewer = knowledgeViewer(asker.admission.caller, workspaceId);
  const sets = await Promise.all(definition.docset_ids.map((id) => database.docsets.find(run, viewer, id)));
  const kbIds = [...new Set([...definition.kb_ids, ...sets.flatMap((set) => set?.kbIds ?? [])])];
  const { results } = await services.knowledge.query({
    ...asker,
    place: { workspaceId },
    kbIds,
    query: { query, topK: RESULTS },
  });
  const found = results.map(({ content, document_id: documentId, metadata }) => {
    const { chunk_index: chunkIndex, page, source } = metadata;
    return {
      documentId,
      source: typeof source === 'string' ? source : documentId,
      chunkIndex: typeof chunkIndex === 'number' ? chunkIndex : 0,
      page: typeof page === 'number' ? page : undefined,
      content,
    };
  });
  const sources = boundSources(found, MOST_CHARACTERS).map((source, at) => ({
    ...source,
    number: searchesBefore * RESULTS + at + 1,
  }));
  return { text: writeSources(sources), sources };
}

/** Between tags that no document can write: it does not know their name. */
function writeSources(sources: readonly NumberedSource[]): string {
  if (sources.length === 0) return 'Nothing was found.';
  const tag = `source-${randomBytes(6).toString('hex')}`;
  const written = sources.map(({ content, number, page, source }) => {
    const where = page === undefined ? '' : ` page="${page}"`;
    return `<${tag} number="${number}" name=${JSON.stringify(source.slice(0, 300))}${where}>\n${content}\n</${tag}>`;
  });
  return written.join('\n\n');
}
