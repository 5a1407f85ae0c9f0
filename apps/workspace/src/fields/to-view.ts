import { plainToInstance } from 'class-transformer';
import { hold } from './held-values.js';

/** A name of the API as records have it. */
type RecordName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<RecordName<Tail>>}`
  : Name;

/** The fields of a view by the names of records: a time may be a `Date`. */
type Shown<View> = {
  readonly [Name in keyof View as RecordName<Name & string>]: string extends View[Name]
    ? View[Name] | Date
    : View[Name];
};

/**
 * A record as the API shows it: the fields that the view declares, each from the field of the record that has its name in camelCase. Fields
 * that the view does not declare are never shown.
 */
export function toView<View extends object>(view: new () => View, record: Shown<View>): View {
  const held = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, hold(value)]));
  return plainToInstance(view, held, { excludeExtraneousValues: true, exposeUnsetFields: false });
}
