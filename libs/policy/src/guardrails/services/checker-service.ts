import type { GuardrailPhase, GuardrailVerdict } from '@multilane/contracts';
import type { TextRole } from '../text-part.js';

/** Text of a request or an answer, as checkers get it. */
export interface CheckedText {
  readonly role: TextRole;
  readonly text: string;
}

/** Settings of a guardrail that its service may read. */
export interface ServiceSettings {
  readonly project?: string | undefined;
  readonly threshold?: number | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly language?: string | undefined;
  /** How long a verdict about the same texts holds. Left out or 0: each time the service is asked. */
  readonly cache_seconds?: number | undefined;
}

export interface ServiceQuestion {
  readonly phase: GuardrailPhase;
  readonly model: string;
  readonly requestId: string;
  readonly settings: ServiceSettings;
}

/** Language of a service that judges texts: how it is asked, and what its answer means. */
export interface CheckerService {
  /** Query of the address, where the operator gave none. */
  readonly query?: string;
  /** Most characters of one call. Longer texts are cut, each piece with the end of the one before. */
  readonly longest: number;
  /** Roles of the texts of a request that it judges. Left out: all. */
  readonly roles?: ReadonlySet<TextRole>;
  /** True if one call has all the texts, each with its role; otherwise the texts of a role are joined. */
  readonly isConversation?: boolean;
  /** Body of the call for texts of at most `longest` characters together. */
  ask(texts: readonly CheckedText[], question: ServiceQuestion): object;
  /** `failure` for an answer that is none of the service. */
  judge(answer: Answer, settings: ServiceSettings): GuardrailVerdict;
}

/** JSON that a service answered; members may be anything. */
export type Answer = Readonly<Record<string, unknown>>;

/** Verdict of a member that must be true or false. */
export function judgeFlag(flag: unknown): GuardrailVerdict {
  if (typeof flag !== 'boolean') return 'failure';
  return flag ? 'finding' : 'pass';
}

/** Verdict of a member that must have one of two values. */
export function judgeWord(word: unknown, passes: string, finds: string): GuardrailVerdict {
  if (word === finds) return 'finding';
  return word === passes ? 'pass' : 'failure';
}

export const joinTexts = (texts: readonly CheckedText[]): string => texts.map(({ text }) => text).join('\n\n');
