import { Argument, type Command } from 'commander';
import { act, type CliContext } from '../context.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof SHELLS)[number];

export function addCompletionCommand(program: Command, context: CliContext): void {
  const command = program
    .command('completion')
    .description('Prints completion for a shell: `source <(multilane completion bash)`.')
    .addArgument(new Argument('<shell>', 'the shell').choices([...SHELLS]));
  act<[Shell], object>(context, command, ({ args: [shell] }) => {
    const script = WRITERS[shell](listWords(program));
    return { data: { shell, script }, text: script.trimEnd() };
  });
}

/** Words that may follow each chain of commands: `import` → `litellm`, `portkey`, options. */
interface Words {
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly flag: string; readonly description: string }[];
}

function listWords(command: Command, path = ''): Words[] {
  const own = {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), description: each.description() })),
    options: [...command.options, ...(command.parent?.options ?? [])].flatMap(({ long, description }) =>
      long === undefined || long === null ? [] : [{ flag: long, description }],
    ),
  };
  return [own, ...command.commands.flatMap((each) => listWords(each, `${path} ${each.name()}`.trim()))];
}

const wordsOf = ({ commands, options }: Words): string =>
  [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag), '--help'].join(' ');

function writeBash(all: readonly Words[]): string {
  const cases = all.map((words) => `    "${words.path}") words="${wordsOf(words)}" ;;`);
  return `_multilane() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _multilane multilane
`;
}

function writeZsh(all: readonly Words[]): string {
  const cases = all.map((each) => `    "${each.path}") suggestions=(${wordsOf(each)}) ;;`);
  return `#compdef multilane
_multilane() {
  local chain="" word
  local -a suggestions
  for word in \${words[2,CURRENT-1]}; do
    case "$word" in -*) ;; *) chain="\${chain:+$chain }$word" ;; esac
  done
  case "$chain" in
${cases.join('\n')}
    *) _files; return ;;
  esac
  compadd -- $suggestions
}
compdef _multilane multilane
`;
}

function writeFish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, commands, options }) => {
    const condition =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ');
    return [
      ...commands.map(({ name, description }) => fishLine(condition, `-a ${name}`, description)),
      ...options.map(({ flag, description }) => fishLine(condition, `-l ${flag.slice(2)}`, description)),
    ];
  });
  return `complete -c multilane -f -n '__fish_use_subcommand'\n${lines.join('\n')}\n`;
}

function fishLine(condition: string, what: string, description: string): string {
  return `complete -c multilane -n '${condition}' ${what} -d '${description.replaceAll("'", "\\'")}'`;
}

const WRITERS: Readonly<Record<Shell, (all: readonly Words[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};
