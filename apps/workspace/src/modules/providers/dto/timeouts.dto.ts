import { CountField } from '../../../fields/scalar-fields.js';

/** The longest delay that a timer of Node.js takes. */
const LONGEST_MS = 2_147_483_647;

const limit = (description: string): PropertyDecorator =>
  CountField({ optional: true, min: 1, max: LONGEST_MS, description: `Milliseconds. ${description}` });

/** Time limits of calls to a provider; what is left out has the default of docs/contract/time-limits.md#defaults. */
export class TimeoutsDto {
  @limit('Until the connection is established. Default: 5000.')
  connect_ms?: number;

  @limit('Until the first byte of a streamed answer. Default: 300000.')
  first_byte_ms?: number;

  @limit('Until the whole of an answer that is not streamed. Default: 600000.')
  total_ms?: number;

  @limit('Silence within a stream. Default: 120000.')
  idle_ms?: number;

  @limit('How long a runtime may answer that it is loading the model. Default: 60000.')
  cold_start_ms?: number;
}
