/** Scope that the cloud platform edition requires of a token (cloud.google.com, "Method: models.generateContent"). */
export const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
