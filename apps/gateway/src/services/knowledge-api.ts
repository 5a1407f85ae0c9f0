import type { AnyRequest } from '@multilane/contracts';
import type { AnswerSink } from './answer-sink.js';
import type { AnswerRequest, KnowledgeAsker } from './knowledge-service.js';

/** Operations on knowledge bases, documents and document sets. */
export type KnowledgeOperation =
  | `kb.${'create' | 'list' | 'find' | 'update' | 'remove' | 'query' | 'answer'}`
  | `documents.${'upload' | 'list' | 'find' | 'remove' | 'content' | 'retry' | 'cancel'}`
  | `docsets.${'create' | 'list' | 'find' | 'update' | 'remove' | 'query' | 'answer'}`;

/** A request for knowledge. Its body is checked once its caller may see what it is about. */
export interface KnowledgeRequest extends AnyRequest {
  readonly operation: KnowledgeOperation;
  readonly id: string;
  readonly documentId: string;
  readonly query: URLSearchParams | undefined;
  readonly body: unknown;
}

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
