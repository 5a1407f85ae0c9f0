import { loadConfigFile } from '@multilane/config';
import type { Command } from 'commander';
import { act, type CliContext } from '../context.js';

export function addCheckCommand(program: Command, context: CliContext): void {
  const command = program
    .command('check')
    .description('Checks a gateway.yaml and lists every problem with its line.')
    .argument('[file]', 'the file', 'gateway.yaml');
  act<[string], object>(context, command, ({ args: [path] }) => {
    const { config } = loadConfigFile(path, context.environment);
    const counts = {
      models: config.models.length,
      virtual_models: config.virtual_models.length,
      providers: config.providers.length,
      routing_configs: config.routing_configs.length,
      teams: config.teams.length,
      guardrails: config.guardrails.length,
    };
    const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
    return { data: { valid: true, ...counts }, text: `${path} is valid: ${words.join(', ')}.` };
  });
}
