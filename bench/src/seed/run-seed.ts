import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seedCompany } from './seed-company.js';

const USAGE = `pnpm seed:console <folder> [options]

Fills a new folder with the data of a company: 20 teams, 300 keys, 30 people and 50,000 requests of 60 days, budgets that are nearly spent,
alerts, evaluations, runs, conversations and knowledge. The same seed makes the same company. Takes some minutes.

  --database <url>    a PostgreSQL that is empty, instead of the embedded database of the folder
  --requests <count>  default: 50000
  --days <count>      default: 60
  --seed <number>     default: 1

Then start it in that folder: node <repository>/apps/standalone/dist/main.js. Everybody's password is in company.json of the folder.
`;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      database: { type: 'string' },
      requests: { type: 'string', default: '50000' },
      days: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  });
  const [requests, days, seed] = [values.requests, values.days, values.seed].map(Number) as [number, number, number];
  const isUsable =
    [requests, days].every((count) => Number.isSafeInteger(count) && count > 0) && Number.isSafeInteger(seed);
  const [folder] = positionals;
  if (values.help || folder === undefined || positionals.length > 1 || !isUsable) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  await seedCompany({
    folder: resolve(folder),
    databaseUrl: values.database,
    requests,
    days,
    seed,
    now: Date.now(),
    note: (text) => void process.stderr.write(`${text}\n`),
  });
  return 0;
}

process.exitCode = await main();
