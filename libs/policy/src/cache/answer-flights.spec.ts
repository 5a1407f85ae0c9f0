import { describe, expect, it } from '@jest/globals';
import { AnswerFlights, type FlightLead } from './answer-flights.js';
import type { StoredAnswer } from './stored-answer.js';

const answer = { model: 'gpt-4o' } as StoredAnswer;
const lead = (flights: AnswerFlights, key: string): FlightLead => {
  const joined = flights.join(key);
  if (joined instanceof Promise) throw new Error('somebody leads already');
  return joined;
};

describe('requests for one answer', () => {
  it('wait for that of the first, and the next one leads again', async () => {
    const flights = new AnswerFlights();
    const first = lead(flights, 'a');
    const others = [flights.join('a'), flights.join('a')];
    lead(flights, 'b').end(undefined);
    first.end(answer);
    expect(await Promise.all(others)).toEqual([answer, answer]);
    expect(flights.size).toBe(0);
    lead(flights, 'a').end(undefined);
  });

  it('get nothing where the first has no answer, or takes too long', async () => {
    const flights = new AnswerFlights(20);
    const first = lead(flights, 'a');
    const failed = flights.join('a');
    first.end(undefined);
    expect(await failed).toBeUndefined();
    const slow = lead(flights, 'a');
    expect(await flights.join('a')).toBeUndefined();
    const next = lead(flights, 'a');
    // The end of a request that took too long ends no other one's flight.
    slow.end(answer);
    const waiting = flights.join('a');
    next.end(answer);
    expect(await waiting).toBe(answer);
    expect(flights.size).toBe(0);
  });
});
