import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ClientSecretRequest } from '@multilane/providers';
import {
  collectNames,
  compileRequestSchema,
  type RequestSchema,
  refuseOtherCase,
  requireJsonObject,
} from '@multilane/validation';
import type { EndpointDescriptor } from '../descriptor.js';
import { exchangeFormat } from '../exchange-format.js';

const SCHEMA: RequestSchema = {
  type: 'object',
  description: 'a JSON object',
  properties: {
    session: {
      type: 'object',
      rawInteger: false,
      description: 'an object that names its model',
    },
    expires_after: {
      type: 'object',
      description: 'an object with `seconds`',
      properties: {
        anchor: { enum: ['created_at'], description: '`created_at`' },
        seconds: { type: 'integer', minimum: 10, maximum: 7_200, description: 'an integer from 10 to 7200' },
      },
    },
  },
  required: ['session'],
};

const checkShape = compileRequestSchema(SCHEMA);

/** POST /v1/realtime/client_secrets (docs/contract/realtime.md#client-secrets). */
export const CLIENT_SECRETS: EndpointDescriptor<ClientSecretRequest> = {
  name: 'realtime.client_secrets',
  route: { method: 'POST', path: '/v1/realtime/client_secrets' },
  recordedAs: 'write',
  body: 'json',
  answers: ['json'],
  docs: {
    summary: 'A short-lived secret with which a browser opens a realtime session at the provider.',
    answer: 'The secret as `value`, when it expires, and the session.',
    schema: SCHEMA,
  },
  format: undefined,
  exchange: exchangeFormat('clientSecrets', 'realtime', 'requests'),
  opensSession: true,
  modelTypes: ['realtime', 'transcription'],
  source: 'catalog',
  validate: readClientSecretRequest,
};

function readClientSecretRequest(body: unknown): ClientSecretRequest {
  const members = requireJsonObject(body);
  checkShape(members);
  const request = members as ClientSecretRequest;
  const { model, param } = modelOfSession(request.session);
  if (typeof model !== 'string' || model === '') {
    throw new GatewayError('invalid_value', { param, message: `The field \`${param}\` is required.` });
  }
  return { ...request, model };
}

const inside = (properties: Readonly<Record<string, RequestSchema>>): RequestSchema => ({ properties });

/** Places of model names in a session. */
const SESSION_NAMES = collectNames([
  inside({
    type: {},
    model: {},
    audio: inside({ input: inside({ transcription: inside({ model: {} }) }) }),
  }),
]);

/** The model that a session names, and where. @throws GatewayError where a provider could read another one */
export function modelOfSession(session: Readonly<Record<string, unknown>>): { param: string; model: unknown } {
  refuseOtherCase(session, SESSION_NAMES, 'session');
  if (session.type !== 'transcription') return { param: 'session.model', model: session.model };
  return { param: 'session.audio.input.transcription.model', model: modelOfTranscription(session) };
}

function modelOfTranscription({ audio }: Readonly<Record<string, unknown>>): unknown {
  const input = isRecord(audio) ? audio.input : undefined;
  const transcription = isRecord(input) ? input.transcription : undefined;
  return isRecord(transcription) ? transcription.model : undefined;
}
