import { z } from 'zod';
import { blogStatuses, draftSubjects, uploadKinds } from '#api/domain/enums.ts';
import { uploadList } from '#api/domain/upload-list.ts';
import { listQuery } from '#api/http/list-query.ts';
import { paginationSchema } from '#api/http/pagination.ts';
import { singleLineField } from '#api/http/text-fields.ts';

export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const VIDEO_MAX_BYTES = 100 * 1024 * 1024;
export const ALT_MAX_LENGTH = 500;

export const listUploadsQuery = listQuery(uploadList);

export const updateUploadRequest = z.strictObject({
  alt: singleLineField({ one: 'alt text', the: 'the alt text' }, { max: ALT_MAX_LENGTH }),
});

/** Longer than any address that people use. */
const ADDRESS_MAX = 2_000;

export const fetchUrlRequest = z.strictObject({
  url: singleLineField({ one: 'an address', the: 'the address' }, { min: 1, max: ADDRESS_MAX }),
});

/** What a card shows of a page. Texts are plain; `image` is the address of an upload. */
export const linkPreviewResponse = z.object({
  /** As the card should store it: a path for a page of this site. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site_name: z.string(),
  image: z.string().nullable(),
});

/** One stored file; sizes in pixels and bytes. */
const variantSchema = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  content_type: z.string(),
  size: z.number().int(),
});

/** An image or video. `size` is that of the file at `url`, in bytes; `variants` are all its files. */
export const uploadResponse = variantSchema.extend({
  id: z.number().int(),
  kind: z.enum(uploadKinds),
  name: z.string(),
  alt: z.string(),
  variants: z.array(variantSchema),
  /** Null when the account is deleted. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: z.string(),
});

export const uploadsResponse = z.object({ data: z.array(uploadResponse), pagination: paginationSchema });

const uploadUseSchema = z.object({
  kind: z.enum(draftSubjects),
  id: z.number().int(),
  title: z.string(),
  is_draft: z.boolean(),
  /** That of the post or document; one in the trash has to be restored before it can be changed. `waiting`: in scheduled changes of the site. */
  state: z.enum([...blogStatuses, 'trash', 'waiting']),
});

export const uploadUsesResponse = z.object({
  uses: z.array(uploadUseSchema),
  hidden_uses: z.number().int().describe('How many more uses there are, in what the caller may not open.'),
  earlier_versions: z.number().int().describe('How many revisions use it.'),
});

export type LinkPreviewJson = z.infer<typeof linkPreviewResponse>;
export type UploadJson = z.infer<typeof uploadResponse>;
export type UploadUsesJson = z.infer<typeof uploadUsesResponse>;
export type ListUploadsQuery = z.output<typeof listUploadsQuery>;
