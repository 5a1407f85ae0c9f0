import { GatewayError } from '@multilane/errors';

/** The refusal of what generateContent has no form for; `param` is the path in the reference format's terms. */
export function unsupported(param: string, what: string): GatewayError {
  return new GatewayError('unsupported_parameter', { param, message: `\`${param}\`: ${what}` });
}
