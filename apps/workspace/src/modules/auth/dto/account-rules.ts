/** NIST SP 800-63B section 3.1.1.2: length is what counts, and no kind of character is demanded. */
export const PASSWORD = { min: 12, max: 256, secret: true };

export const EMAIL = {
  max: 254,
  form: { pattern: /^[^\s@<>()",;:\\[\]]+@[^\s@]+\.[^\s@]+$/, name: 'an e-mail address' },
};
