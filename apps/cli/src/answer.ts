import { EXIT, type ExitCode } from './exit-codes.js';

/** Result of a command. */
export interface Answer {
  /** For a program, with `--json`. */
  readonly data: unknown;
  /** For a person. */
  readonly text: string;
  readonly exitCode?: ExitCode;
}

/** Input and output of commands. */
export interface Terminal {
  write(text: string): void;
  /** Progress and errors, apart from the result. */
  writeError(text: string): void;
  /** All of standard input; rejects where a person would have to type it visibly. */
  readSecret(): Promise<string>;
}

export function printAnswer(
  terminal: Terminal,
  { data, text, exitCode = EXIT.done }: Answer,
  asJson: boolean,
): ExitCode {
  terminal.write(asJson ? `${JSON.stringify(data, null, 2)}\n` : `${text}\n`);
  return exitCode;
}

/** Text of a service for a terminal: without characters that steer it. */
export function plain(text: unknown): string {
  return String(text ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
}
