import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/**
 * Ends a run with the line that every suite of the project ends with, and leaves the counts in the file that
 * MULTILANE_BROWSER_COUNTS names, from which the launcher makes the closing line of all suites.
 */
export default class CountReporter implements Reporter {
  private readonly counts = { passed: 0, failed: 0, skipped: 0, files: 0, seconds: 0, repeated: [] as string[] };
  private readonly files = new Set<string>();

  onTestEnd({ location, retries, title }: TestCase, { duration, retry, status }: TestResult): void {
    if (status === 'passed') this.counts.passed += 1;
    else if (status === 'skipped') this.counts.skipped += 1;
    else if (retry === retries) this.counts.failed += 1;
    if (status === 'passed' && retry > 0) this.counts.repeated.push(title);
    this.counts.seconds += duration / 1000;
    this.files.add(location.file);
    this.counts.files = this.files.size;
  }

  /** Something outside the tests, such as the start of the world. */
  onError(): void {
    this.counts.failed += 1;
  }

  onEnd(): void {
    const { failed, passed } = this.counts;
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    const file = process.env.MULTILANE_BROWSER_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.counts));
  }

  printsToStdio(): boolean {
    return false;
  }
}
