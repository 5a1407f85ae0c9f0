import type { Command } from 'commander';
import { act } from '../command-line.js';

export function addMigrateCommand(program: Command): void {
  const migrate = program
    .command('migrate')
    .summary('bring the schema up to date')
    .description(
      'Brings the schema of the database up to date, all or nothing, as the workspace does at its start. Services of the last release run on meanwhile.',
    );

  act(migrate, (line) =>
    line.withDatabase(async (database) => {
      const { applied } = await database.migrate();
      const text = applied.length === 0 ? 'The schema was up to date.' : `Applied: ${applied.join(', ')}.`;
      return { data: { applied }, text };
    }),
  );
}
