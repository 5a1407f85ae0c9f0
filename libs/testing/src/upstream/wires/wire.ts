import type { RecordedRequest } from '../recorded-request.js';
import type { Reply } from '../reply.js';

/** A rule of the wire format that a request breaks. */
export interface WireFault {
  message: string;
  /** The member of the body at fault, in the provider's notation. */
  param?: string | undefined;
  /** The provider's own answer to it, where that is known. */
  reply?: Reply | undefined;
}

/** A tool call that a reply has handed out, as the caller is to send it back. */
export interface IssuedToolCall {
  /** Empty if the provider gave none. */
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
  /** Signature of the provider on the call itself, if it has one. */
  signature?: string | undefined;
}

/** Thinking that a reply has handed out, as the caller is to send it back: unchanged. */
export interface IssuedThought {
  /** Empty if the provider keeps the text to itself. */
  text: string;
  /** The signature, or the encrypted data of thinking without text. */
  signature: string;
}

/** Parts of one reply that a later request must return as they were. */
export interface IssuedTurn {
  calls: readonly IssuedToolCall[];
  thoughts: readonly IssuedThought[];
  /** True if its thinking and signatures may stay behind. */
  isOptional?: boolean;
}

/** One provider wire format, to which strict mode holds every caller of the fake upstream. */
export interface Wire {
  /**
   * The first rule that `request` breaks; undefined when it fits.
   *
   * @param reply What the script is about to answer.
   * @param issued What earlier replies handed out.
   */
  findFault(request: RecordedRequest, reply: Reply, issued: readonly IssuedTurn[]): WireFault | undefined;
  /** The provider's way of saying 400. */
  refuse(fault: WireFault): Reply;
  /** The tool calls and the thinking that a reply hands out. */
  readIssued(reply: Reply): IssuedTurn;
}
