import { GatewayError } from '@multilane/errors';
import type { ErrorObject } from 'ajv';
import type { RequestSchema } from './schemas/schema-words.js';

/** The part of a compiled schema's finding that the message is made of; it holds nothing the caller wrote. */
export type SchemaFinding = Pick<ErrorObject, 'instancePath' | 'schemaPath' | 'keyword' | 'params'>;

/**
 * Turns what a compiled schema found into the error for the caller: `invalid_value`, or `unsupported_parameter` where
 * the schema says `refusal`. The message states the rule of the schema, and never the invalid value.
 */
export function describeProblem(schema: RequestSchema, body: unknown, finding: SchemaFinding): GatewayError {
  const rule = findRule(schema, finding.schemaPath);
  const place = pathOf(body, finding.instancePath);
  const missing: unknown = finding.keyword === 'required' ? finding.params.missingProperty : undefined;
  if (typeof missing === 'string') return missingMember(join(place, missing), rule.properties?.[missing]);
  if (finding.keyword === 'discriminator') {
    const tag = String(finding.params.tag);
    return invalid(join(place, tag), rule.properties?.[tag]);
  }
  if (rule.refusal !== undefined && finding.keyword === 'not') {
    const message = `\`${place}\` is not supported. ${rule.refusal}`;
    const { errorDetails: details } = rule;
    return new GatewayError('unsupported_parameter', { param: place, message, ...(details && { details }) });
  }
  return place === '' ? new GatewayError('invalid_value', { message: NOT_AN_OBJECT }) : invalid(place, rule);
}

export const NOT_AN_OBJECT = 'The request body must be a JSON object.';

function invalid(param: string, rule: RequestSchema | undefined): GatewayError {
  const message = `\`${param}\` must be ${rule?.description ?? 'valid'}.`;
  return new GatewayError('invalid_value', { param, message });
}

function missingMember(param: string, rule: RequestSchema | undefined): GatewayError {
  const message = `\`${param}\` is required and must be ${rule?.description ?? 'present'}.`;
  return new GatewayError('invalid_value', { param, message });
}

/** The schema node that holds the keyword at the end of a path such as `#/properties/temperature/maximum`. */
function findRule(schema: RequestSchema, schemaPath: string): RequestSchema {
  let node: unknown = schema;
  for (const step of schemaPath.split('/').slice(1, -1)) node = Object(node)[step];
  return Object(node);
}

/**
 * `messages[2].content[0].text` for the JSON pointer `/messages/2/content/0/text`. A member name of the caller's own
 * that does not look like a name or a number becomes `*` and ends the path: it could be anything.
 */
function pathOf(body: unknown, pointer: string): string {
  let path = '';
  let value: unknown = body;
  for (const step of pointer.split('/').slice(1)) {
    if (!/^[\w-]{1,32}$/.test(step)) return join(path, '*');
    path = Array.isArray(value) ? `${path}[${step}]` : join(path, step);
    value = Object(value)[step];
  }
  return path;
}

function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}
