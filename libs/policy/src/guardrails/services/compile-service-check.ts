import { type CheckerServiceName, type GuardrailVerdict, isRecord } from '@multilane/contracts';
import type { HttpCheckerConfig } from '../definition.js';
import type { Check } from '../guardrail.js';
import type { PostJson } from '../http.js';
import { describePart } from '../http.js';
import type { CheckedText, CheckerService, ServiceQuestion } from './checker-service.js';
import { SERVICES } from './list-services.js';
import { rememberVerdict } from './verdict-cache.js';

/** Calls of one check at most, and those at the same time: services bill by call, and limit how many come at once. */
const MOST_CALLS = 32;
const AT_ONCE = 4;

/** Characters that a piece repeats of the one before, so that nothing hides where a text is cut. */
const OVERLAP = 500;

/** Asks a service that judges texts, in its own language. All calls of a check share the time limit; what cannot be asked is a failure. */
export function compileServiceCheck(name: CheckerServiceName, config: HttpCheckerConfig, post: PostJson): Check {
  const service = SERVICES[name];
  const url = service.query === undefined || config.url.includes('?') ? config.url : `${config.url}?${service.query}`;
  const asker = JSON.stringify([name, config]);
  return async ({ phase, model, organizationId, requestId, parts }) => {
    const roles = phase === 'before' ? service.roles : undefined;
    const texts = parts.map(describePart).filter(({ role, text }) => text.trim() !== '' && (roles?.has(role) ?? true));
    const calls = splitTexts(texts, service);
    if (calls === undefined) return 'failure';
    const question: ServiceQuestion = { phase, model, requestId, settings: config };
    const signal = AbortSignal.timeout(config.timeout_ms);
    const ask = async (call: readonly CheckedText[]): Promise<GuardrailVerdict> => {
      try {
        const answer = await post(url, config.headers, JSON.stringify(service.ask(call, question)), signal);
        // Presidio answers a bare list.
        const members = Array.isArray(answer) ? { entities: answer } : answer;
        return isRecord(members) ? service.judge(members, config) : 'failure';
      } catch {
        // A verdict of its own: it is counted, and blocks where the guardrail says so.
        return 'failure';
      }
    };
    return askInTurns(calls, (call) =>
      rememberVerdict(asker, [organizationId, model, phase, call], config.cache_seconds ?? 0, () => ask(call)),
    );
  };
}

/** One finding decides, so the rest is not asked. */
async function askInTurns(
  calls: readonly (readonly CheckedText[])[],
  ask: (call: readonly CheckedText[]) => Promise<GuardrailVerdict>,
): Promise<GuardrailVerdict> {
  let verdict: GuardrailVerdict = 'pass';
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    const verdicts = await Promise.all(calls.slice(start, start + AT_ONCE).map(ask));
    if (verdicts.includes('finding')) return 'finding';
    if (verdicts.includes('failure')) verdict = 'failure';
  }
  return verdict;
}

/** Texts in calls of at most the service's length; undefined if there are too many. Each call of a service without conversations has one role. */
function splitTexts(texts: readonly CheckedText[], service: CheckerService): CheckedText[][] | undefined {
  const calls: CheckedText[][] = [];
  let length = 0;
  for (const text of texts) {
    for (const piece of cut(text, service.longest)) {
      const current = calls.at(-1);
      const fits = length + piece.text.length <= service.longest;
      if (current && fits && (service.isConversation === true || current[0]?.role === piece.role)) current.push(piece);
      else {
        calls.push([piece]);
        length = 0;
      }
      if (calls.length > MOST_CALLS) return undefined;
      // Texts of one call are joined by two line breaks.
      length += piece.text.length + 2;
    }
  }
  return calls;
}

function* cut({ role, text }: CheckedText, longest: number): Generator<CheckedText> {
  for (let start = 0; ; start = beforePair(text, start + longest - OVERLAP)) {
    const end = start + longest;
    yield { role, text: text.slice(start, beforePair(text, end)) };
    if (end >= text.length) return;
  }
}

/** The position, or the one before it where that would part the halves of a character. */
function beforePair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc_00 && code <= 0xdf_ff ? at - 1 : at;
}
