import type {
  FormField,
  FormFile,
  FormRequest,
  ImageEditRequest,
  ImageRequest,
  SpeechRequest,
  TranscriptionRequest,
  UploadForm,
} from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { readFormMembers } from '../read-form-members.js';
import {
  imageEditFormSchema,
  imageEditRequestSchema,
  imageRequestSchema,
  imageVariationFormSchema,
  speechRequestSchema,
  transcriptionFormSchema,
  translationFormSchema,
} from '../schemas/media-request.schema.js';
import type { RequestSchema } from '../schemas/schema-words.js';

/** Validates one kind of request; throws for the first problem, with the field's path in `param`. */
type Validate<Request> = (body: unknown) => Request;

/** POST /v1/images/generations. */
export const validateImageRequest: Validate<ImageRequest> = validateJson(imageRequestSchema);

/** POST /v1/audio/speech. */
export const validateSpeechRequest: Validate<SpeechRequest> = validateJson(speechRequestSchema);

const validateEditJson = validateJson<ImageEditRequest>(imageEditRequestSchema);
const validateEditForm = validateForm<ImageEditRequest>(imageEditFormSchema, 'image');

/** POST /v1/images/edits, as a form or as JSON. */
export const validateImageEditRequest: Validate<ImageEditRequest> = (body) =>
  isForm(body) ? validateEditForm(body) : validateEditJson(body);

/** POST /v1/images/variations. */
export const validateImageVariationRequest = validateForm<ImageEditRequest>(imageVariationFormSchema, 'image');

/** POST /v1/audio/transcriptions. */
export const validateTranscriptionRequest = validateForm<TranscriptionRequest>(transcriptionFormSchema, 'file');

/** POST /v1/audio/translations. */
export const validateTranslationRequest = validateForm<TranscriptionRequest>(translationFormSchema, 'file');

function validateJson<Request>(schema: RequestSchema): Validate<Request> {
  const checkShape = compileRequestSchema(schema);
  return (body) => {
    const members = requireJsonObject(body);
    checkShape(members);
    for (const name of TEXTS) refuseLongText(members, name);
    return members as Request;
  };
}

/** No provider takes more; counting and writing a longer text would hold up other requests. */
const MOST_CHARACTERS = 1_000_000;
const TEXTS = ['input', 'prompt', 'instructions'];

function refuseLongText(members: Readonly<Record<string, unknown>>, param: string): void {
  const text = members[param];
  if (typeof text !== 'string' || text.length <= MOST_CHARACTERS) return;
  const message = `\`${param}\` must have at most 1,000,000 characters.`;
  throw new GatewayError('invalid_value', { param, message });
}

function validateForm<Request extends FormRequest>(schema: RequestSchema, file: string): Validate<Request> {
  const checkShape = compileRequestSchema(schema);
  return (body) => {
    if (!isForm(body)) throw new GatewayError('invalid_value', { message: 'The body must be a multipart form.' });
    const members = readFormMembers(body, schema);
    checkShape(members);
    requireFile(body, file);
    return { ...members, form: body } as unknown as Request;
  };
}

/** Throws where the form has no file of the name; `image[]` and `image[0]` are files of the name `image`. */
function requireFile(form: UploadForm, name: string): void {
  const isNamed = (part: FormField | FormFile): boolean =>
    part.name === name || (part.name.startsWith(`${name}[`) && part.name.endsWith(']'));
  if (form.files.some(isNamed)) return;
  const isText = form.fields.some(isNamed);
  const message = isText
    ? `\`${name}\` must be a file, with a filename.`
    : `\`${name}\` is required, as a file of the form.`;
  throw new GatewayError('invalid_value', { param: name, message });
}

function isForm(body: unknown): body is UploadForm {
  return typeof body === 'object' && body !== null && 'readToEnd' in body && typeof body.readToEnd === 'function';
}
