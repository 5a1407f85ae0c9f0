import { toTextTable } from '@multilane/contracts';
import type { Command } from 'commander';
import { plain } from '../answer.js';
import { act, type CliContext, openClient } from '../context.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

const PATH = '/admin/keys';
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

export function addKeyCommands(program: Command, context: CliContext): void {
  const group = program.command('keys').description('API keys: list, create, rotate, disable, enable and delete.');

  const list = group
    .command('list')
    .description('Lists keys, newest first.')
    .option('--team <name>', 'only keys of this team');
  act<[], { team?: string }>(context, list, async ({ options }) => {
    const rows = await openClient(context).list(PATH, options.team === undefined ? {} : { team: options.team });
    const lines = rows.map((row) =>
      [
        row.id,
        row.name,
        row.team,
        row.key_hint,
        row.disabled ? 'disabled' : 'enabled',
        row.last_used_at ?? 'never',
      ].map(plain),
    );
    return { data: rows, text: toTextTable(['ID', 'NAME', 'TEAM', 'KEY', 'STATE', 'LAST USED'], lines) };
  });

  const create = group
    .command('create')
    .description('Creates a key and prints it. It is not shown again.')
    .argument('<name>', 'name for people')
    .requiredOption('--team <name>', 'the team that it belongs to')
    .option('--role <role>', 'member, editor or admin')
    .option('--rpm <count>', 'requests per minute', toNumber)
    .option('--tpm <count>', 'tokens per minute', toNumber)
    .option('--parallel <count>', 'requests at the same time', toNumber)
    .option('--budget <usd>', 'US dollars per month', toNumber)
    .option('--expires <time>', 'when it expires, such as 2027-01-31T00:00:00Z');
  act<[string], CreateOptions>(context, create, async ({ args: [name], options }) => {
    const made = await openClient(context).call('POST', PATH, {
      name,
      team: options.team,
      role: options.role,
      rpm_limit: options.rpm,
      tpm_limit: options.tpm,
      max_parallel: options.parallel,
      budget_usd_monthly: options.budget,
      expires_at: options.expires,
    });
    return { data: made, text: plain(made.key) };
  });

  const rotate = group
    .command('rotate')
    .description('Gives a key a new plaintext and prints it. The old one stops working.')
    .argument('<id>', 'id of the key', toId)
    .option('--grace <seconds>', 'seconds for which the old plaintext still works', toNumber);
  act<[string], { grace?: number }>(context, rotate, async ({ args: [id], options }) => {
    const made = await openClient(context).call('POST', `${PATH}/${id}/rotate`, { grace_seconds: options.grace });
    return { data: made, text: plain(made.key) };
  });

  for (const verb of ['disable', 'enable'] as const) {
    const command = group
      .command(verb)
      .description(verb === 'disable' ? 'Rejects the key until it is enabled.' : 'Accepts the key again.')
      .argument('<id>', 'id of the key', toId);
    act<[string], object>(context, command, async ({ args: [id] }) => {
      const row = await openClient(context).call('POST', `${PATH}/${id}/${verb}`);
      return { data: row, text: `${verb === 'disable' ? 'Disabled' : 'Enabled'} ${plain(row.name)}.` };
    });
  }

  const remove = group.command('delete').description('Deletes a key.').argument('<id>', 'id of the key', toId);
  act<[string], object>(context, remove, async ({ args: [id] }) => {
    await openClient(context).call('DELETE', `${PATH}/${id}`);
    return { data: { id, deleted: true }, text: 'Deleted.' };
  });
}

interface CreateOptions {
  readonly team: string;
  readonly role?: string;
  readonly rpm?: number;
  readonly tpm?: number;
  readonly parallel?: number;
  readonly budget?: number;
  readonly expires?: string;
}

function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new CommandFailure('A number of 0 or more is needed here.', EXIT.wrongUsage);
}

function toId(text: string): string {
  if (ID.test(text)) return text;
  throw new CommandFailure('The id of a key is needed here: see `multilane keys list`.', EXIT.wrongUsage);
}
