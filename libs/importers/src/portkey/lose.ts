import type { Findings } from '../findings.js';
import type { GatewayDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';

/** Words in names of settings that say that something is refused or limited. */
export const RESTRICTING =
  /guardrail|hook|mutator|allow|block|den(y|ied)|limit|budget|restrict|expir|scope|polic|quota|enforce|require|(^|_)(only|max|min)(_|$)/;

interface Tools {
  readonly draft: GatewayDraft;
  readonly findings: Findings;
}

/** Reports a lost check of requests: until it is replaced, the result listens on this machine alone. */
export function lose({ draft, findings }: Tools, node: SourceNode, message: string): void {
  draft.server.host = '127.0.0.1';
  findings.opensAccess(node, `${message} The result listens on 127.0.0.1 only: change \`server.host\` then.`);
}
