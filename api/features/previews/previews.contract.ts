import { z } from 'zod';

import { blogStatuses } from '#api/domain/enums.ts';

/** With a status: as if the draft were published now with it. Without: with the status and date that the draft asks for. */
export const publishPlanQuery = z.object({ status: z.enum(blogStatuses).optional() });

/** The addresses that change before a publish counts as live, and how many pages follow in the background. */
export const publishPlanResponse = z.object({ paths: z.array(z.string()), background_count: z.number().int() });
