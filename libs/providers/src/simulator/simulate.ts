import { simulateChat } from './simulate-chat.js';
import { simulateCompletions } from './simulate-completions.js';
import { simulateDecision } from './simulate-decision.js';
import { simulateEmbeddings } from './simulate-embeddings.js';
import { simulateRerank } from './simulate-rerank.js';
import { refuse, refuseLength, type SimulatedAnswer } from './simulated-answer.js';
import type { SimulationFacts } from './simulation-facts.js';

type Simulation = (requestBody: string, facts: SimulationFacts) => SimulatedAnswer;

/** Simulation at each path of the simulator's address, and the prefix of its ids. */
const SIMULATIONS: ReadonlyMap<string, readonly [idPrefix: string, simulation: Simulation]> = new Map([
  ['/v1/chat/completions', ['chatcmpl-', simulateChat]],
  ['/v1/completions', ['cmpl-', simulateCompletions]],
  ['/v1/embeddings', ['', simulateEmbeddings]],
  ['/v1/rerank', ['rerank-', simulateRerank]],
  ['/v1/systemone', ['', simulateDecision]],
]);

/** The context window, in characters of the request: what is read in one turn of the event loop must take little time. */
const MAX_REQUEST_CHARACTERS = 512 * 1024;

/** Answers a request to the simulator at `path`, deterministically and in the format of the endpoint. */
export function simulate(path: string, requestBody: string, facts: SimulationFacts): SimulatedAnswer {
  const found = SIMULATIONS.get(path);
  if (found === undefined) return refuse(404, 'invalid_request_error', 'The simulator has no such endpoint.');
  if (requestBody.length > MAX_REQUEST_CHARACTERS) return refuseLength();
  const [idPrefix, simulation] = found;
  try {
    return simulation(requestBody, { ...facts, id: idPrefix + facts.id });
  } catch (error) {
    // A schema that contains itself, or whose bounds no memory could hold.
    if (error instanceof RangeError)
      return refuse(400, 'invalid_request_error', 'The schema is too large for the simulator.');
    throw error;
  }
}
