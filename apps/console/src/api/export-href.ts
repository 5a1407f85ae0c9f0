import { basePath } from './client.js';

/** Address of a file with every row that a query means. The session's cookie goes with it. */
export function exportHref(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${basePath()}${path}${text === '' ? '' : `?${text}`}`;
}
