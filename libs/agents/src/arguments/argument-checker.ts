import { createHash } from 'node:crypto';
import { INVALID_SCHEMA, NOT_CHECKED } from './find-argument-problem.js';

/** Schema, and the value that is checked against it. */
export interface ArgumentQuestion {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/**
 * Runs `findArgumentProblem` where it holds up nobody. Rejects where it was stopped; `reason` says why.
 *
 * @param tenant those who wrote the schema
 */
export type RunArgumentCheck = (tenant: string, question: ArgumentQuestion) => Promise<string | undefined>;

/** Schemas that took too long or too much memory: they are not tried again. */
const MOST_SLOW = 1_000;
const TOO_LONG = 'The schema of the tool takes too long to check. The tool cannot be called.';

/** True if a problem is one of the schema or the check, and not of the checked value. */
export function couldNotCheck(problem: string): boolean {
  return problem === TOO_LONG || problem === NOT_CHECKED || problem === INVALID_SCHEMA;
}

/** Checks arguments of tools against their JSON Schemas: whatever people define, it holds neither the event loop nor the checks of others. */
export class ArgumentChecker {
  readonly #slow = new Set<string>();

  constructor(private readonly run: RunArgumentCheck) {}

  /** Describes the problem of arguments in words for the model; undefined if there is none. Never rejects. */
  async check(tenant: string, schema: Readonly<Record<string, unknown>>, value: unknown): Promise<string | undefined> {
    if (this.#slow.size > 0 && this.#slow.has(digest(schema))) return TOO_LONG;
    try {
      return await this.run(tenant, { schema, value });
    } catch (error) {
      const { reason } = error as { readonly reason?: unknown };
      if (reason !== 'time' && reason !== 'memory') return NOT_CHECKED;
      if (this.#slow.size >= MOST_SLOW) this.#slow.clear();
      this.#slow.add(digest(schema));
      return TOO_LONG;
    }
  }
}

function digest(schema: object): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('base64');
}
