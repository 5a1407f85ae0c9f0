import { queryOf, REALTIME_CODEC } from '../openai/realtime/realtime.js';
import type { SocketCodec } from '../socket.js';

/**
 * Azure's sockets: without versions below `/openai/v1`, and below `/openai` where a dated `api_version` is configured
 * (learn.microsoft.com, "GPT Realtime API via WebSockets").
 */
export const AZURE_REALTIME_CODEC: SocketCodec = {
  ...REALTIME_CODEC,
  open: (request, target) => {
    const { protocols } = request;
    if (target.apiVersion === undefined || !/^\d/.test(target.apiVersion)) {
      return { path: `/openai/v1/realtime?${queryOf(request, 'model', target)}`, protocols };
    }
    const query = queryOf(request, 'deployment', target);
    query.set('api-version', target.apiVersion);
    return { path: `/openai/realtime?${query}`, protocols };
  },
};
