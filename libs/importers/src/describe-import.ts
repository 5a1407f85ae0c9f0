import { FINDING_STATUSES, type FindingStatus, type ImportResult } from './import-result.js';

const TITLES: Readonly<Record<FindingStatus, string>> = {
  opens_access: 'Opens access: a restriction that cannot be kept. What it restricts stays closed',
  exact: 'Exact: the same behaviour',
  approximate: 'Approximate: imported, with a difference',
  manual: 'Manual: do these yourself',
  unsupported: 'Unsupported: left out',
};

/** The report as text, for a person. */
export function describeImport({ findings, variables, problems }: ImportResult): string {
  const parts = FINDING_STATUSES.flatMap((status) => {
    const ofStatus = findings.filter((finding) => finding.status === status);
    if (ofStatus.length === 0) return [];
    const lines = ofStatus.map(({ path, message }) => `  ${path}\n    ${message}`);
    return [`${TITLES[status]} (${ofStatus.length})`, ...lines, ''];
  });
  if (variables.length > 0) {
    parts.push('Set these environment variables', ...variables.map(({ name, kind }) => `  ${name} (${kind})`), '');
  }
  if (problems.length > 0) parts.push('The result is not valid yet', ...problems.map((problem) => `  ${problem}`), '');
  return parts.join('\n').trimEnd();
}
