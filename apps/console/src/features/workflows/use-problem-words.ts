import { useTranslation } from 'react-i18next';
import { problemOf, sentenceOf } from '../../ui/route/problem-of.js';
import { fieldOfProblem, partOfProblem } from './problem-field.js';
import type { Problem } from './queries.js';

/** Writes problems of a graph in the reader's language: the label of the field, and a sentence about it. */
export function useProblemWords(): (problem: Problem) => string {
  const { i18n, t } = useTranslation(['workflows', 'problems']);
  return ({ message, path, problem }) => {
    const { key, values } = sentenceOf(problemOf({ details: { problem } }));
    // A newer service may know kinds that this console does not.
    const sentence = problem !== null && i18n.exists(key) ? t(key, values) : message;
    const field = fieldOfProblem(path);
    const part = partOfProblem(path);
    if (field === undefined && part === undefined) return sentence;
    const name =
      field === undefined
        ? t(`part.${part}`)
        : t(`step.${field.key}`, { number: field.number, defaultValue: field.key });
    return t('problemOf', { name, sentence });
  };
}
