import { GatewayError } from '@multilane/errors';

/** The refusal of what this provider cannot do; `param` is the path of the member at fault. */
export function unsupported(param: string, why: string): GatewayError {
  return new GatewayError('unsupported_parameter', { param, message: `\`${param}\` ${why}` });
}
