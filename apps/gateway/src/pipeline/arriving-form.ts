import type { FormField, FormFile, UploadForm } from '@multilane/contracts';

/** Gets the fields of a form that follow a file whose bytes have been sent on. */
export interface LateFields {
  /** Throws the refusal of a form with these fields. */
  checkForm(): void;
}

/**
 * A form that is sent on while it arrives. A field that comes behind the first large file is checked before any of it leaves; one that
 * is rejected breaks off the request to the provider, which has not seen the end of the form yet.
 */
export class ArrivingForm implements UploadForm {
  readonly isWhole = false;

  /** Not to be seen by whoever walks through a request: the way leads to the whole context. */
  readonly #form: UploadForm;
  readonly #late: LateFields;

  constructor(form: UploadForm, late: LateFields) {
    this.#form = form;
    this.#late = late;
  }

  get fields(): readonly FormField[] {
    return this.#form.fields;
  }

  get files(): readonly FormFile[] {
    return this.#form.files;
  }

  field(name: string): string | undefined {
    return this.#form.field(name);
  }

  readToEnd(): Promise<void> {
    return this.#form.readToEnd();
  }

  async *parts(): AsyncIterable<FormField | FormFile> {
    let known = this.#form.fields.length;
    for await (const part of this.#form.parts()) {
      if ('value' in part) {
        known -= 1;
        if (known < 0) this.#late.checkForm();
      }
      yield part;
    }
  }
}
