import type { DecisionAnswer, DecisionQuestion, DecisionRequest, DecisionResponse } from '@multilane/contracts';
import { ProviderFailure } from '@multilane/providers';

/** Largest remainder of a sum of rounded probabilities. */
const ROUNDING = 1e-6;

/**
 * The provider's answer itself, when each of its answers fits a question: "An answer whose name or type fits no
 * question is a 502; a question without an answer is passed on as absent" (docs/contract/decision.md#answers). Expects
 * what the adapter decoded, and throws a `ProviderFailure` that repeats no name of the caller's.
 */
export function checkAnswers(answer: object, request: Readonly<DecisionRequest>): object {
  const { answers } = answer as DecisionResponse;
  for (const [name, given] of Object.entries(answers)) {
    if (!Object.hasOwn(request.questions, name)) throw misfit('its name is none of the questions');
    const question = request.questions[name];
    if (question !== undefined) checkAnswer(given, question);
  }
  return answer;
}

function checkAnswer(answer: DecisionAnswer, question: DecisionQuestion): void {
  if (answer.type !== question.type) throw misfit('its type is not that of the question');
  if (answer.type === 'choice' && question.type === 'choice') {
    const options = [answer.choice, ...Object.keys(answer.probabilities)];
    if (!options.every((option) => Object.hasOwn(question.criteria, option))) {
      throw misfit('it chooses what is no option of the question');
    }
  }
  if (answer.type === 'score' && question.type === 'score') {
    const highest = question.criteria.length - 1;
    if (answer.score < -ROUNDING || answer.score > highest + ROUNDING)
      throw misfit('its score is beyond the levels of the question');
  }
}

function misfit(why: string): ProviderFailure {
  return new ProviderFailure('provider_error', { detail: `an answer fits no question: ${why}` });
}
