import { type ErrorCode, type ErrorDetails, GatewayError, toErrorEnvelope } from '@multilane/errors';
import SCIMMY from 'scimmy';

/** Types of errors in SCIM (RFC 7644 section 3.12, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal that a SCIM client gets. */
export class ScimError extends GatewayError {
  constructor(
    code: ErrorCode,
    readonly scimType: ScimType | undefined,
    details: ErrorDetails,
  ) {
    super(code, details);
  }
}

/** 400, with the keyword that says what is wrong with the request. */
export function badRequest(scimType: ScimType, message: string, param?: string): ScimError {
  return new ScimError('invalid_value', scimType, param === undefined ? { message } : { message, param });
}

/** 400 `invalidValue`: `words` say what is wrong with the attribute, such as `must be a string` */
export function invalidAttribute(path: string, words: string): ScimError {
  return badRequest('invalidValue', `\`${path}\` ${words}.`, path);
}

/** SCIM types of the service's other errors. */
const TYPES: Partial<Record<ErrorCode, ScimType>> = { invalid_json: 'invalidSyntax', invalid_value: 'invalidValue' };

/** The body of an error under /scim: the members of SCIM beside the envelope that all errors have. */
export function toScimError(error: GatewayError): object {
  const scimType = error instanceof ScimError ? error.scimType : TYPES[error.code];
  return {
    schemas: [SCIMMY.Messages.ErrorResponse.id],
    status: String(error.status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: error.message,
    ...toErrorEnvelope(error),
  };
}
