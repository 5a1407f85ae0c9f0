/**
 * The part of generateContent that the gateway writes (ai.google.dev/api/generate-content; the cloud edition's
 * reference, "Method: models.generateContent", has the same members). Answers are read as unknown JSON.
 */

export type Json = Record<string, unknown>;

export interface NativePart {
  text?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType?: string | undefined; fileUri: string };
  functionCall?: { id?: string; name: string; args: Json };
  functionResponse?: { id?: string; name: string; response: Json; parts?: NativePart[] | undefined };
  /** Base64; the model's own state of mind beside a part of its answer. */
  thoughtSignature?: string;
}

export interface NativeContent {
  role: 'user' | 'model';
  parts: NativePart[];
}
