import { isRecord, type ResponsesRequest } from '@multilane/contracts';
import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import type { AnswerFacts, StreamWriter } from '../descriptor.js';
import { buildResponse } from './build-response.js';
import { echoOwnWords } from './echo-own-words.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Relays the stream of a provider that speaks the Responses format: every event as it came. A failure is reported by `response.failed`
 * with the response as the client was told that it began, and the next number (docs/contract/responses.md#events).
 */
export class NativeResponsesWriter implements StreamWriter<unknown> {
  readonly #facts: AnswerFacts;
  readonly #request: Readonly<ResponsesRequest>;
  /** The response as it began; undefined before. */
  #begun: Members | undefined;
  /** Last event that was relayed: it has the number of the last event. */
  #last: object | string | undefined;

  constructor(facts: AnswerFacts, request: Readonly<ResponsesRequest>) {
    this.#facts = facts;
    this.#request = request;
  }

  write(event: unknown, raw: string | undefined): string {
    const members = event as Members | undefined;
    if (members !== undefined) this.#last = members;
    else if (raw?.includes('"sequence_number"')) this.#last = raw;
    const own = members && this.#echo(members);
    if (this.#begun === undefined && isRecord(own?.response)) this.#begun = own.response;
    if (raw !== undefined && own === members) return raw;
    return own === undefined ? '' : writeEvent(own);
  }

  /** Some events hold the response, which repeats words of the request. */
  #echo(event: Members): Members {
    const { response } = event;
    if (!isRecord(response)) return event;
    const echoed = echoOwnWords(response, this.#request);
    return echoed === response ? event : { ...event, response: echoed };
  }

  end(): string {
    return '';
  }

  fail(error: GatewayError): string {
    const failed = { status: 'failed' as const, error: toErrorEnvelope(error).error };
    const begun = this.#begun;
    const response =
      begun === undefined
        ? buildResponse(this.#request, this.#facts, {
            ...failed,
            incomplete_details: null,
            model: this.#facts.model,
            output: [],
            usage: null,
            serviceTier: undefined,
          })
        : { ...begun, ...failed };
    const type = 'response.failed';
    return writeEvent({ type, sequence_number: readNumber(this.#last) + 1, response });
  }
}

function writeEvent(event: Members): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The number of an event; one that came unread has it in its text. -1 if there was none. */
function readNumber(event: object | string | undefined): number {
  if (typeof event !== 'string') return Number((event as Members | undefined)?.sequence_number ?? -1);
  const [, digits] = /"sequence_number":\s*(\d+)/.exec(event) ?? [];
  return digits === undefined ? -1 : Number(digits);
}
