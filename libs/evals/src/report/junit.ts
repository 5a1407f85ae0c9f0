/** A case of a target, as a report shows it. */
export interface JunitCase {
  readonly key: string;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly graderErrors: number;
  readonly seconds: number;
}

export interface JunitSuite {
  /** The target. */
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/**
 * A report in the XML of JUnit, with one suite for each target. A case fails if one of its graded answers does, and has an error if none
 * of its answers has a grade. It holds no question and no answer.
 */
export function writeJunit(name: string, suites: readonly JunitSuite[]): string {
  const lines = suites.flatMap(({ cases, name: target }) => {
    const failures = cases.filter(({ failed }) => failed > 0).length;
    const errors = cases.filter(isError).length;
    const attributes = `tests="${cases.length}" failures="${failures}" errors="${errors}" time="${timeOf(cases)}"`;
    return [
      `  <testsuite name="${escapeXml(target)}" ${attributes}>`,
      ...cases.map((item) => writeCase(item, target)),
      '  </testsuite>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}">`,
    ...lines,
    '</testsuites>',
    '',
  ].join('\n');
}

function writeCase(item: JunitCase, target: string): string {
  const { errors, failed, graderErrors, key, passed } = item;
  const open = `    <testcase name="${escapeXml(key)}" classname="${escapeXml(target)}" time="${item.seconds.toFixed(3)}"`;
  const total = passed + failed + errors + graderErrors;
  if (failed > 0) return `${open}><failure message="${failed} of ${total} answers failed"/></testcase>`;
  if (isError(item)) {
    const message = `no answer has a grade: ${errors} errors of the target, ${graderErrors} of graders`;
    return `${open}><error message="${message}"/></testcase>`;
  }
  return `${open}/>`;
}

function isError({ failed, passed }: JunitCase): boolean {
  return passed + failed === 0;
}

function timeOf(cases: readonly JunitCase[]): string {
  let seconds = 0;
  for (const item of cases) seconds += item.seconds;
  return seconds.toFixed(3);
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no control characters but tab and line breaks, not even escaped. */
function escapeXml(text: string): string {
  return text
    .replace(/(?![\n\r\t])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => NAMED[character] ?? character);
}
