import { GatewayError } from './gateway-error.js';

/**
 * 400 `unsupported_parameter`, for what a request asks that cannot be done. The message is the name of the member and the reason.
 *
 * @param param the path of the member in the client's terms, such as `messages[0].content[1]`
 * @param why continues the sentence that begins with the name, and ends it
 */
export function unsupported(param: string, why = 'is not supported by the provider of this model.'): GatewayError {
  return new GatewayError('unsupported_parameter', { param, message: `\`${param}\` ${why}` });
}
