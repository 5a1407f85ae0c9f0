import type { KnowledgeRequest } from './endpoints/knowledge/knowledge.endpoints.js';
import type { AnswerRequest, KnowledgeAsker } from './knowledge-service.js';
import type { AnswerSink } from './pipeline/answer-sink.js';

/** A request for a knowledge base or a document set. */
export interface KnowledgeCall {
  readonly admission: KnowledgeAsker['admission'];
  readonly incoming: AnswerRequest['request'];
  readonly request: KnowledgeRequest;
  /** For answers in words, which are written to it. */
  readonly sink: AnswerSink;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Reply to a request; `written` if it went to the sink. */
export type KnowledgeReply =
  | { readonly kind: 'json'; readonly status: number; readonly body: object }
  | {
      readonly kind: 'bytes';
      readonly headers: Readonly<Record<string, string>>;
      readonly body: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: 'written' };

/** Knowledge bases, documents and document sets over /v1. `knowledge` implements it. */
export interface KnowledgeApi {
  /** @throws GatewayError */
  serve(call: KnowledgeCall): Promise<KnowledgeReply>;
}
