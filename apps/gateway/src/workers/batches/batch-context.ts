import type { Caller } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { BatchHold, BatchToRun, Database } from '@multilane/persistence';
import type { StoredFiles } from '../../database/stored-files.js';
import { BATCH_LINE_ENDPOINTS } from '../../endpoints/batches/batches.endpoint.js';
import type { EndpointDescriptor } from '../../endpoints/descriptor.js';
import type { Admission, IncomingRequest, JobOfRequest } from '../../recording/request-parts.js';
import { findCaller } from '../job-identity.js';
import type { WorkerServices } from '../worker-services.js';
import type { BatchDetails, BatchIdentity } from './describe-batch.js';

/** Services that work on batches needs. */
export interface BatchServices {
  /** Settings in effect. */
  readonly settings: () => GatewayConfig['batches'];
  readonly database: Pick<Database, 'batches' | 'batchLines'>;
  readonly files: StoredFiles;
  readonly services: WorkerServices;
}

/** Interval between look-ups of the batch's creator, in milliseconds. */
const LOOK_UP_EVERY_MS = 5_000;

/** Lines of more characters take several turns of the event loop to write. */
const LARGE_CHARACTERS = 512 * 1024;

/** A batch in the hands of this worker, as its lines need it. */
export class BatchContext {
  readonly endpoint: EndpointDescriptor;
  readonly details: BatchDetails;
  readonly hold: BatchHold;
  private admission: Promise<Admission> | undefined = undefined;
  private lookedUpAt = 0;

  constructor(
    readonly batch: BatchToRun,
    readonly services: WorkerServices,
  ) {
    const { endpoint: path, fence, id } = batch;
    const endpoint = BATCH_LINE_ENDPOINTS.find(({ route }) => route.path === path);
    if (endpoint === undefined) throw new GatewayError('unsupported_endpoint');
    this.endpoint = endpoint;
    this.details = parseBoundedJson(batch.details) as BatchDetails;
    this.hold = { id, fence };
  }

  /** Creator of the batch as of its creation: answers of a provider's own batch are charged to it. */
  get caller(): Caller {
    return this.details.caller;
  }

  /**
   * Admits the creator of the batch to the snapshot in effect.
   *
   * @throws GatewayError 401 where the credential can be used no more, 503 where that cannot be known now
   */
  admit(): Promise<Admission> {
    const now = performance.now();
    if (this.admission !== undefined && now - this.lookedUpAt < LOOK_UP_EVERY_MS) return this.admission;
    this.lookedUpAt = now;
    const found = this.lookUp();
    this.admission = found;
    // The caller that waits for it gets the error; the next one looks again.
    found.catch(() => {
      this.admission = undefined;
    });
    return found;
  }

  /** A line as a request of its own. */
  requestOf(requestId: string, admission: Admission, characters: number, job?: JobOfRequest): IncomingRequest {
    const { clientAddress, headers } = this.details;
    return {
      requestId,
      method: 'POST',
      path: this.batch.endpoint,
      endpoint: this.endpoint.name,
      clientAddress,
      admission,
      headers,
      isLarge: characters > LARGE_CHARACTERS,
      ...(job && { job }),
    };
  }

  private async lookUp(): Promise<Admission> {
    const { database, snapshots } = this.services;
    const snapshot = snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const caller = await findCaller(this.batch.identity as BatchIdentity, snapshot, database?.identities);
    return { caller, snapshot };
  }
}
