import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '@multilane/auth';
import type { Snapshot } from '../snapshot/snapshot.js';

/** Who was let in, and the snapshot that says so; the request keeps both to its end. */
export interface Admission {
  readonly caller: Caller;
  readonly snapshot: Snapshot;
}

/** What is recorded of a request, whoever read it off the wire. */
export interface Arrival {
  readonly requestId: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The name that requests of its kind are counted and recorded by; undefined where no route has the path. */
  readonly endpoint: string | undefined;
  /** The IP address of the caller; null where it is not recorded. */
  readonly clientAddress: string | null;
  /** Null on public routes and for strangers. */
  readonly admission: Admission | null;
}

/** A request and where its answer goes. */
export interface Exchange extends Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  /** Headers of every answer, refusals included, in lower case. */
  readonly answerHeaders: Readonly<Record<string, string>>;
}
