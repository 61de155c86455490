import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { respondWithFile } from '#api/http/export-queue.ts';
import { beginCheck } from './check.service.ts';
import { exportMonth } from './export.service.ts';
import {
  checkMonthRequest,
  monthParams,
  monthResponse,
  monthsResponse,
  reopenMonthRequest,
} from './month-closing.contract.ts';
import { closeMonth, getMonth, listMonths, reopenMonth } from './month-closing.service.ts';

export function monthClosingRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Billing (admin)', access: 'billing.read' })
    .get('/', { summary: 'List the months of the books', answer: monthsResponse }, () => listMonths(deps))
    .get('/:month', { summary: 'Get the books of a month', params: monthParams, answer: monthResponse }, ({ params }) =>
      getMonth(deps, params.month),
    )
    .get(
      '/:month/export.zip',
      {
        summary: 'Download the books of a month for an accountant: rows and sums as CSV, and a summary to read',
        params: monthParams,
        answer: z.string(),
        contentType: 'application/zip',
      },
      ({ context, params, caller }) =>
        respondWithFile(context, deps, 'application/zip', () => exportMonth(deps, caller.user.id, params.month)),
    )
    .post(
      '/:month/check',
      {
        summary: 'Begin to compare a month with Stripe, and to repair first what differed in the last comparison',
        access: 'billing.manage',
        params: monthParams,
        body: checkMonthRequest,
        answer: monthResponse,
        fails: ['conflict'],
      },
      async ({ params, body, caller }) => {
        await beginCheck(deps, { ...params, ...body, actorId: caller.user.id });
        return getMonth(deps, params.month);
      },
    )
    .post(
      '/:month/close',
      {
        summary: 'Close the books of a month',
        access: 'billing.manage',
        params: monthParams,
        answer: monthResponse,
        fails: ['conflict'],
      },
      ({ params, caller }) => closeMonth(deps, caller.user, params.month),
    )
    .post(
      '/:month/reopen',
      {
        summary: 'Reopen the books of a closed month, with a reason',
        access: 'billing.manage',
        params: monthParams,
        body: reopenMonthRequest,
        answer: monthResponse,
        fails: ['conflict'],
      },
      ({ params, body, caller }) => reopenMonth(deps, caller.user, { ...params, ...body }),
    )
    .build();
}
