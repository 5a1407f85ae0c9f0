import type { ErrorEnvelope } from '@multilane/contracts';
import type { HttpAnswer } from '@multilane/testing';

/** Description of a failure: its status and the members of its envelope, without the message. */
export interface Refusal {
  status: number;
  code: string;
  type: string;
  param?: string;
}

/**
 * The envelope of an answer; throws where the answer is not one (docs/contract/errors.md#envelope: every failure has
 * one).
 */
export function readEnvelope(answer: Pick<HttpAnswer, 'headers' | 'text'>): ErrorEnvelope['error'] {
  if (!/^application\/json\b/.test(answer.headers['content-type'] ?? '')) {
    throw new Error(`a failure of content type ${answer.headers['content-type']}: ${answer.text.slice(0, 200)}`);
  }
  const body = JSON.parse(answer.text) as ErrorEnvelope;
  if (Object.keys(body).join() !== 'error' || typeof body.error.message !== 'string' || body.error.message === '') {
    throw new Error(`not an error envelope: ${answer.text.slice(0, 200)}`);
  }
  return body.error;
}

/** A failure without its message, for tests that compare the whole of it. */
export function readRefusal(answer: Pick<HttpAnswer, 'status' | 'headers' | 'text'>): Refusal {
  const { message: _message, ...members } = readEnvelope(answer);
  return { status: answer.status, ...members };
}

/** 400 `invalid_value` that names the field at fault, or none if the whole body is meant. */
export function invalidValue(param?: string): Refusal {
  return { status: 400, code: 'invalid_value', type: 'invalid_request_error', ...(param !== undefined && { param }) };
}

/** 400 `unsupported_parameter` that names the parameter. */
export function unsupportedParameter(param: string): Refusal {
  return { status: 400, code: 'unsupported_parameter', type: 'invalid_request_error', param };
}
