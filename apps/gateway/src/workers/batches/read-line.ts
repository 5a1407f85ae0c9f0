import { type AnyRequest, isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { JsonMeter, parseJsonBody, REQUEST_LIMITS } from '@multilane/validation';

/** One request of a batch, as a line of its file has it. */
export interface LineRequest {
  readonly customId: string;
  readonly body: AnyRequest;
}

const LONGEST_CUSTOM_ID = 512;

/**
 * Reads a line of the input file: `{ custom_id, method, url, body }` (docs/contract/batches.md#input).
 *
 * @param endpoint the one of the batch, which every line has to name
 * @throws GatewayError 400 that names the field
 */
export function readLine(bytes: Uint8Array, endpoint: string): LineRequest {
  const line = parse(bytes);
  if (!isRecord(line)) throw refuse('invalid_json', undefined, 'The line is not a JSON object.');
  const { body, custom_id: customId, method, url } = line;
  if (typeof customId !== 'string' || customId === '' || customId.length > LONGEST_CUSTOM_ID) {
    throw refuse(
      'invalid_value',
      'custom_id',
      `\`custom_id\` must be a string of 1 to ${LONGEST_CUSTOM_ID} characters.`,
    );
  }
  if (method !== 'POST') throw refuse('invalid_value', 'method', '`method` must be POST.');
  if (url !== endpoint) throw refuse('invalid_value', 'url', `\`url\` must be the endpoint of the batch, ${endpoint}.`);
  if (!isRecord(body)) throw refuse('invalid_value', 'body', '`body` must be a JSON object.');
  if (body.stream === true) {
    throw refuse('unsupported_parameter', 'body.stream', 'Requests of a batch are not streamed. Leave out `stream`.');
  }
  return { customId, body: body as AnyRequest };
}

function parse(bytes: Uint8Array): unknown {
  try {
    // Requests that would take long to parse are rejected before.
    new JsonMeter(REQUEST_LIMITS).read(bytes);
    return parseJsonBody(bytes);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw refuse(error.code, undefined, error.message.replace('The request body', 'The line'));
  }
}

function refuse(code: GatewayError['code'], param: string | undefined, message: string): GatewayError {
  return new GatewayError(code, { message, ...(param !== undefined && { param }) });
}
