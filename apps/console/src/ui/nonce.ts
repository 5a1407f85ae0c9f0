/** The nonce of this page, which styles that libraries insert must carry (docs/console.md). */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
