import type { Command } from 'commander';
import { ApiClient } from '../api/api-client.js';
import { checkUrl, credentialsPath, forgetConnection, saveConnection } from '../api/credentials.js';
import { act, type CliContext } from '../context.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

const TOKEN = /^[\x21-\x7e]{8,512}$/;

export function addLoginCommands(program: Command, context: CliContext): void {
  const login = program
    .command('login')
    .description('Saves the address of a service and a token, after the service has accepted the token.')
    .requiredOption('--url <address>', 'the address of the service, such as https://ai.example.com')
    .addHelpText(
      'after',
      '\nThe token comes from standard input or from MULTILANE_TOKEN: a PAT, or the token of a virtual account of the organization.\n  multilane login --url https://ai.example.com < token.txt\n',
    );
  act<[], { readonly url: string }>(context, login, async ({ options }) => {
    const token = context.environment.MULTILANE_TOKEN || (await context.terminal.readSecret());
    if (!TOKEN.test(token)) throw new CommandFailure('Standard input holds no token.', EXIT.wrongUsage);
    const connection = { url: checkUrl(options.url), token };
    const workspaces = await new ApiClient(connection, context.send).list('/admin/workspaces');
    const path = saveConnection(context.environment, connection);
    const names = workspaces.map(({ name }) => String(name));
    return {
      data: { url: connection.url, workspaces: names, file: path },
      text: `Signed in to ${connection.url}. Workspaces: ${names.join(', ') || 'none'}. Saved in ${path}.`,
    };
  });
  const logout = program
    .command('logout')
    .description('Forgets what login saved. The token stays valid until it is revoked.');
  act(context, logout, () => {
    forgetConnection(context.environment);
    const path = credentialsPath(context.environment);
    return { data: { file: path }, text: `Removed ${path}. Revoke the token if nothing else uses it.` };
  });
}
