import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  type BodyRules,
  beginForm,
  ClientGone,
  chooseRequestId,
  type FormRules,
  isForm,
  pathOf,
  ReceivedForm,
  readForm,
  readJsonBody,
  readTextBody,
  refuseFaultyHead,
} from '@multilane/http';
import { holdBytes } from '@multilane/process';
import { toGatewayError } from '@multilane/providers';
import { REQUEST_LIMITS, sourceOf } from '@multilane/validation';
import { type Answerable, answerError } from '../delivery/answer-error.js';
import { answerHeadersFor } from '../delivery/answer-headers.js';
import { SocketSink } from '../delivery/socket-sink.js';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { EndpointFinder, type FoundEndpoint } from '../endpoints/find-endpoint.js';
import { isClientOfMessages } from '../endpoints/foreign-paths.js';
import { resourceSettings, writeChallenge } from '../endpoints/mcp/resource-metadata/resource-metadata.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import { usualKindOf } from '../recording/describe-request.js';
import type { Admission, IncomingRequest } from '../recording/request-parts.js';
import { recordDeparture, recordRefusal } from '../recording/settle-request.js';
import type { Admit } from './admit.js';
import type { HttpServices } from './http-services.js';

/** Takes a request that is for a model; false leaves it to whoever serves everything else. */
export type InferenceHandler = (incoming: IncomingMessage, response: ServerResponse) => boolean;

/** In bytes. */
export interface BodyLimits {
  readonly bodyBytes: number;
  readonly uploadBytes: number;
  /** Limit of requests that run later, and are stored until then. Default: that of others. */
  readonly laterBytes?: number;
}

/**
 * Serves what models are asked for straight from `node:http`: Fastify and Nest would add a sixth to the time of a request
 * (docs/performance.md), and all that these routes need of a framework is their path.
 */
export function createInferenceHandler(
  services: HttpServices,
  admit: Admit,
  limits: BodyLimits,
  endpoints = new EndpointFinder(),
): InferenceHandler {
  const rules: Rules = {
    json: { limitBytes: limits.bodyBytes, limits: REQUEST_LIMITS, compressed: true },
    form: { limitBytes: limits.uploadBytes },
  };
  const { bodyBytes, laterBytes = bodyBytes } = limits;
  const later: Rules = { ...rules, json: { ...rules.json, limitBytes: Math.min(bodyBytes, laterBytes) } };
  const messages: Rules = { ...rules, json: { ...rules.json, limitBytes: Math.min(bodyBytes, MESSAGE_BYTES) } };
  const conversations: Rules = { ...rules, json: { ...rules.json, keepsSource: true } };
  const boundsOf = ({ format, isA2a, isMcp, runsLaterAt }: EndpointDescriptor): Rules => {
    if (isMcp || isA2a) return messages;
    if (runsLaterAt !== undefined) return later;
    return format !== undefined && SENT_AS_WRITTEN.has(format.key) ? conversations : rules;
  };
  return (incoming, response) => {
    const path = pathOf(incoming.url ?? '');
    const found = endpoints.find(incoming.method ?? '', path);
    if (found === undefined) return false;
    // Files mean other things to such a client: it is told so by whoever answers unknown paths.
    if (found.endpoint.isFiles === true && isClientOfMessages(incoming.headers)) return false;
    void new InferenceRequest(services, found, path, incoming, response).serve(admit, boundsOf(found.endpoint));
    return true;
  };
}

/** The formats of conversations that providers take too: those get the client's own bytes. */
const SENT_AS_WRITTEN: ReadonlySet<string> = new Set(['chat', 'messages', 'responses', 'countTokens']);

/** A message of a client of MCP or A2A is checked in one turn of the event loop. */
const MESSAGE_BYTES = 1024 * 1024;

/** The body as the endpoint reads it: checked JSON, a form whose large files may still be arriving, or nothing. */
function readBody(incoming: IncomingMessage, kind: EndpointDescriptor['body'], { form, json }: Rules): unknown {
  if (kind === 'json') return readJsonBody(incoming, json);
  if (kind === 'multipart') return beginForm(incoming, form);
  if (kind === 'form')
    return isForm(incoming.headers['content-type']) ? beginForm(incoming, form) : readJsonBody(incoming, json);
  if (kind === 'sdp') return readOffer(incoming, form);
  return kind === 'none' ? undefined : incoming;
}

/** An offer has some kilobytes. */
const OFFER_BYTES = 256 * 1024;

async function readOffer(incoming: IncomingMessage, rules: FormRules): Promise<unknown> {
  const type = incoming.headers['content-type'] ?? '';
  if (isForm(type)) return readForm(incoming, { limitBytes: Math.min(rules.limitBytes, 4 * OFFER_BYTES) });
  if (/^\s*application\/sdp\s*(;|$)/i.test(type)) return readTextBody(incoming, OFFER_BYTES);
  throw new GatewayError('unsupported_media_type', {
    message: 'Send a multipart form, or `Content-Type: application/sdp`.',
  });
}

/** Bounds of the bodies that endpoints read. */
export interface Rules {
  readonly json: BodyRules;
  readonly form: FormRules;
}

/** Bodies of more bytes, and those whose length is not known, take several turns of the event loop to write. */
const LARGE_BYTES = 512 * 1024;

/** True if a body is so large that it must not be worked on at once. */
export function isLarge(headers: IncomingMessage['headers']): boolean {
  const { 'content-encoding': encoding, 'content-length': length } = headers;
  return encoding !== undefined || length === undefined || Number(length) > LARGE_BYTES;
}

/** One request for a model, from its head on. */
class InferenceRequest implements IncomingRequest, Answerable {
  readonly requestId: string;
  readonly method: string;
  readonly params: IncomingRequest['params'];
  readonly endpoint: string;
  readonly clientAddress: string | null;
  readonly headers: IncomingMessage['headers'];
  readonly isLarge: boolean;
  readonly answerHeaders: Record<string, string>;
  readonly isOfClient = true;
  admission: Admission | null = null;

  constructor(
    private readonly services: HttpServices,
    private readonly found: FoundEndpoint,
    readonly path: string,
    private readonly incoming: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.requestId = chooseRequestId(incoming);
    this.method = found.endpoint.route.method;
    this.params = found.params;
    this.endpoint = found.endpoint.name;
    // Now: a connection that ends has no address any more.
    this.clientAddress = services.readClientAddress(incoming);
    this.headers = incoming.headers;
    this.isLarge = isLarge(incoming.headers);
    this.answerHeaders = answerHeadersFor(path, this.requestId, this.headers, services.snapshots);
  }

  /** Kind of a request that is rejected before its body is read. */
  get kind(): RequestKind {
    return usualKindOf(this.found.endpoint);
  }

  /** Read only for the endpoints that ask for it. */
  get query(): URLSearchParams | undefined {
    const url = this.incoming.url ?? '';
    const mark = url.indexOf('?');
    return mark === -1 ? undefined : new URLSearchParams(url.slice(mark + 1));
  }

  /** Not the name that the request gives the host: anyone who sends it may write there what they like. */
  get loopbackOrigin(): string | undefined {
    const { localAddress = '', localPort } = this.incoming.socket;
    if (localAddress === '::1') return `http://[::1]:${localPort}`;
    const isLoopback = /^(?:::ffff:)?127\./.test(localAddress);
    return isLoopback ? `http://${localAddress.replace('::ffff:', '')}:${localPort}` : undefined;
  }

  /** Takes the credential before it reads anything else of a stranger's. Never rejects. */
  async serve(admit: Admit, rules: Rules): Promise<void> {
    const { services } = this;
    const { endpoint } = this.found;
    let admission: Admission | Promise<Admission>;
    let body: unknown;
    try {
      refuseFaultyHead(this.incoming);
      admission = admit(this.incoming);
      if (admission instanceof Promise) admission = await admission;
      this.admission = admission;
      body = await readBody(this.incoming, endpoint.body, rules);
    } catch (error) {
      this.refuse(error);
      return;
    }
    const length = sourceOf(body)?.length;
    // Little else of a request whose texts are not parsed would have V8 collect its young generation.
    const release = length === undefined ? undefined : holdBytes(length);
    await runPipeline(endpoint, { admission, body, request: this, services, sink: new SocketSink(this) });
    release?.();
    if (body instanceof ReceivedForm) await body.discard();
  }

  private refuse(thrown: unknown): void {
    if (thrown instanceof ClientGone) {
      recordDeparture(this.services, this);
      return;
    }
    const error = toGatewayError(thrown);
    if (error.code === 'internal_error') {
      this.services.logger.error({ request_id: this.requestId, err: thrown }, 'a request failed');
    }
    recordRefusal(this.services, this, error);
    const headers = error.status === 401 && this.found.endpoint.isMcp ? this.challenge() : undefined;
    // A small body comes in one read with its head: at the end of the turn it is there, and need not be waited for to be discarded.
    if (this.incoming.complete) answerError(this, error, headers);
    else setImmediate(answerError, this, error, headers);
  }

  /** Tells a client of MCP where it reads who signs its person in. */
  private challenge(): Record<string, string> | undefined {
    const hadToken = this.headers.authorization !== undefined;
    const challenge = writeChallenge(this.path, resourceSettings(this.services), hadToken);
    return challenge === undefined ? undefined : { 'www-authenticate': challenge };
  }
}
