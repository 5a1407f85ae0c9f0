import type { Caller } from '@multilane/auth';
import type { AnyRequest, EndpointName, Usage } from '@multilane/contracts';
import type { CheckPool } from '@multilane/policy';
import type { CallServices } from '../model-calls/model-call.js';
import type { Snapshot, Target } from '../snapshot/snapshot.js';
import type { EndpointTexts } from './texts/endpoint-texts.js';

/** The part of a request that guards need on its way through the pipeline. */
export interface GuardedExchange {
  readonly asked: {
    readonly caller: Caller;
    readonly snapshot: Snapshot;
    readonly requestId: string;
    readonly idSeed: string;
    readonly endpoint: { readonly name: EndpointName };
  };
  readonly planned: {
    readonly model: { readonly logicalName: string } | undefined;
    readonly serving: { readonly target: CountedTarget };
  };
  readonly tried: {
    /** Usage that the provider reported, once its answer is there. */
    readonly usage: Usage | undefined;
  };
  readonly services: CallServices & { readonly checks: CheckPool };
}

/** Request to the provider, and its target. */
export interface GuardedPlan {
  readonly format: { readonly texts: EndpointTexts };
  readonly request: AnyRequest;
  readonly target: CountedTarget;
}

/** Target whose tokenizer counts. */
export interface CountedTarget {
  readonly provider: Pick<Target['provider'], 'kind' | 'upstreamModel'>;
}
