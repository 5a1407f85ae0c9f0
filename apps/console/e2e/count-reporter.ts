import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** A file as the launcher adds it up (`scripts/summary-reporter.mjs` writes the same). */
interface FileResult {
  readonly path: string;
  readonly project: 'browser';
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  readonly failures: string[];
  readonly reasons: string[];
  readonly repeated: string[];
}

const NO_REASON = 'no reason was given';

/**
 * Ends a run with the line that every suite of the project ends with, and leaves the results by file in the file that
 * MULTILANE_BROWSER_COUNTS names, from which the launcher makes the closing line of all suites.
 */
export default class CountReporter implements Reporter {
  private readonly files = new Map<string, FileResult>();

  onTestEnd({ location, retries, title }: TestCase, { duration, error, retry, status }: TestResult): void {
    const file = this.fileOf(location.file);
    file.seconds += duration / 1000;
    if (status === 'passed') file.passed += 1;
    else if (status === 'skipped') file.skipped += 1;
    else if (retry === retries) {
      file.failed += 1;
      file.failures.push(title);
      file.reasons.push(`${title}: ${error?.message ?? NO_REASON}`);
    }
    if (status === 'passed' && retry > 0) file.repeated.push(title);
  }

  /** Something outside the tests, such as the start of the world. */
  onError(error: TestError): void {
    const file = this.fileOf('outside the tests');
    file.failed += 1;
    file.reasons.push(error.message ?? NO_REASON);
  }

  onEnd(): void {
    const results = [...this.files.values()];
    const count = (of: 'passed' | 'failed') => results.reduce((sum, file) => sum + file[of], 0);
    process.stdout.write(`${count('passed')} passed, ${count('failed')} failed\n`);
    const file = process.env.MULTILANE_BROWSER_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(results));
  }

  printsToStdio(): boolean {
    return false;
  }

  private fileOf(path: string): FileResult {
    const before = this.files.get(path);
    if (before !== undefined) return before;
    const file: FileResult = {
      path,
      project: 'browser',
      passed: 0,
      failed: 0,
      skipped: 0,
      seconds: 0,
      failures: [],
      reasons: [],
      repeated: [],
    };
    this.files.set(path, file);
    return file;
  }
}
