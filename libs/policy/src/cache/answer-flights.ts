import type { StoredAnswer } from './stored-answer.js';

/** Longest that a request waits for another one's answer, in milliseconds; it asks the provider then. */
const LONGEST_WAIT_MS = 30_000;

interface Flight {
  readonly answer: Promise<StoredAnswer | undefined>;
  end(answer: StoredAnswer | undefined): void;
}

/** Lead of a flight: the request that asks the provider. */
export type FlightLead = Pick<Flight, 'end'>;

/**
 * Identical requests that run at the same time in this process (docs/contract/cache.md#in-flight): the first asks the provider, and the others
 * wait for its answer instead of asking too.
 */
export class AnswerFlights {
  readonly #flights = new Map<string, Flight>();

  /** @param longestWaitMs for tests */
  constructor(private readonly longestWaitMs = LONGEST_WAIT_MS) {}

  /** Number of requests that others may wait for. */
  get size(): number {
    return this.#flights.size;
  }

  /**
   * Joins the requests with this key. The first becomes the lead, and must end the flight, with its answer or without one. The others get the
   * promise of that answer: undefined if there is none, or none in time.
   */
  join(key: string): FlightLead | Promise<StoredAnswer | undefined> {
    const flight = this.#flights.get(key);
    if (flight !== undefined) return flight.answer;
    return this.#begin(key);
  }

  #begin(key: string): FlightLead {
    let resolve: Flight['end'] = () => undefined;
    const answer = new Promise<StoredAnswer | undefined>((settle) => {
      resolve = settle;
    });
    const flight: Flight = {
      answer,
      end: (found) => {
        clearTimeout(timer);
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
        resolve(found);
      },
    };
    const timer = setTimeout(() => flight.end(undefined), this.longestWaitMs).unref();
    this.#flights.set(key, flight);
    return flight;
  }
}
