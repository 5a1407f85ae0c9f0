import type { RerankRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { refuseMembersExcept } from '../shared/refuse-members.js';
import { hasOtherMembers, readDocumentText } from '../shared/texts/read-document-text.js';

const READ: ReadonlySet<string> = new Set([
  'model',
  'query',
  'documents',
  'top_n',
  'return_documents',
  'max_tokens_per_doc',
  'stream',
]);

/**
 * The JSON body of POST /v2/rerank (docs.cohere.com/reference/rerank), which takes texts and returns none: of documents
 * that are objects it ranks the `text`, and the endpoint gives them back whole for `return_documents`. The provider's own
 * `max_tokens_per_doc` is passed on. Throws `unsupported_parameter` for members that have no counterpart.
 */
export function encodeRerank(
  request: Readonly<RerankRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string[] {
  refuseMembersExcept(READ, request, losses);
  if (request.documents.some(hasOtherMembers)) losses.lose('documents');
  const body = {
    model: target.upstreamModel,
    query: request.query,
    documents: request.documents.map(readDocumentText),
    // JSON.stringify leaves out what is undefined.
    top_n: request.top_n ?? undefined,
    max_tokens_per_doc: request.max_tokens_per_doc ?? undefined,
  };
  return [JSON.stringify(body)];
}
