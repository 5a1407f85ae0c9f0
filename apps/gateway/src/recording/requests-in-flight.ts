/** Requests that are served, or whose end is still being recorded. */
export class RequestsInFlight {
  private count = 0;
  private onNone: (() => void) | undefined = undefined;

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count === 0) this.onNone?.();
  }

  /** Resolves when there are none, or after so many milliseconds. */
  async waitForNone(limitMs: number): Promise<void> {
    if (this.count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.onNone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
