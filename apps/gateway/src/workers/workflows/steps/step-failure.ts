import { GatewayError } from '@multilane/errors';
import { RunDataTooLarge, type WorkflowFailure } from '@multilane/persistence';
import { TemplateError } from '@multilane/workflows';
import { HttpCallFailure } from '../../http-calls/http-caller.js';
import { ExpressionError } from '../../tenant-code/tenant-code.js';

/** Reason of a step's failure; says if another attempt may succeed. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
  /** The request and the answer, if they are known, for whoever looks for the reason. */
  shown: { readonly input?: unknown; readonly output?: unknown } = {};

  constructor(
    readonly code: string,
    message: string,
    readonly isTemporary = false,
    /** Wait that the other side asks for, in seconds. */
    readonly askedSeconds?: number | undefined,
  ) {
    super(message);
  }

  /** The same failure, with what was sent or answered. */
  showing(more: StepFailure['shown']): this {
    this.shown = { ...this.shown, ...more };
    return this;
  }

  get failure(): WorkflowFailure {
    return { code: this.code, message: this.message };
  }
}

/** Does what a step does with an input: its failure shows the input. */
export async function showingInput<Result>(input: unknown, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStepFailure(error)?.showing({ input }) ?? error;
  }
}

/**
 * Turns a step's error into a failure of its run; undefined for an error that is not the step's, such as a database that is away: the step
 * is begun again then.
 */
export function toStepFailure(error: unknown): StepFailure | undefined {
  if (error instanceof StepFailure) return error;
  if (error instanceof RunDataTooLarge) {
    return new StepFailure('input_too_large', 'The steps before this one put out too much for it to read.');
  }
  if (error instanceof TemplateError) return new StepFailure('template_failed', error.message);
  if (error instanceof ExpressionError) return new StepFailure('expression_failed', error.message);
  if (error instanceof HttpCallFailure) return new StepFailure(error.code, error.message, error.isTemporary);
  if (error instanceof GatewayError) {
    const { code, message, status } = error;
    const isTemporary = status >= 500 || status === 429 || code === 'provider_rate_limited';
    return new StepFailure(code, message, isTemporary);
  }
  return undefined;
}
