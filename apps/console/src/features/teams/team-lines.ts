import { EMPTY_TEAM, type TeamValues } from './queries.js';

/** Columns of a file of teams. The allowed models are separated by spaces; an empty cell allows all. */
export const TEAM_COLUMNS = [
  'name',
  'allowed_models',
  'rpm_limit',
  'tpm_limit',
  'max_parallel',
  'token_budget_monthly',
];

/** Reads a line of a file of teams. The service checks what it says. */
export function toTeamOfLine(cells: Readonly<Record<string, string>>): TeamValues {
  const models = cells.allowed_models ?? '';
  // A text that is no number is sent as it is, so that the report names the field: no number at all would be unlimited.
  const count = (name: string): number => {
    const text = cells[name] ?? '';
    return Number.isNaN(Number(text)) ? (text as unknown as number) : Number(text);
  };
  return {
    ...EMPTY_TEAM,
    name: cells.name ?? '',
    allowed_models: models === '' ? null : readModels(models),
    rpm_limit: count('rpm_limit'),
    tpm_limit: count('tpm_limit'),
    max_parallel: count('max_parallel'),
    token_budget_monthly: count('token_budget_monthly'),
  };
}

/** An export has the names as JSON. */
function readModels(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(/\s+/);
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.map(String) : [text];
  } catch {
    // Not JSON: the service says that there is no such model.
    return [text];
  }
}
