/** The message for what a service without an encryption key cannot do. @param things Plural, with a capital letter: "Batches" */
export const needsEncryptionKey = (things: string): string =>
  `${things} need an encryption key: set \`encryption.key\` in gateway.yaml (or ENCRYPTION_KEY).`;
