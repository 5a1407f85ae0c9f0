import { isRecord } from '@multilane/contracts';
import type {
  ExchangeAnswer,
  ExchangeCodec,
  ProviderAnswer,
  ProviderExchange,
  RealtimeCallRequest,
} from '../../exchange.js';
import { unreadable } from '../../shared/failures/map-error.js';
import { composeForm, formField } from '../../shared/texts/write-form.js';
import { writeQuery } from '../stored-objects/fetch-object.js';
import { nameSessionModel } from './realtime-secrets.js';

/** The secret is used at once, so it need not live longer than this, in seconds. */
const SECRET_SECONDS = 60;

/** Form of a call's id. */
const CALL_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,255}$/;

/** `POST /realtime/calls` with the offer and the session as a form (platform.openai.com, "Realtime API with WebRTC"). */
export const REALTIME_CALLS_CODEC: ExchangeCodec<RealtimeCallRequest> = {
  serve: async ({ query, sdp, session }, exchange) => {
    const named = JSON.stringify(nameSessionModel(session, exchange.target.upstreamModel));
    const parts = [
      { ...formField('sdp', sdp), contentType: 'application/sdp' },
      { ...formField('session', named), contentType: 'application/json' },
    ];
    const form = composeForm(parts, exchange.idSeed);
    const path = `/realtime/calls${writeQuery(query)}`;
    const answer = await exchange.send({
      path,
      headers: { ...form.headers, accept: 'application/sdp' },
      body: form.body,
    });
    return answerCall(answer, exchange, (id) => ({ path: `/realtime/calls/${id}/hangup` }));
  },
};

/**
 * Azure takes the offer alone, by a secret that it has issued for the session, and no key (learn.microsoft.com, "GPT Realtime API via
 * WebRTC").
 */
export const AZURE_REALTIME_CALLS_CODEC: ExchangeCodec<RealtimeCallRequest> = {
  serve: async ({ query, sdp, session }, exchange) => {
    const body = JSON.stringify({
      expires_after: { anchor: 'created_at', seconds: SECRET_SECONDS },
      session: nameSessionModel(session, exchange.target.upstreamModel),
    });
    const minted = await exchange.send({
      path: '/openai/v1/realtime/client_secrets',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const issued = await minted.json();
    const bearer = isRecord(issued) ? issued.value : undefined;
    if (typeof bearer !== 'string' || bearer === '') throw unreadable('no secret');
    const path = `/openai/v1/realtime/calls${writeQuery(query)}`;
    const answer = await exchange.send({ path, headers: { 'content-type': 'application/sdp' }, body: sdp, bearer });
    return answerCall(answer, exchange, (id) => ({ path: `/openai/v1/realtime/calls/${id}/hangup` }));
  },
};

/** The provider's offer, and where the call is: at this gateway, whose caller it belongs to. */
async function answerCall(
  answer: ProviderAnswer,
  exchange: ProviderExchange,
  hangUp: (id: string) => { readonly path: string },
): Promise<ExchangeAnswer> {
  const { location } = answer.headers;
  const id =
    typeof location === 'string'
      ? location
          .replace(/[?#].*$/, '')
          .split('/')
          .at(-1)
      : undefined;
  if (id === undefined || !CALL_ID.test(id)) throw unreadable('no id of the call');
  return {
    status: answer.status,
    contentType: 'application/sdp',
    headers: { 'cache-control': 'no-store', location: `/v1/realtime/calls/${id}` },
    body: await answer.bytes(),
    made: { kind: 'realtime_call', id, undo: () => exchange.sendAnyway(hangUp(id)) },
    usage: () => undefined,
  };
}
