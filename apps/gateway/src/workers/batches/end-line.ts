import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError, toErrorEnvelope } from '@multilane/errors';
import type { BatchLineEnd } from '@multilane/persistence';
import type { BatchContext } from './batch-context.js';
import { type LineRun, readTokens } from './line-run.js';
import { writeLine } from './write-results.js';

/** Answer to a line's request: a body as JSON, or an error. */
export interface LineAnswer {
  readonly body?: string | undefined;
  readonly error?: GatewayError | undefined;
}

const MIB = 1024 * 1024;

/** Ends a line, with its line of the results; errors are in the format of its endpoint. */
export function endLine(
  { batch, endpoint }: BatchContext,
  { line: { line }, requestId }: LineRun,
  customId: string,
  { body, error }: LineAnswer,
  maxResultMb: number,
): BatchLineEnd {
  const failure = error ?? findFault(body, maxResultMb);
  const failed = failure && (endpoint.errors?.toBody(failure, requestId) ?? toErrorEnvelope(failure));
  const response = {
    status: failure?.status ?? 200,
    requestId,
    body: failed === undefined ? (body ?? 'null') : JSON.stringify(failed),
  };
  return {
    line,
    status: failure === undefined ? 'completed' : 'failed',
    result: writeLine(batch.id, line, customId, response, null),
    ...(body !== undefined && readTokens(parse(body))),
  };
}

function findFault(body: string | undefined, maxResultMb: number): GatewayError | undefined {
  if (body === undefined) return new GatewayError('provider_error');
  return Buffer.byteLength(body) > maxResultMb * MIB ? new GatewayError('batch_result_too_large') : undefined;
}

function parse(body: string): unknown {
  try {
    return parseBoundedJson(body);
  } catch {
    return undefined;
  }
}
