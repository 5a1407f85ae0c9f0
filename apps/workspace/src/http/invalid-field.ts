import type { EntryProblem } from '@multilane/config';
import { readProblem } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** 400 `invalid_value`: `words` say what is wrong with the field, such as `must be a string.` */
export function invalidField(param: string, words: string): GatewayError {
  const problem = readProblem(words);
  const message = `\`${param}\` ${words}`;
  return new GatewayError('invalid_value', { param, message, ...(problem && { details: { problem } }) });
}

/** 400 `invalid_value` for a problem of an entry, such as gateway.yaml has too. */
export function refuseField({ path, message }: EntryProblem): GatewayError {
  return invalidField(path, `${message}.`);
}

/** 409 `conflict` for a name that another one has. */
export function takenField(param: string | undefined): GatewayError {
  const message = `This \`${param}\` is taken.`;
  return new GatewayError('conflict', {
    ...(param !== undefined && { param }),
    message,
    details: { problem: { kind: 'taken', values: {} } },
  });
}
