import { simulateChat } from './simulate-chat.js';
import { simulateCompletions } from './simulate-completions.js';
import { simulateDecision } from './simulate-decision.js';
import { simulateEmbeddings } from './simulate-embeddings.js';
import { simulateRerank } from './simulate-rerank.js';
import { refuse, type SimulatedAnswer } from './simulated-answer.js';
import type { SimulationFacts } from './simulation-facts.js';

type Simulation = (requestBody: string, facts: SimulationFacts) => SimulatedAnswer;

/** What the simulator answers at each path of its address. */
const SIMULATIONS: ReadonlyMap<string, Simulation> = new Map([
  ['/v1/chat/completions', simulateChat],
  ['/v1/completions', simulateCompletions],
  ['/v1/embeddings', simulateEmbeddings],
  ['/v1/rerank', simulateRerank],
  ['/v1/systemone', simulateDecision],
]);

/** Answers a request to the simulator at `path`, deterministically and in the format of the endpoint. */
export function simulate(path: string, requestBody: string, facts: SimulationFacts): SimulatedAnswer {
  const simulation = SIMULATIONS.get(path);
  if (simulation === undefined) return refuse(404, 'invalid_request_error', 'The simulator has no such endpoint.');
  return simulation(requestBody, facts);
}
