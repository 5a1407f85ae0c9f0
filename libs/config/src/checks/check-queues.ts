import { REQUEST_PRIORITIES } from '@multilane/contracts';
import type { ReportProblem } from '../file/fit-to-schema.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** A queue belongs to a limit, and no caller's default priority is above its highest. */
export const checkQueues: CrossCheck = (config, report) => {
  const teams = config.at('teams').items;
  const callers = [...teams, ...teams.flatMap((team) => team.at('api_keys').items)];
  const routes = [...config.at('virtual_models').items, ...config.at('routing_configs').items];
  const limited = [...callers, ...config.at('providers').items, ...config.at('models').items];
  for (const node of limited) checkQueue(node, report);
  for (const route of routes) checkQueuesOfTargets(route, report);
  for (const node of callers) comparePriorities(node, report);
};

/** The same for one place: a queue belongs to a limit. */
export const checkQueue: CrossCheck = (node, report) => {
  if (node.at('queue').exists && !node.at('max_parallel').number) {
    report(node.at('queue').path, 'needs max_parallel: without a limit no request waits');
  }
};

/** The same for the targets of one route. */
export const checkQueuesOfTargets: CrossCheck = (route, report) => {
  for (const target of route.at('targets').items) checkQueue(target, report);
};

const RANKS: readonly string[] = REQUEST_PRIORITIES;

function comparePriorities(node: ConfigNode, report: ReportProblem): void {
  const { text: priority } = node.at('priority');
  const { text: highest } = node.at('max_priority');
  if (priority === undefined || highest === undefined) return;
  if (RANKS.indexOf(priority) > RANKS.indexOf(highest)) {
    report(node.at('priority').path, 'must not be above max_priority');
  }
}
