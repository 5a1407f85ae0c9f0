import { ConflictError, UnknownReferenceError } from '@multilane/persistence';
import { badRequest, ScimError } from './protocol/scim-error.js';

/** Names of columns in SCIM. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  email: 'emails',
  name: 'displayName',
  scim_user_name: 'userName',
  scim_external_id: 'externalId',
  user_id: 'members',
};

/** Makes a change. A conflict in the database becomes an error that names the SCIM attribute. */
export async function inScimTerms<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConflictError && error.reason === 'taken') throw taken(ATTRIBUTES[error.field] ?? error.field);
    if (error instanceof UnknownReferenceError) {
      const param = ATTRIBUTES[error.field] ?? error.field;
      throw badRequest('invalidValue', `\`${param}\` names nobody who is there.`, param);
    }
    throw error;
  }
}

/** 409 `uniqueness` (RFC 7644 section 3.3). */
export function taken(param: string): ScimError {
  return new ScimError('conflict', 'uniqueness', { param, message: `This \`${param}\` is taken.` });
}
