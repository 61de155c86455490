import { z } from 'zod';

/** The addresses that change before a publish counts as live, and how many pages follow in the background. */
export const publishPlanResponse = z.object({ paths: z.array(z.string()), background_count: z.number().int() });
