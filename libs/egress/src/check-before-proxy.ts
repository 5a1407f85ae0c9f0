import type { Dispatcher } from 'undici';
import type { AllowedNetworks } from './allowed-networks.js';
import { checkHost, type ResolveName } from './guarded-lookup.js';

/**
 * An interceptor for the agent of an egress proxy, which resolves names by itself: where each request goes is checked
 * before it is sent to the proxy. The proxy may resolve the name to something else, so this is the weaker guard, and a name
 * that only the proxy can resolve is rejected. A Host header of the caller's is left out: some proxies go by it.
 */
export function checkBeforeProxy(
  allowed: AllowedNetworks,
  resolve?: ResolveName,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const { hostname } = new URL(String(options.origin));
    checkHost(hostname, allowed, resolve)
      .then(() => dispatch({ ...options, headers: leaveOutHost(options.headers) }, handler))
      .catch((error: Error) => handler.onResponseError?.(NO_CONTROLLER, error));
    return true;
  };
}

/** Controller that undici's own interceptors hand over if no connection was ever chosen. */
const NO_CONTROLLER = null as unknown as Dispatcher.DispatchController;

function leaveOutHost(headers: Dispatcher.DispatchOptions['headers']): Dispatcher.DispatchOptions['headers'] {
  if (headers === null || headers === undefined || Array.isArray(headers) || Symbol.iterator in headers) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'));
}
