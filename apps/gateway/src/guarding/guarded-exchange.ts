import type { Caller } from '@multilane/auth';
import type { AnyRequest, EndpointName, Usage } from '@multilane/contracts';
import type { CheckPool } from '@multilane/policy';
import type { CallServices } from '../model-calls/model-call.js';
import type { Snapshot, Target } from '../snapshot/snapshot.js';
import type { EndpointTexts } from './texts/endpoint-texts.js';

/** What guards must know of a request on its way through the pipeline. */
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
    /** What the provider reported, once its answer is there. */
    readonly usage: Usage | undefined;
  };
  readonly services: CallServices & { readonly checks: CheckPool };
}

/** What a provider is asked, and which one. */
export interface GuardedPlan {
  readonly format: { readonly texts: EndpointTexts };
  readonly request: AnyRequest;
  readonly target: CountedTarget;
}

/** Whose tokenizer counts. */
export interface CountedTarget {
  readonly provider: Pick<Target['provider'], 'kind' | 'upstreamModel'>;
}
