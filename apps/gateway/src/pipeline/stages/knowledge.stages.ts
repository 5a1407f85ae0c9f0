import { GatewayError, needsEncryptionKey } from '@multilane/errors';
import type { KnowledgeRequest } from '../../services/knowledge-api.js';
import type { RequestContext } from '../request-context.js';
import { countBytes } from './deliver-exchange.stage.js';
import { admitRequests } from './limits.stages.js';

/** A reader may take nothing for so long, in milliseconds. */
const SILENCE_MS = 60_000;

/** Knowledge is in the database, sealed. */
export function requireKnowledge({ services }: RequestContext): void {
  if (services.knowledgeApi !== undefined) return;
  const message =
    services.database === undefined
      ? 'Knowledge bases need a database: set `database.url` in gateway.yaml (or DATABASE_URL).'
      : needsEncryptionKey('Knowledge bases');
  throw new GatewayError('knowledge_unavailable', { message });
}

/** Answers from what is stored. A request for an answer in words is one for a chat model, which counts it. */
export async function serveKnowledge(context: RequestContext): Promise<void> {
  const { asked, ended, services, sink, tried } = context;
  const request = asked.validated as KnowledgeRequest;
  if (!request.operation.endsWith('.answer')) await admitRequests(context);
  const { knowledgeApi } = services;
  if (knowledgeApi === undefined || ended.answered) return;
  const { caller, incoming, snapshot } = asked;
  const left = new AbortController();
  tried.abortable = left;
  const { signal } = left;
  const reply = await knowledgeApi.serve({ admission: { caller, snapshot }, incoming, request, sink, signal });
  if (ended.answered) return;
  const begin = (): void => {
    ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  };
  if (reply.kind === 'bytes') {
    const { headers } = reply;
    await sink.sendBody({ status: 200, headers, body: countBytes(reply.body, ended), onBegin: begin }, SILENCE_MS);
  } else if (reply.kind === 'json') {
    begin();
    sink.sendWhole({}, JSON.stringify(reply.body), undefined, reply.status);
  }
  ended.answered = true;
}
