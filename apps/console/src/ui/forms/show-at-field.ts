import i18next from 'i18next';
import { ApiFailure } from '../../api/client.js';
import { fieldOf } from '../form-values.js';
import { problemOf, sentenceOf } from '../route/problem-of.js';

/** A form, as far as the service finds problems in it. */
export interface ProblemForm {
  setFieldError(field: string, problem: string): void;
}

/**
 * Shows a failure at the field that it is about, in the reader's language where the console knows the kind of problem.
 *
 * @param sent Values that were sent, by the names of the form's fields
 * @returns False: it is about no field of the form, and belongs into a notice
 */
export async function showAtField(failure: unknown, sent: object, form: ProblemForm): Promise<boolean> {
  if (!(failure instanceof ApiFailure)) return false;
  const field = fieldOf(failure.param, sent);
  if (field === undefined) return false;
  form.setFieldError(field, await describeProblem(failure));
  return true;
}

/** Sentence about a field: the console's own for its kind, else that of the service. */
async function describeProblem(failure: ApiFailure): Promise<string> {
  const problem = problemOf(failure);
  if (problem === undefined) return failure.message;
  await i18next.loadNamespaces('problems');
  const { key, values } = sentenceOf(problem);
  return i18next.exists(key) ? i18next.t(key, values) : failure.message;
}
