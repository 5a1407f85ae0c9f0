import { ImportError } from '../../import-result.js';
import type { SourceRow } from '../usage-row.js';
import type { BillLine, TokenKind } from './reconciliation.js';

/** Lines of a bill at most: a year of a hundred models has fewer. */
const MOST_LINES = 50_000;

interface Growing {
  requests: number;
  readonly tokens: Record<TokenKind, number>;
  cost: bigint;
  readonly costs: Partial<Record<SourceRow['costKind'], bigint>>;
}

/** Sums rows of a bill by day of UTC and model. Rows of counts and of money complete each other. */
export class BillCollector {
  private readonly lines = new Map<string, Growing>();
  private hasCounts = false;
  private hasCost = false;
  private hasRequests = false;
  rowCount = 0;

  /** @throws ImportError for more days and models than a bill may have */
  add(row: SourceRow): void {
    this.rowCount += 1;
    const place = JSON.stringify([row.at.toISOString().slice(0, 10), row.model ?? '']);
    let line = this.lines.get(place);
    if (line === undefined) {
      if (this.lines.size >= MOST_LINES) throw new ImportError(`The bill has more than ${MOST_LINES} days and models.`);
      line = { requests: 0, tokens: { input: 0, cached_input: 0, output: 0 }, cost: 0n, costs: {} };
      this.lines.set(place, line);
    }
    if (row.part !== 'cost') {
      this.hasCounts = true;
      this.hasRequests ||= row.requests > 0;
      line.requests += row.requests;
      line.tokens.input += row.promptTokens - row.cachedTokens;
      line.tokens.cached_input += row.cachedTokens;
      line.tokens.output += row.completionTokens;
    }
    if (row.part !== 'usage') {
      this.hasCost = true;
      line.cost += row.cost;
      line.costs[row.costKind] = (line.costs[row.costKind] ?? 0n) + row.cost;
    }
  }

  /** Lines by day and model. Requests, tokens and money are null where no file of the bill has them. */
  get bill(): BillLine[] {
    return [...this.lines].map(([place, line]) => {
      const [day = '', model = ''] = JSON.parse(place) as string[];
      return {
        day,
        model,
        requests: this.hasRequests ? line.requests : null,
        tokens: this.hasCounts ? line.tokens : null,
        cost: this.hasCost ? line.cost : null,
        costs: line.costs,
      };
    });
  }
}
