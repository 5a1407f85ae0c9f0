const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True if a text can be an id: a UUID in lower case, as ids are written here. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
