import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ServedModel } from '../../snapshot/snapshot.js';
import type { RequestContext } from '../request-context.js';
import { checkClientEvent, type EventVerdict } from '../sockets/check-client-event.js';

/**
 * Checks the further models that a session names, such as one that transcribes, as in an event of a socket
 * (docs/contract/realtime.md#policies). The session's own model has been resolved.
 */
export function checkSessionModels(context: RequestContext): void {
  const { route, serving: plan } = context.planned;
  if (route !== undefined) {
    for (const { model } of route.candidates) {
      if (check(context, model).kind === 'replace') throw refuseTranslation();
    }
    return;
  }
  const verdict = check(context, plan.model);
  if (verdict.kind !== 'replace') return;
  const mapped: unknown = parseBoundedJson(String(verdict.text));
  const session = isRecord(mapped) ? mapped.session : undefined;
  context.planned.plan = { ...plan, request: { ...plan.request, session } };
}

/** Throws where the caller may not use a model that the session names. */
function check({ asked }: RequestContext, model: ServedModel): Exclude<EventVerdict, { readonly kind: 'refuse' }> {
  const { caller, snapshot, validated } = asked;
  const bytes = Buffer.from(JSON.stringify({ session: withoutItsModel(validated.session) }));
  const { verdict } = checkClientEvent(bytes, { caller, snapshot, model });
  if (verdict.kind !== 'refuse') return verdict;
  throw new GatewayError('model_not_allowed', { param: verdict.param ?? 'session', message: verdict.message });
}

/** A copy without the model that has been resolved; its codec names it as the provider does. */
function withoutItsModel(session: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(session));
  if (!isRecord(copy)) return copy;
  if (copy.type !== 'transcription') {
    delete copy.model;
    return copy;
  }
  const { audio } = copy;
  const input = isRecord(audio) ? audio.input : undefined;
  const transcription = isRecord(input) ? input.transcription : undefined;
  if (isRecord(transcription)) delete transcription.model;
  return copy;
}

/** The target that answers is not known yet, and neither is its name for the model. */
function refuseTranslation(): GatewayError {
  const message =
    'A session of a virtual model or a routing config must name further models as the provider does. ' +
    'Name a realtime model of the catalog in `session.model`.';
  return new GatewayError('invalid_value', { param: 'session', message });
}
