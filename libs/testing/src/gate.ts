/** Gate that holds calls of a test back: they wait here while it is shut. It is open at first. */
export class Gate {
  /** Number of calls that wait now. */
  waiting = 0;
  private opened: Promise<void> | undefined = undefined;
  private release = (): void => undefined;

  shut(): void {
    this.opened = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  /** Lets those through who wait, and all who come later. */
  open(): void {
    this.opened = undefined;
    this.release();
  }

  async pass(): Promise<void> {
    this.waiting += 1;
    await this.opened;
    this.waiting -= 1;
  }
}
