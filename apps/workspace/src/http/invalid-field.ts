import type { EntryProblem } from '@multilane/config';
import { GatewayError } from '@multilane/errors';

/** 400 `invalid_value`: `words` say what is wrong with the field, such as `must be a string.` */
export function invalidField(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}` });
}

/** 400 `invalid_value` for a problem of an entry, such as gateway.yaml has too. */
export function refuseField({ path, message }: EntryProblem): GatewayError {
  return invalidField(path, `${message}.`);
}
