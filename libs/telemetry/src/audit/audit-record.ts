import type {
  BudgetCharge,
  GuardrailPhase,
  GuardrailVerdict,
  RequestKind,
  RequestOutcome,
  UsageSource,
} from '@multilane/contracts';

/** A call of a target that a request was routed to. */
export interface RoutingAttempt {
  readonly model: string;
  /** The provider's own name. */
  readonly provider: string;
  /** Absent in records of earlier versions, whose `provider` is the kind. */
  readonly provider_kind?: string;
  /** `success`, `cancelled`, `overtaken` by another target that answered first, or the code of the failure. */
  outcome: string;
  /** The provider's, where it answered with one that is no success. */
  status?: number;
  /** Time to the first byte of a stream, or to the whole answer. */
  ms: number;
  /** Milliseconds of waiting before it; of a second call, from the beginning of the first one. */
  waited_ms?: number;
  /** True for a call that was late, so that another one was made beside it. */
  late?: true;
  /** True for that other call. */
  hedge?: true;
  /** Tokens of a call that was overtaken: reported, or estimated. */
  total_tokens?: number;
  /** Cost of these tokens; absent for a model without a price. */
  cost_usd?: number;
}

/** Way of a request to the target that served it. */
export interface RoutingRecord {
  /** The virtual model or the routing config. */
  readonly route: string;
  readonly strategy: string;
  /** A session decided. */
  readonly sticky: boolean;
  /** Those that could serve it, in the order in which they were to be tried. */
  readonly candidates: readonly string[];
  /**
   * Those that were left out: by an error code, `out` for one that has failed too often recently, `for_long_prompts` for one that
   * only prompts which are too long for the others reach, or `provider_quota` for one whose provider says that too little is left.
   */
  readonly skipped: readonly { readonly model: string; readonly why: string }[];
  readonly attempts: readonly RoutingAttempt[];
  /** Expected costs that decided, in the order of the candidates; left out for strategies that compare none. */
  readonly costs?: readonly ExpectedCost[] | undefined;
}

/** Expected cost of a request at one target of its route. */
export interface ExpectedCost {
  readonly model: string;
  /** US dollars; null if the model has no price. */
  readonly usd: number | null;
  /** Tokens that the answer was expected to have. */
  readonly answer_tokens: number;
  /** True if the target was healthy; `cheapest_healthy` has the others last. */
  readonly healthy: boolean;
}

/** Finding of a guardrail; never the text. */
export interface GuardrailRecord {
  readonly name: string;
  readonly phase: GuardrailPhase;
  /** A finding, a failed checker or one that took too long, and whether it rejected, was only recorded, or let pass. */
  readonly result: Exclude<GuardrailVerdict, 'pass'>;
  readonly action: 'refused' | 'audited' | 'passed';
}

/** A limit that a request had to stay under. */
export interface LimitRecord {
  readonly scope: string;
  readonly unit: 'requests' | 'tokens';
  readonly window_seconds: number;
}

/**
 * Moment at which a client left that did not wait for the whole answer. `at_head`: within 50 ms of the head, which is
 * rather a proxy or a client that cannot read the answer than a person who stopped it. `unread`: it read nothing, and
 * the gateway left it.
 */
export type Departure = 'before_head' | 'at_head' | 'in_answer' | 'unread';

/** A call of a tool of an MCP server, or of a resource or a prompt by the name of the method. */
export interface ToolCallRecord {
  /** Null where none was named. */
  readonly server: string | null;
  /** Name that the server gives it. */
  readonly tool: string;
  /** Decision about sending the call to the server. */
  readonly decision: 'allowed' | 'refused';
}

/** Details from policies about a request beyond its outcome. */
export interface SemanticHitRecord {
  readonly kind: 'semantic';
  /** Cosine of the two questions' vectors; 1 if their words alone were compared. */
  readonly similarity: number;
  /** The request that was answered. */
  readonly request_id: string;
  /** Id of the policy; its name if it is of gateway.yaml. */
  readonly policy: string;
}

export interface AuditDetails {
  /** Limits of requests that one of them rejected, and of those whose caller asked for an explanation. */
  readonly limits?: readonly LimitRecord[];
  readonly routing?: RoutingRecord;
  /** The id of the request whose copy this is. */
  readonly shadow_of?: string;
  /** The id of the session that this was an answer of. */
  readonly session?: string;
  /** The prompt that was put before the request. The label is absent if the request named the version. */
  readonly prompt?: { readonly name: string; readonly version: number; readonly label?: string };
  /** The job that the request was run by. */
  readonly job_id?: string;
  /** The knowledge base that a model was asked for, or several: to read its documents, or to answer from it. */
  readonly kb_id?: string | undefined;
  readonly kb_ids?: readonly string[];
  /** The tool that was called, and the MCP server that has it. */
  readonly mcp?: ToolCallRecord;
  readonly guardrails?: readonly GuardrailRecord[];
  /** The parameters that the answer could not honour as they were asked for, as `X-Service-Adjusted` names them. */
  readonly adjusted?: readonly string[];
  /** Parts of the cost, in US dollars, if there are more than tokens of text at the standard price. */
  readonly cost?: Readonly<Record<string, number>>;
  /** The tier that served the answer, where it is not the standard one. */
  readonly service_tier?: string;
  /** Searches that the provider made for the answer. */
  readonly searches?: number;
  /** Moment at which the client left, if it did not wait for the end. */
  readonly client_left?: Departure;
  /** The question whose cached answer the request got, if it was not the same request. */
  readonly cache?: SemanticHitRecord;
  /** Time that the request waited for a limit of requests at the same time, in milliseconds. */
  readonly queued_ms?: number;
  /** The bytes of the file that the request brought, without the rest of the form. */
  readonly upload_bytes?: number;
  /** The bytes of a file or an image that were accepted for sending; of an aborted download, those sent until then. */
  readonly download_bytes?: number;
}

/**
 * One request as the audit log keeps it (docs/contract/audit.md#records): who asked for what, who served it, what it
 * used. Never a prompt, an answer or a credential. `null` is what did not apply or was not known.
 */
export interface AuditRecord {
  /** Time when the request arrived, RFC 3339 in UTC. */
  time: string;
  /** Our own id of the request (UUIDv7), made of that time; `request_id` may be the caller's, and come twice. */
  id: string;
  request_id: string;
  /** The route's name. */
  endpoint: string;
  method: string;
  /** Kind of the request: only a `call` is counted in usage. */
  kind: RequestKind;
  /** The HTTP status that was answered; null when the client left first. */
  status: number | null;
  error_code: string | null;
  organization: string | null;
  organization_id: string | null;
  workspace: string | null;
  workspace_id: string | null;
  team: string | null;
  team_id: string | null;
  /** The person behind a token or session, or the owner of a key. */
  user_id: string | null;
  /** The virtual account behind a token. */
  service_account_id: string | null;
  /** Kind of the caller's credential: `api_key`, `pat`, `vat`, `oidc`, `session`. */
  credential_type: string | null;
  /** The id of the key, token or session; null for one that the database does not hold. Never the credential. */
  credential_id: string | null;
  /** The credential's name: of a key or token its own, of a JWT its subject, of a session the person's address. */
  api_key_name: string | null;
  key_role: string | null;
  /** The model as the caller named it. */
  model: string | null;
  /** The model it resolved to. */
  logical_name: string | null;
  /** The provider's own name. */
  provider: string | null;
  provider_kind: string | null;
  /** The model that the provider was asked for. */
  upstream_model: string | null;
  streamed: boolean;
  duration_ms: number;
  time_to_first_byte_ms: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  total_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
  usage_source: UsageSource;
  /** Images that were made; absent if none were asked for, as the next two are. */
  images?: number;
  /** Unicode code points of the text that was spoken. */
  characters?: number;
  /** Seconds of audio, transcribed or spoken, as the provider reports them. */
  audio_seconds?: number;
  /** Calls to providers that the request took. */
  attempts: number;
  /** Result of the response cache; null if it was not asked. */
  cache: 'hit' | 'miss' | null;
  outcome: RequestOutcome;
  /** US dollars, when the model is priced. */
  cost_usd: number | null;
  /** Names the prices that `cost_usd` was computed with; null if there is no cost. */
  price_version: string | null;
  /** The IP address of the caller; null if `audit.client_address` is off. */
  client_address: string | null;
  /** Budgets that the request is charged to; empty if none applies. */
  charges: readonly BudgetCharge[];
  /** Tags by name; absent if there are none, as the next two are. */
  tags?: Readonly<Record<string, string>>;
  /** Customer of the caller that the request was made for. */
  customer?: string;
  /** Session of the client. */
  session?: string;
  /** Program that sent the request, by its User-Agent and the headers that it is known by; null if unknown. */
  client: string | null;
  client_version: string | null;
  /** Null if there is nothing to say. */
  details: AuditDetails | null;
}
