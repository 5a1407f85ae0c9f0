import type { FormField, FormRequest, MediaUsage } from '@multilane/contracts';
import type { ExchangeAnswer, ProviderExchange } from '../../exchange.js';
import { writeForm } from '../../shared/texts/write-form.js';
import type { ProviderTarget } from '../../target.js';
import { relayAnswer } from './relay-answer.js';

/** Derives the address of an endpoint from its path in the reference format. */
export type PathOf = (target: ProviderTarget, path: string) => string;

/** Sending of a request to a provider of the reference format, as a form or as JSON, whichever it came as. */
export interface Sending {
  /** Below the base URL. */
  readonly path: string;
  /** Members or fields instead of those that came; `model` among them. */
  readonly set: Readonly<Record<string, string>>;
  readonly omit?: ReadonlySet<string>;
  /** Throws for a field with which a form must not be sent; see `FormChanges`. */
  readonly check?: (field: FormField) => void;
  /** Use that the request alone states. */
  readonly known?: MediaUsage;
  /** The type of an answer that names none. */
  readonly answerType: string;
}

/** Sends a request on and relays its answer as it comes. */
export async function sendRequest(
  request: Readonly<FormRequest>,
  exchange: ProviderExchange,
  { answerType, check, known = {}, omit = NOTHING, path, set }: Sending,
): Promise<ExchangeAnswer> {
  const { form } = request;
  const sent =
    form === undefined
      ? writeJson(request, set, omit)
      : await writeForm(form, { set, omit, ...(check && { check }) }, exchange.idSeed);
  return relayAnswer(await exchange.send({ path, ...sent }), known, answerType);
}

const NOTHING: ReadonlySet<string> = new Set();

function writeJson(request: Readonly<FormRequest>, set: Readonly<Record<string, string>>, omit: ReadonlySet<string>) {
  const { form: _form, ...members } = request;
  const sent = Object.entries({ ...members, ...set }).filter(([name]) => !omit.has(name));
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(sent)) };
}
