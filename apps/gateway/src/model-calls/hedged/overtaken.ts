/** Ends a call because another one for the same request has answered first. */
export class Overtaken extends Error {
  constructor() {
    super('another target answered first');
  }
}
