/** SQL for the next `updated_at` of a row: later than the last one by a millisecond at least, so that it tells two versions apart. */
export const NEXT_TIME = "greatest(clock_timestamp(), updated_at + interval '1 millisecond')";
