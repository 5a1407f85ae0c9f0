import { IncomingMessage, type ServerResponse } from 'node:http';

/** Responses of the requests whose clients wait to be asked for the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * A request with `Expect: 100-continue` (RFC 9110 section 10.1.1). Its client is asked for the body when something begins to read it, and never
 * after an answer: what is rejected by its head alone, a bad key or a length that is too large, is answered first and its body is not sent.
 * Node by itself asks before anything has looked at the head.
 */
class ExpectingRequest extends IncomingMessage {
  override resume(): this {
    askForBody(this);
    return super.resume();
  }

  override _read(size: number): void {
    askForBody(this);
    super._read(size);
  }
}

function askForBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (response === undefined) return;
  waiting.delete(request);
  if (!response.headersSent && !response.destroyed) response.writeContinue();
}

/** Makes the client of a request wait until its body is read. A connection whose client was never asked ends with the answer, as Node has it. */
export function deferContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
  Object.setPrototypeOf(request, ExpectingRequest.prototype);
}
