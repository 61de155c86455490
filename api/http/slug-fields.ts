import { z } from 'zod';
import { SLUG_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { isReservedSlug, SLUG_PATTERN, type SlugKind } from '#api/domain/slug.ts';
import { singleLineField } from './text-fields.ts';

/** The slug in the address of a post, category or document. */
export const createSlugField = (kind: SlugKind) =>
  z
    .string({ error: 'Enter an address.' })
    .max(SLUG_MAX_LENGTH, `Keep the address to ${SLUG_MAX_LENGTH} characters or fewer.`)
    .regex(SLUG_PATTERN, 'Use only lower-case letters, numbers and single hyphens in the address.')
    .refine((value) => !isReservedSlug(value, kind), 'This address is reserved. Choose another.');

/** The slug of a draft, validated loosely; null is derived when it is published. */
export const draftSlugField = singleLineField({ one: 'an address', the: 'the address' }, { max: 200 }).nullable();

export const formatSlugTaken = (kind: SlugKind) =>
  `Another ${kind} uses or has used this address. Choose a different one.`;
