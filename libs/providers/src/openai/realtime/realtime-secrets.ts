import { isRecord } from '@multilane/contracts';
import type { ClientSecretRequest, ExchangeCodec } from '../../exchange.js';

/** A secret begins sessions past the gateway: it may do so for no longer than this, in seconds. */
const LONGEST_SECRET_SECONDS = 600;

/** Secrets by which a browser reaches the provider itself (platform.openai.com, "Realtime client secrets"). */
export function createClientSecretsCodec(path: string): ExchangeCodec<ClientSecretRequest> {
  return {
    serve: async ({ expires_after: expiry, model: _model, session, ...others }, exchange) => {
      const { losses, target } = exchange;
      const asked = expiry?.seconds ?? LONGEST_SECRET_SECONDS;
      if (asked > LONGEST_SECRET_SECONDS) losses.lose('expires_after');
      const seconds = Math.min(asked, LONGEST_SECRET_SECONDS);
      const body = JSON.stringify({
        ...others,
        expires_after: { anchor: 'created_at', ...expiry, seconds },
        session: nameSessionModel(session, target.upstreamModel),
      });
      const answer = await exchange.send({ path, headers: { 'content-type': 'application/json' }, body });
      return {
        contentType: 'application/json',
        headers: { 'cache-control': 'no-store' },
        body: await answer.bytes(),
        usage: () => undefined,
      };
    },
  };
}

/** The model is in the session, or in its input if the session only transcribes. */
export function nameSessionModel(session: Readonly<Record<string, unknown>>, model: string): Record<string, unknown> {
  if (session.type !== 'transcription') return { ...session, model };
  const audio = isRecord(session.audio) ? session.audio : {};
  const input = isRecord(audio.input) ? audio.input : {};
  const transcription = isRecord(input.transcription) ? input.transcription : {};
  return { ...session, audio: { ...audio, input: { ...input, transcription: { ...transcription, model } } } };
}
