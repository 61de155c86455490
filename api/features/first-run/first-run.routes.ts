import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import {
  firstRunResponse,
  previewFirstRunRequest,
  previewFirstRunResponse,
  publishedFirstRunResponse,
  publishFirstRunRequest,
  savedFirstRunResponse,
  saveFirstRunRequest,
  testEmailRequest,
  testEmailResponse,
} from './first-run.contract.ts';
import { getFirstRun, previewFirstRun, publishFirstRun, saveFirstRun } from './first-run.service.ts';
import { sendTestEmail } from './test-email.service.ts';

const fails = ['not_found', 'conflict'] as const;

export function firstRunRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'First run (admin)', access: 'settings.manage' })
    .get(
      '/',
      {
        summary: 'Get the questions of a new site with their answers; null once it is set up',
        answer: firstRunResponse,
      },
      async () => ({ first_run: await getFirstRun(deps) }),
    )
    .put(
      '/',
      {
        summary: 'Save the answers; nothing goes live',
        body: saveFirstRunRequest,
        answer: savedFirstRunResponse,
        fails,
      },
      ({ body }) => saveFirstRun(deps, body),
    )
    .post(
      '/preview',
      {
        summary: 'Render the home page as it would be with these answers; nothing is saved',
        body: previewFirstRunRequest,
        answer: previewFirstRunResponse,
        fails: ['unavailable'],
      },
      ({ body, context }) => previewFirstRun(deps, body.answers, watchRequest(context)),
    )
    .post(
      '/test-email',
      {
        summary: 'Send yourself an email as it would come from this sender, and say what the mail server answered',
        body: testEmailRequest,
        answer: testEmailResponse,
      },
      ({ body, caller }) => sendTestEmail(deps, body, caller.user.email),
    )
    .post(
      '/publish',
      {
        summary: 'Make the site of the answers, and public, in one release',
        body: publishFirstRunRequest,
        answer: publishedFirstRunResponse,
        fails,
      },
      ({ body, caller }) => publishFirstRun(deps, body.version, caller.user.id),
    )
    .build();
}
