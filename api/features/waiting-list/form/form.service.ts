import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { findProduct, listWaitingListProducts } from '#api/domain/catalogue.ts';
import { toWaitingListPath } from '#api/domain/product-paths.ts';
import { AppError, errorStatuses, toResourceError } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { renderFormErrorPage, type FormValues } from './form.mapper.ts';
import { joinWaitingListRequest } from '#api/features/waiting-list/waiting-list.contract.ts';
import { joinWaitingList, type Origin } from '#api/features/waiting-list/waiting-list.service.ts';

const FIELDS = ['email', 'firstName', 'lastName', 'intent', 'productId', 'website', 'proofOfWork'] as const;

/**
 * Takes the form as a browser without scripts posts it: on to the confirmation, or back with the form, what is wrong
 * and everything that was typed.
 * @throws forbidden for a form of another site; unsupported_media_type.
 */
export async function handleFormPost(deps: Deps, context: Context, from: Origin): Promise<Response> {
  requireSameOrigin(deps, context);
  const values = await readFields(context);
  try {
    const input = parseInput(joinWaitingListRequest, { ...values, productId: Number(values.productId) });
    await joinWaitingList(deps, input, from);
    return context.redirect(`${getListPath(values.productId)}/joined`, 303);
  } catch (error) {
    deps.space.recordError(error);
    const failure = toAppError(error);
    if (failure.retryAfterSeconds !== undefined) context.header('Retry-After', String(failure.retryAfterSeconds));
    const { body, policy } = renderFormErrorPage({
      values,
      failure,
      listPath: getListPath(values.productId),
      siteName: deps.site.name,
    });
    context.header('Content-Security-Policy', policy);
    return context.html(body, errorStatuses[failure.code] as 400);
  }
}

/** Rejects forms of other sites by their Origin header, and other content types. */
function requireSameOrigin({ site }: Deps, context: Context): void {
  const origin = context.req.header('Origin');
  if (origin !== undefined && origin !== site.url) {
    throw new AppError('forbidden', 'This form was sent from another site. Open the waiting list page and try again.');
  }
  const type = context.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new AppError('unsupported_media_type', 'This address only accepts the form on our waiting list pages.');
  }
}

async function readFields(context: Context): Promise<FormValues> {
  const sent = new URLSearchParams(await context.req.text());
  return Object.fromEntries(FIELDS.map((name) => [name, sent.get(name) ?? ''])) as FormValues;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const failure = toResourceError(error);
  if (!failure) throw error;
  return failure;
}

function getListPath(productId: string): string {
  const product = findProduct(Number(productId)) ?? listWaitingListProducts()[0];
  return product ? toWaitingListPath(product.key) : '/';
}
