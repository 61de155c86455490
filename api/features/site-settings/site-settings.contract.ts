import { z } from 'zod';
import { featureNames } from '#api/domain/features.ts';
import { type SettingsGroup, settingsGroups, type SiteSettings } from '#api/domain/site-settings.ts';
import { outdatedPageError } from '#api/http/fields.ts';
import { createFieldsSchema } from '#api/http/field-schemas.ts';

const groups = Object.entries(settingsGroups) as [SettingsGroup, (typeof settingsGroups)[SettingsGroup]][];

/** All settings, by their groups. */
export const settingsSchema = z.strictObject(
  Object.fromEntries(groups.map(([group, fields]) => [group, createFieldsSchema(fields)])),
  { error: outdatedPageError },
) as unknown as z.ZodType<SiteSettings, SiteSettings>;

export const settingsResponse = z.object({ id: z.number().int(), revision: z.number().int(), updated_at: z.string() });
export type SettingsJson = z.infer<typeof settingsResponse>;

/** Of each feature what goes when it is turned off, by the first addresses, and how much is stored with it. */
export const featuresResponse = z.object({
  features: z.array(
    z.object({
      name: z.enum(featureNames),
      page_count: z.number().int(),
      pages: z.array(z.string()),
      stored: z.number().int(),
    }),
  ),
});
export type FeaturesJson = z.infer<typeof featuresResponse>;
