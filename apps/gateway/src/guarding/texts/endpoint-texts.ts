import type { PiiSession } from '@multilane/policy';
import type { StreamRewriter } from '../streams/stream-rewriter.js';
import type { StreamTexts } from '../streams/stream-texts.js';
import type { TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Places of the texts in requests and answers of one provider format. */
export interface EndpointTexts {
  /** True if guardrails look at requests and answers. Otherwise only personal data in requests is replaced. */
  readonly isGuarded: boolean;
  /**
   * The request with every text mapped that a provider reads: messages, system and instructions, tool results and arguments,
   * documents, what definitions say, stop sequences, `user`, `metadata`, and members that the gateway does not know. Ids,
   * names of tools and schemas stay. Never mutates; the very request where nothing changes.
   */
  mapRequest<Request extends Members>(request: Request, map: TextMap): Request;
  /** The member of a request that may hold tokens instead of texts, which nobody can look into. */
  readonly tokenMember?: string;
  /** The member of a request that asks for the tokens of the answer beside its text, where it is not `logprobs`. */
  findLogprobs?(request: Members): string | undefined;
  /** Undefined if answers are not words of a model. */
  readonly answer: AnswerTexts | undefined;
  /** True if answers are stored with payloads. Vectors tell a reader nothing. */
  readonly isAnswerStored: boolean;
}

/** The texts of answers. */
export interface AnswerTexts {
  /**
   * A whole answer with every text mapped that the client is given.
   *
   * @param hides Whether the map hides values. If it only puts them back, tokens beside a text give nothing away, and stay.
   */
  map<Answer extends Members>(answer: Answer, map: TextMap, hides?: boolean): Answer;
  /** Rewrites the texts of a streamed answer. */
  startRewriter(session: PiiSession): StreamRewriter;
  /** Collects the texts of a streamed answer. */
  startTexts(): StreamTexts;
}
