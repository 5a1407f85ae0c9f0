import { ImportError } from '../import-result.js';

/** Place in a file of usage. */
export interface FilePlace {
  /** Name of the file, as a person knows it. */
  readonly file: string;
  /** Line at which the row begins, from 1 on. */
  readonly line: number;
}

/** A file of usage that cannot be read. The message begins with the file and the line, and quotes no value. */
export class UsageFileError extends ImportError {
  constructor(
    { file, line }: FilePlace,
    problem: string,
    readonly field?: string,
  ) {
    super(`${file}:${line}: ${field === undefined ? problem : `\`${field}\` ${problem}`}`);
  }
}
