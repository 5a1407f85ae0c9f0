import type { ResponsesRequest } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { RESPONSES_ITEM_TYPES } from '../schemas/responses-item.schema.js';
import { responsesRequestSchema } from '../schemas/responses-request.schema.js';
import { refuseHostedInList, refuseHostedTools } from './validate-chat-request.js';

const checkShape = compileRequestSchema(responsesRequestSchema);

const DECLARABLE: readonly string[] = ['function', 'custom', 'namespace', 'tool_search'];
const KNOWN_ITEMS: ReadonlySet<string> = new Set(RESPONSES_ITEM_TYPES);

/**
 * Validates the body of POST /v1/responses (docs/contract/responses.md#request) and returns the same object. Known
 * optional members that are null are removed; whatever is not known stays unchanged.
 *
 * Throws for the first problem: `unsupported_parameter` for what the gateway cannot honour, else `invalid_value`, with
 * the field's path in `param`. No message repeats a value of the request. What only the translation can see (names that
 * meet, outputs without a call) it rejects itself.
 */
export function validateResponsesRequest(body: unknown): ResponsesRequest {
  const members = requireJsonObject(body);
  refuseHostedEverywhere(members);
  if (Array.isArray(members.input)) members.input.forEach(refuseForeignItem);
  checkShape(members);
  const request = members as ResponsesRequest;
  if (request.stream_options !== undefined && request.stream !== true) {
    throw new GatewayError('invalid_value', {
      param: 'stream_options',
      message: '`stream_options` is only allowed if `stream` is true.',
    });
  }
  return request;
}

function refuseHostedEverywhere(members: Record<string, unknown>): void {
  refuseHostedWithin(members.tools, 'tools');
  refuseHostedTools({ tool_choice: members.tool_choice });
  if (!Array.isArray(members.input)) return;
  members.input.forEach((item, index) => {
    const type: unknown = Object(item).type;
    if (type === 'additional_tools' || type === 'tool_search_output')
      refuseHostedWithin(Object(item).tools, `input[${index}].tools`);
  });
}

function refuseHostedWithin(tools: unknown, path: string): void {
  refuseHostedInList(tools, path, DECLARABLE);
  if (!Array.isArray(tools)) return;
  tools.forEach((tool, index) => {
    const { execution, type } = Object(tool) as Record<string, unknown>;
    if (type === 'tool_search' && execution !== 'client') {
      throw unsupported(
        `${path}[${index}].type`,
        'is not supported where the provider runs it. The gateway takes a search for tools with `execution: client`.',
      );
    }
    if (type === 'namespace') refuseHostedInList(Object(tool).tools, `${path}[${index}].tools`);
  });
}

/** Items that refer to what the reference provider stores or runs itself, known today or not. */
function refuseForeignItem(item: unknown, index: number): void {
  const type: unknown = Object(item).type;
  if (typeof type !== 'string' || KNOWN_ITEMS.has(type)) return;
  const param = `input[${index}].type`;
  const remedy =
    type === 'item_reference'
      ? 'The gateway stores no items: send the item itself.'
      : 'The gateway takes messages, reasoning, calls of functions and custom tools, and their outputs.';
  throw unsupported(param, `is not supported. ${remedy}`);
}
