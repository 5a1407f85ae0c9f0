import type { PiiRules } from './pii-rules.js';
import { Placeholders } from './placeholders.js';
import { findEntity, type ScanPlan } from './scan-text.js';
import type { Replacements } from './text-rewriter.js';

/** Redaction by PII rules of one request and its answer: the placeholders are the same in both. */
export class PiiSession {
  readonly placeholders: Placeholders;
  /** For the texts of the request; undefined if they stay. */
  readonly input: Replacements | undefined;
  /** For what the client is given; undefined if it stays. */
  readonly answer: Replacements | undefined;
  readonly thoughts: Replacements | undefined;
  /** For what is stored of the request and the answer: nothing is put back. */
  readonly stored: Replacements;

  constructor(readonly rules: PiiRules) {
    this.placeholders = new Placeholders(rules.form);
    this.input = rules.redact && new Redaction(rules.redact, this.placeholders);
    this.answer = rules.answer && new AnswerRewriting(rules.answer, this.placeholders);
    this.thoughts = rules.thoughts && new Redaction(rules.thoughts, this.placeholders);
    this.stored = new Redaction(rules.stored, this.placeholders);
  }

  /**
   * True if values of the answer are hidden. Thoughts are rewritten wherever they are; values are not put back into
   * them.
   */
  get hides(): boolean {
    return this.thoughts !== undefined;
  }

  /** Finds the entity for which a text of the request must not continue. */
  blocks(text: string): string | undefined {
    return this.rules.block && findEntity(text, this.rules.block);
  }
}

class Redaction implements Replacements {
  constructor(
    readonly plan: ScanPlan,
    private readonly placeholders: Placeholders,
  ) {}

  replace(entity: string, value: string): string {
    return entity === 'placeholder' ? value : this.placeholders.placeholderOf(entity, value);
  }
}

/** Puts the person's own values back, and hides the others. */
class AnswerRewriting implements Replacements {
  constructor(
    readonly plan: ScanPlan,
    private readonly placeholders: Placeholders,
  ) {}

  replace(entity: string, value: string): string {
    if (entity === 'placeholder') return this.placeholders.ownValueOf(value) ?? value;
    const mayStay = this.plan.form !== undefined && this.placeholders.isOwnValue(value);
    return mayStay ? value : this.placeholders.placeholderOf(entity, value);
  }
}
