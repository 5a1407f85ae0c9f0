import { z } from 'zod';
import { count, section } from './values.js';

export const mediaSchema = section(
  {
    url_ttl_minutes: z
      .int()
      .min(1)
      .max(10_080)
      .meta({ type: 'integer (minutes)' })
      .default(60)
      .describe('How long an image address of the gateway works. Read at startup.'),
    stored_images_mb: count()
      .default(512)
      .describe(
        'Maximum size of the stored images of one organization, in MiB. If there are more, the oldest are removed. Read at startup.',
      ),
  },
  'Images that the gateway serves by address, for `response_format: url` of models that return only bytes. ' +
    'Requires a database and `encryption.key`.',
);
