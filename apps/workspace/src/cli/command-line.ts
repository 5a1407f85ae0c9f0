import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import {
  type Actor,
  type Database,
  type DatabaseWithSecrets,
  type OrganizationRecord,
  openDatabase,
  SecretBox,
} from '@multilane/persistence';
import type { Command } from 'commander';
import type { Answer } from './answer.js';
import { CommandFailure, EXIT } from './exit-codes.js';
import { findInstall, type Install, type InstallOptions } from './install.js';

export interface GlobalOptions extends InstallOptions {
  readonly json?: boolean;
}

/** Shared tools of the commands. */
export class CommandLine {
  private found: Install | undefined;

  constructor(private readonly options: GlobalOptions) {}

  /** Configuration and database of the services. @throws ConfigError, CommandFailure */
  get install(): Install {
    this.found ??= findInstall(this.options);
    return this.found;
  }

  /** Actor of changes, as the audit trail shows it. */
  get actor(): Actor {
    return { type: 'operator', id: null, name: `workspace:cli (${nameOfUser()})` };
  }

  /**
   * Opens the database for as long as `work` takes. Changes are not announced to the services, which find them by
   * themselves within a second.
   */
  async withDatabase<Result>(work: (database: DatabaseWithSecrets) => Promise<Result>): Promise<Result> {
    const { location, encryptionKey } = this.install;
    const secretBox = encryptionKey === undefined ? undefined : SecretBox.fromKeys(encryptionKey);
    const database = await openDatabase({ ...location, secretBox });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** The organization of that name, or the one of gateway.yaml. @throws CommandFailure if there is none */
  async findOrganization(
    { organizations }: Pick<Database, 'organizations'>,
    name = this.install.config.organization.name,
  ): Promise<OrganizationRecord> {
    const found = await organizations.findByName(name);
    if (found) return found;
    throw new CommandFailure(
      `There is no organization "${name}". The workspace makes that of gateway.yaml at its start; \`org create\` makes another.`,
    );
  }

  /** Reports the progress of long work, separately from the result. */
  showProgress(line: string): void {
    process.stderr.write(`${line}\n`);
  }

  /** All of standard input, without the line's end. */
  async readSecret(): Promise<string> {
    if (process.stdin.isTTY) {
      throw new CommandFailure('Standard input is a terminal, which would show the password. Send it through a pipe.');
    }
    return (await text(process.stdin)).replace(/\r?\n$/, '');
  }

  print({ data, text: words, hasFailures = false }: Answer): void {
    process.stdout.write(this.options.json ? `${JSON.stringify(data, null, 2)}\n` : `${words}\n`);
    if (hasFailures) process.exitCode = EXIT.failed;
  }
}

/** Does `work` when the command is called, and prints what it answers. Arguments come as the command declares them. */
export function act<Arguments extends readonly unknown[], Options>(
  command: Command,
  work: (line: CommandLine, given: { readonly args: Arguments; readonly options: Options }) => Promise<Answer> | Answer,
): void {
  command.action(async () => {
    const options = command.optsWithGlobals<Options & GlobalOptions>();
    const line = new CommandLine(options);
    line.print(await work(line, { args: command.processedArgs as unknown as Arguments, options }));
  });
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that no account has.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
