import { GatewayError } from '@multilane/errors';

/** 400 `unsupported_parameter`; `what` continues after "The model's provider". */
export function refused(param: string, what: string): GatewayError {
  return new GatewayError('unsupported_parameter', { param, message: `The model's provider ${what} (\`${param}\`).` });
}
