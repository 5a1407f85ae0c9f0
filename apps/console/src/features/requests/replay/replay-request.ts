import { askGateway } from '../../../api/gateway.js';

/** Paths below `/v1` of the endpoints whose requests can be sent again. */
const PATHS: Readonly<Record<string, string>> = {
  'chat.completions': '/chat/completions',
  responses: '/responses',
  messages: '/messages',
  completions: '/completions',
  embeddings: '/embeddings',
  rerank: '/rerank',
  moderations: '/moderations',
};

/** The path that a request of an endpoint is sent to again; undefined for endpoints whose requests are not replayed. */
export function replayPathOf(endpoint: string): string | undefined {
  return PATHS[endpoint];
}

/**
 * The workspace that a request is sent again in: its own, where its data and costs belong. A request without one is sent in the workspace
 * that is open.
 */
export function replayWorkspaceOf(request: { readonly workspace_id: string | null }, open: string): string {
  return request.workspace_id ?? open;
}

/** Fields that say how an answer is delivered: a replay is read as a whole. */
const DELIVERY = ['stream', 'stream_options'];

/** The stored body as it is sent again: to the model of the caller's name, in one piece. */
export function toReplayBody(stored: object, model: string | null): object {
  const body = Object.fromEntries(Object.entries(stored).filter(([name]) => !DELIVERY.includes(name)));
  return model === null ? body : { ...body, model };
}

export interface Replayed {
  readonly answer: object;
  readonly requestId: string | null;
  readonly ms: number;
  readonly model: string | null;
  /** Null: the model has no price. */
  readonly costUsd: number | null;
}

/** Sends a request as the signed-in person, whose access and limits apply. @throws ApiFailure */
export async function replay(workspaceId: string, path: string, body: object): Promise<Replayed> {
  const began = performance.now();
  const response = await askGateway(path, { workspaceId, body });
  const answer = (await response.json()) as object;
  const { headers } = response;
  const cost = headers.get('x-service-cost');
  const { model } = body as { readonly model?: unknown };
  return {
    answer,
    requestId: headers.get('x-request-id'),
    ms: performance.now() - began,
    model: typeof model === 'string' ? model : null,
    costUsd: cost === null ? null : Number(cost),
  };
}
