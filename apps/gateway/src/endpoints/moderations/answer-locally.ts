import type { ModerationsRequest, ModerationsResponse } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { countCharacters, LONGEST_MODERATED_INPUT, moderate } from '@multilane/policy';

/** The built-in check's answer (docs/moderation.md), its id made from `idSeed`. Throws for an input too long. */
export function answerLocally(request: Readonly<ModerationsRequest>, idSeed: string): ModerationsResponse {
  if (countCharacters(request.input) > LONGEST_MODERATED_INPUT) {
    throw new GatewayError('invalid_value', {
      param: 'input',
      message: `\`input\` must have at most ${LONGEST_MODERATED_INPUT} characters for the built-in check.`,
    });
  }
  return moderate(request.input, `modr-${idSeed}`);
}
