/** The first bytes of formats that models answer with. */
const SIGNATURES: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
];

/** The images of an answer, which come in base64. */
export function readImages(answer: unknown): Blob[] {
  const { data = [] } = answer as { data?: readonly { readonly b64_json?: string }[] };
  return data.flatMap(({ b64_json: text }) => (text === undefined ? [] : [toImage(text)]));
}

function toImage(text: string): Blob {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const found = SIGNATURES.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
  return new Blob([bytes], { type: found?.[0] ?? 'image/png' });
}
