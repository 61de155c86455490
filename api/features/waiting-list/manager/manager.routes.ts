import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { respondWithCsv } from '#api/http/export-queue.ts';
import { idParams } from '#api/http/pagination.ts';
import { waitingListDecisionRoutes } from '#api/features/waiting-list/decisions/decisions.routes.ts';
import { deleteEntryResponse } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import { deleteEntry } from '#api/features/waiting-list/decisions/delete.service.ts';
import {
  entriesResponse,
  entryDetailResponse,
  entryStatsQuery,
  entryStatsResponse,
  exportEntriesQuery,
  funnelResponse,
  invitationWarningsResponse,
  listEntriesQuery,
  nextPeopleQuery,
  nextPeopleResponse,
} from '#api/features/waiting-list/waiting-list.contract.ts';
import { exportEntries } from './export.service.ts';
import { getEntry, listEntries } from './manager.service.ts';
import { listNextPeople } from './next.service.ts';
import { countEntries, countFunnel } from './stats.service.ts';
import { listInvitationWarnings } from './warnings.service.ts';

const tag = 'Waiting lists (admin)';

export function waitingListManagerRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'waiting-list.manage' })
    .get('/', { summary: 'List entries', query: listEntriesQuery, answer: entriesResponse }, ({ query }) =>
      listEntries(deps, query),
    )
    .get(
      '/stats',
      { summary: 'Count entries by status', query: entryStatsQuery, answer: entryStatsResponse },
      ({ query }) => countEntries(deps, query),
    )
    .get(
      '/funnel',
      {
        summary: 'Count who joined, confirmed, was invited, signed up and paid',
        query: entryStatsQuery,
        answer: funnelResponse,
      },
      ({ query }) => countFunnel(deps, query),
    )
    .get(
      '/invitation-warnings',
      {
        summary: 'List pending people whose address isn’t confirmed or gets no email',
        query: exportEntriesQuery,
        answer: invitationWarningsResponse,
      },
      ({ query }) => listInvitationWarnings(deps, query),
    )
    .get(
      '/next',
      {
        summary: 'List whom to invite next, without inviting anyone',
        query: nextPeopleQuery,
        answer: nextPeopleResponse,
      },
      ({ query }) => listNextPeople(deps, query),
    )
    .get(
      '/export.csv',
      {
        summary: 'Export entries as CSV: some, or all with the list’s filters',
        query: exportEntriesQuery,
        answer: z.string(),
        contentType: 'text/csv',
      },
      ({ query, caller, context }) => {
        const prepare = () => exportEntries(deps, caller.user.id, query);
        return respondWithCsv(context, deps, prepare);
      },
    )
    .get(
      '/:id',
      { summary: 'Get an entry', params: idParams, answer: entryDetailResponse, fails: ['not_found'] },
      ({ params }) => getEntry(deps, params.id),
    )
    .delete(
      '/:id',
      { summary: 'Delete an entry', params: idParams, answer: deleteEntryResponse, fails: ['not_found'] },
      ({ params, caller }) => deleteEntry(deps, params.id, caller.user.id),
    )
    .include('/', waitingListDecisionRoutes(deps))
    .build();
}
