/**
 * Limits of all charts of one document: their rows, the cells of these, and the letters of labels that are put together
 * from several levels.
 */
const MOST_ROWS = 50_000;
const MOST_CELLS = 200_000;
const MOST_LETTERS = 5_000_000;

/** A chart that would take more than is left for the document. */
export class ChartTooLarge extends Error {
  override readonly name = 'ChartTooLarge';
}

/**
 * Budget of the charts of one document. Few bytes can ask for many cells, each of some thousand series having its only
 * value in a row of its own: all is counted before it is made. Rejected cells are not counted.
 */
export class ChartBudget {
  #rows = MOST_ROWS;
  #cells = MOST_CELLS;
  #letters = MOST_LETTERS;

  takeTables(rows: number, cells: number): void {
    if (rows > this.#rows || cells > this.#cells) throw new ChartTooLarge();
    this.#rows -= rows;
    this.#cells -= cells;
  }

  takeLetters(letters: number): void {
    if (letters > this.#letters) throw new ChartTooLarge();
    this.#letters -= letters;
  }
}
