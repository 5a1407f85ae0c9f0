import { linesOf } from '../../ui/header-lines.js';

/** US dollars of one call, by the name of the tool. */
type ToolPrices = Readonly<Record<string, number>>;

const MOST_USD = 1_000_000;
/** The name of a tool can contain colons. */
const LINE = /^([\x21-\x7e]{1,128}?)\s*:\s*\$?(\d+(?:\.\d+)?(?:e-?\d+)?)$/;

/** A line for each tool: `search: 0.01`. */
export function writeToolPrices(prices: object): string {
  return Object.entries(prices)
    .map(([name, usd]) => `${name}: ${String(usd)}`)
    .join('\n');
}

/** The reverse of `writeToolPrices`; null for no lines. Lines that are no price are left out: `areToolPrices` says so before. */
export function readToolPrices(text: string): ToolPrices | null {
  const prices = linesOf(text).flatMap((line) => readLine(line) ?? []);
  return prices.length === 0 ? null : Object.fromEntries(prices.map(({ name, usd }) => [name, usd]));
}

/** True if every line is the price of a tool, and no tool has two. */
export function areToolPrices(text: string): boolean {
  const prices = linesOf(text).map(readLine);
  const names = new Set(prices.map((price) => price?.name));
  return names.size === prices.length && prices.every((price) => price !== undefined && price.usd <= MOST_USD);
}

function readLine(line: string): { readonly name: string; readonly usd: number } | undefined {
  const [, name, usd] = LINE.exec(line.trim()) ?? [];
  return name === undefined || usd === undefined ? undefined : { name, usd: Number(usd) };
}
