import { pagePart } from '#api/features/pages/part/part.service.ts';
import { planPart, productPart } from '#api/features/site-catalogue/parts/parts.service.ts';
import type { AnySitePart } from '#api/features/site-changes/site-changes.service.ts';
import { navigationPart } from '#api/features/site-navigation/site-navigation.service.ts';
import { settingsPart } from '#api/features/site-settings/site-settings.service.ts';

/** Every kind of part that the owner’s site is made of: drafts of all of them are published together, now or at a time. */
export const siteParts: readonly AnySitePart[] = [settingsPart, navigationPart, productPart, planPart, pagePart];
