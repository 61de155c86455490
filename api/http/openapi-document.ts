import type { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import { API_KEY_SCHEME, describeError, SERVICE_KEY_SCHEME } from './openapi.ts';

type Operation = {
  parameters?: unknown[];
  requestBody?: { content?: object };
  responses?: Record<string, object>;
};

type About = {
  title: string;
  url: string;
  /** Groups of routes with a description. */
  tags: { name: string; description: string }[];
  /** Requests that this server sends, by name. */
  webhooks: Record<string, object>;
};

/** The OpenAPI document of the routes. It takes a second of the thread, with a turn of the event loop for each schema of a response (`documentRoute`). */
export async function createOpenApiDocument(routes: Hono, { title, url, tags, webhooks }: About) {
  const document = await generateSpecs(routes, {
    // Else a download would pass for a file: /api/waitinglist/export.csv.
    excludeStaticFile: false,
    // Described below, with the shape of every failure.
    defaultValidationErrorResponse: false,
    documentation: {
      openapi: '3.1.0',
      info: {
        title,
        version: '1.0.0',
        description:
          'Content, accounts, publishing and search. Times are ISO 8601 in UTC; every error has the shape of `Problem`.',
      },
      servers: [{ url }],
      tags,
      webhooks,
      components: {
        securitySchemes: {
          [API_KEY_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key with the right permission.',
          },
          [SERVICE_KEY_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'The service key that the site and the publishing service share.',
          },
        },
      },
    },
  });
  for (const methods of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods ?? {})) addInputFailures(method, operation as Operation);
  }
  return document;
}

/** What `validateRequest` answers to wrong input and to a body that is not JSON, and `limitBodySize` to a large body. */
function addInputFailures(method: string, { parameters = [], requestBody, responses = {} }: Operation): void {
  if (parameters.length > 0 || requestBody) {
    responses['400'] ??= { ...responses['500'], description: describeError('validation_failed') };
  }
  if (method === 'get') return;
  responses['413'] ??= { ...responses['500'], description: describeError('payload_too_large') };
  if (requestBody?.content && 'application/json' in requestBody.content) {
    responses['415'] ??= { ...responses['500'], description: describeError('unsupported_media_type') };
  }
}
