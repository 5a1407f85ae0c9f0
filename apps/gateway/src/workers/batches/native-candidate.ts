import type { AnyRequest } from '@multilane/contracts';
import type { BatchCodec, BatchEndpoint } from '@multilane/providers';
import type { RequestContext } from '../../pipeline/request-context.js';
import { isWatched } from '../../pipeline/stages/guard-input.stage.js';
import type { ServedModel } from '../../snapshot/snapshot.js';

/** A line as its provider's own batch takes it. */
export interface NativeLine {
  readonly model: ServedModel;
  readonly codec: BatchCodec;
  readonly endpoint: BatchEndpoint;
  /** JSON in the provider's words. */
  readonly body: string;
}

/** The codec for a model's own batches; undefined where its provider has none. */
export function findBatchCodec({ isBeyondReference, source, target }: ServedModel): BatchCodec | undefined {
  const codec = target.adapter?.batches;
  if (codec === undefined || source !== 'config') return undefined;
  return codec.isBeyondReference && !isBeyondReference ? undefined : codec;
}

/**
 * A checked line in the words of its provider's own batches; undefined where it has to run by itself: its model has several targets,
 * its provider has no such batches, or something has to look at the request or its answer on the way.
 */
export function toNativeLine(context: RequestContext): NativeLine | undefined {
  const { asked, planned, tried } = context;
  const { model, plan, route } = planned;
  if (model === undefined || plan === undefined || route !== undefined || asked.routingConfig !== undefined)
    return undefined;
  const codec = findBatchCodec(model);
  const endpoint = plan.endpoint as BatchEndpoint;
  if (!codec?.endpoints.includes(endpoint) || isWatched(context)) return undefined;
  // Headers belong to a request of their own.
  if (plan.codec.forwardedHeaders?.some((name) => asked.headers[name] !== undefined)) return undefined;
  if (plan.codec.headersOf?.(plan.request as Readonly<AnyRequest>, plan.target.provider) !== undefined)
    return undefined;
  const bodies = plan.codec.encode(plan.request as Readonly<AnyRequest>, plan.target.provider, tried);
  tried.takeLosses();
  const [body] = bodies;
  return bodies.length === 1 && body !== undefined ? { model, codec, endpoint, body } : undefined;
}

/** Determines if all lines of a batch may go to one provider's own batch. */
export class NativeCandidate {
  private line: NativeLine | undefined = undefined;
  private isRuledOut = false;
  private lines = 0;
  private bytes = 0;

  constructor(isAllowed: boolean) {
    this.isRuledOut = !isAllowed;
  }

  add(context: RequestContext): void {
    if (this.isRuledOut) return;
    const line = toNativeLine(context);
    if (line === undefined || (this.line !== undefined && line.model !== this.line.model)) {
      this.isRuledOut = true;
      return;
    }
    this.line ??= line;
    this.lines += 1;
    this.bytes += Buffer.byteLength(line.body);
    const { maxBytes, maxLines } = line.codec;
    if (this.lines > maxLines || this.bytes > maxBytes) this.isRuledOut = true;
  }

  /** The logical name of the model whose provider may run the batch. */
  get model(): string | null {
    return this.isRuledOut ? null : (this.line?.model.logicalName ?? null);
  }
}
