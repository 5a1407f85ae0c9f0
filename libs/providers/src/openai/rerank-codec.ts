import type { RerankRequest } from '@multilane/contracts';
import type { EndpointCodecs } from '../adapter.js';
import { UNNAMED_LOSSES } from '../shared/losses.js';
import { hasOtherMembers, readDocumentText } from '../shared/texts/read-document-text.js';
import { decodeRerank } from '../shared/vectors/decode-rerank.js';
import type { RerankQuirks } from '../wire-quirks.js';

/**
 * Rerank of group R: the request as it came with the model swapped (docs/contract/rerank.md#rerank). The
 * reference provider has no such endpoint; its compatible kinds share Cohere's request and answer.
 */
export function createRerankCodec({ takesTextsOnly }: RerankQuirks): NonNullable<EndpointCodecs['rerank']> {
  return {
    encode: (request, target, losses = UNNAMED_LOSSES) => {
      const body: RerankRequest = { ...request, model: target.upstreamModel };
      if (takesTextsOnly) {
        body.documents = request.documents.map(readDocumentText);
        if (request.documents.some(hasOtherMembers)) losses.lose('documents');
      }
      return [JSON.stringify(body)];
    },
    decode: decodeRerank,
  };
}
