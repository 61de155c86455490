import { z } from 'zod';

/** A link that anybody may open until it expires. */
export const signedLinkResponse = z.object({ url: z.string(), expires_at: z.string() });

/** The addresses that change before a publish counts as live, and how many pages follow in the background. */
export const publishPlanResponse = z.object({ paths: z.array(z.string()), background_count: z.number().int() });
