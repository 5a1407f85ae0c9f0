import type { UploadForm } from '@multilane/contracts';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { RealtimeCallRequest } from '@multilane/providers';
import { NON_EMPTY_STRING, objectOf } from '@multilane/validation';
import type { EndpointDescriptor } from '../descriptor.js';
import { exchangeFormat } from '../exchange-format.js';
import { readModelName, readQuery } from '../stored-objects.js';
import { modelOfSession } from './client-secrets.endpoint.js';

const SCHEMA = objectOf(
  'a form',
  {
    session: { ...NON_EMPTY_STRING, description: 'the session with its model, as JSON' },
    sdp: { ...NON_EMPTY_STRING, description: "the browser's offer, as SDP" },
  },
  ['sdp'],
);

/** Offers and sessions have some kilobytes. */
const LONGEST_FIELD = 256 * 1024;

/** POST /v1/realtime/calls (docs/contract/realtime.md#calls). */
export const REALTIME_CALLS: EndpointDescriptor<RealtimeCallRequest> = {
  name: 'realtime.calls',
  route: { method: 'POST', path: '/v1/realtime/calls' },
  body: 'sdp',
  query: { model: 'A realtime model, unless `session` or the header X-Service-Model names one.' },
  answers: ['sdp'],
  docs: {
    summary: 'Begins a WebRTC call between a browser and a realtime model.',
    answer: "The provider's SDP, and the call in the header Location.",
    schema: SCHEMA,
  },
  format: undefined,
  exchange: exchangeFormat('realtimeCalls', 'realtime', 'requests'),
  opensSession: true,
  modelTypes: ['realtime', 'transcription'],
  source: 'catalog',
  validate: (body, _params, query, headers) => {
    const { sdp, session } = typeof body === 'string' ? { sdp: body, session: {} } : readCallForm(body as UploadForm);
    if (!/^\s*v=0\r?\n/.test(sdp))
      throw refuse('sdp', 'The field `sdp` must be an SDP offer, which begins with `v=0`.');
    const model = modelOfSession(session).model ?? readModelName(query, headers);
    if (typeof model !== 'string' || model === '') {
      const message =
        'Name the model in `session.model`, in the query (`?model=<name>`) or in the header X-Service-Model.';
      throw new GatewayError('missing_model', { param: 'session.model', message });
    }
    return { model, sdp, session: { type: 'realtime', ...session }, query: readQuery(query) };
  },
};

function readCallForm(form: UploadForm): { sdp: string; session: Record<string, unknown> } {
  for (const { name } of form.files) {
    if (name === 'sdp' || name === 'session') throw refuse(name, `\`${name}\` must be a plain field, not a file.`);
  }
  for (const { name, value } of form.fields) {
    if (name !== 'sdp' && name !== 'session') throw refuse(name, 'The form may have the fields `sdp` and `session`.');
    if (form.fields.filter((each) => each.name === name).length > 1) throw refuse(name, `\`${name}\` is there twice.`);
    if (value.length > LONGEST_FIELD) throw refuse(name, `\`${name}\` is too long.`);
  }
  const sdp = form.field('sdp');
  if (sdp === undefined) throw refuse('sdp', 'The field `sdp` is required.');
  return { sdp, session: readSession(form.field('session') ?? '{}') };
}

function readSession(text: string): Record<string, unknown> {
  try {
    const session: unknown = parseBoundedJson(text);
    if (isRecord(session)) return session;
  } catch {
    // Rejected below.
  }
  throw refuse('session', 'The field `session` must be a JSON object.');
}

function refuse(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', { param: param.slice(0, 100), message });
}
