import type { Caller } from '@multilane/auth';
import type { KnowledgeResult } from '@multilane/knowledge';
import type { Snapshot } from '../snapshot/snapshot.js';
import type { AnswerSink } from './answer-sink.js';

/** Caller, and the record of its requests to models. */
export interface KnowledgeAsker {
  readonly admission: { readonly caller: Caller; readonly snapshot: Snapshot };
  /** Unique. */
  readonly requestId: string;
  readonly clientAddress: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** Knowledge bases that whoever asks may read. */
export interface KnowledgePlace {
  readonly place: { readonly workspaceId: string };
  /** Knowledge bases; those of other workspaces and deleted ones are left out. */
  readonly kbIds: readonly string[];
}

/** A question as it was sent, not checked yet. */
export interface KnowledgeQuestion {
  readonly query: string;
  /** Default: 10. */
  readonly topK?: number | undefined;
  /** Default: `hybrid`. */
  readonly mode?: string | undefined;
  readonly filter?: unknown;
  readonly rerankModel?: string | undefined;
  /** True if each result explains its score. */
  readonly explain?: boolean | undefined;
}

export interface AskedKnowledge extends KnowledgeAsker, KnowledgePlace {
  readonly query: KnowledgeQuestion;
}

export interface KnowledgeAnswer {
  readonly results: readonly KnowledgeResult[];
}

/** A request for an answer in words. */
export interface AnswerRequest extends KnowledgePlace {
  readonly admission: KnowledgeAsker['admission'];
  readonly request: Omit<KnowledgeAsker, 'admission'> & {
    readonly method: string;
    readonly path: string;
    readonly isLarge: boolean;
  };
  /** Body as it was sent, not checked yet. */
  readonly body: unknown;
  readonly sink: AnswerSink;
}

/** Questions to knowledge bases. `knowledge` implements it. */
export interface KnowledgeService {
  /**
   * Finds the chunks that answer a question.
   *
   * @throws GatewayError 400 for the question, the error of a model, 503 if the vector store is missing
   */
  query(asked: AskedKnowledge): Promise<KnowledgeAnswer>;
  /**
   * Answers a question in words, with citations. Resolves when the answer, whole or streamed, has gone to the sink.
   *
   * @throws GatewayError what kept it from being asked; nothing has been sent then
   */
  answer(request: AnswerRequest): Promise<void>;
}
