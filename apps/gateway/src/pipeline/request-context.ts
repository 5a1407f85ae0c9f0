import { ClientGone } from '@multilane/http';
import type { RequestPriority } from '@multilane/policy';
import type { Departure } from '@multilane/telemetry';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { type CallAsker, ModelCall } from '../model-calls/model-call.js';
import {
  type Admission,
  AskedRequest,
  type IncomingRequest,
  PlannedRequest,
  RequestEnding,
} from '../recording/request-parts.js';
import type { AnswerSink, ReaderListener } from '../services/answer-sink.js';
import type { PipelineServices } from './pipeline-services.js';
import { choosePriority } from './request-priority.js';

/** One request on its way through the pipeline, in four parts; a stage takes those that it needs. */
export class RequestContext implements ReaderListener, CallAsker {
  readonly asked: AskedRequest;
  readonly planned = new PlannedRequest();
  /** Attempts at providers. */
  readonly tried: ModelCall;
  readonly ended = new RequestEnding();
  /** Opens the stream of a client that has waited for too long; see `watchSilence`. */
  silence: NodeJS.Timeout | undefined = undefined;
  /** The stream was opened before there was an answer: a failure is reported inside it. */
  isOpenedEarly = false;

  constructor(
    endpoint: EndpointDescriptor,
    incoming: IncomingRequest,
    admission: Admission,
    /** The body as parsed JSON, not checked yet. */
    body: unknown,
    readonly sink: AnswerSink,
    readonly services: PipelineServices,
  ) {
    this.asked = new AskedRequest(endpoint, incoming, admission, body);
    this.tried = new ModelCall(this.asked, this.planned, services);
    this.tried.asker = this;
  }

  priorityAt(isShared: boolean): RequestPriority {
    return choosePriority(this, isShared);
  }

  readerLeft(when?: Departure): void {
    this.ended.departure = when;
    this.ended.answered = true;
    this.tried.cancel(new ClientGone());
  }
}
