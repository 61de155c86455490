import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { describe, parse } from '../../http/openapi.ts';
import { signedIn } from '../../middleware/access.ts';
import {
  accountExport,
  deletionAnswer,
  deletionInput,
  profile,
  profileInput,
  programAnswer,
  programInput,
} from './account.contract.ts';
import { deleteAccount } from '#api/features/account/deletion/deletion.service.ts';
import { exportAccount } from '#api/features/account/export/export.service.ts';
import { toProfileJson, toProgramJson, updateProfile, updateProgram } from './account.service.ts';

const tag = 'Account';

export function profileRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/',
      signedIn(deps),
      describe({ summary: 'Your own profile', tag, ok: profile, fails: ['unauthenticated', 'forbidden'] }),
      (context) => context.json(toProfileJson(context.var.caller.user)),
    )
    .put(
      '/',
      signedIn(deps),
      describe({
        summary: 'Changes your names. A name left out stays, an empty one is removed; e-mail and photo are ignored',
        tag,
        ok: profile,
        fails: ['validation_failed', 'unauthenticated', 'forbidden'],
      }),
      parse('json', profileInput),
      async (context) => context.json(await updateProfile(deps, context.var.caller.user.id, context.req.valid('json'))),
    );
}

export function settingsRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/taxmate-program',
      signedIn(deps),
      describe({
        summary: 'Your power-user program of TaxMate',
        tag,
        ok: programAnswer,
        fails: ['unauthenticated', 'forbidden'],
      }),
      (context) => context.json(toProgramJson(context.var.caller.user)),
    )
    .put(
      '/taxmate-program',
      signedIn(deps),
      describe({
        summary: 'Chooses your power-user program of TaxMate',
        tag,
        ok: programAnswer,
        fails: ['validation_failed', 'unauthenticated', 'forbidden'],
      }),
      parse('json', programInput),
      async (context) => {
        const { taxmate } = context.req.valid('json');
        return context.json(await updateProgram(deps, context.var.caller.user.id, taxmate));
      },
    );
}

export function accountRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/export',
      signedIn(deps),
      describe({
        summary: 'Everything that is kept about you, as a file',
        tag,
        ok: accountExport,
        fails: ['unauthenticated', 'forbidden'],
      }),
      async (context) => {
        const everything = await exportAccount(deps, context.var.caller.user);
        const day = everything.exported_at.slice(0, 10);
        context.header('Content-Disposition', `attachment; filename="my-data-${day}.json"`);
        context.header('Content-Type', 'application/json');
        return context.body(JSON.stringify(everything, null, 2));
      },
    )
    .delete(
      '/',
      signedIn(deps),
      describe({
        summary: 'Deletes your account for good; the body repeats your e-mail address. The receipt says what stays',
        tag,
        ok: deletionAnswer,
        fails: ['validation_failed', 'unauthenticated', 'forbidden', 'conflict'],
      }),
      parse('json', deletionInput),
      async (context) => {
        const receipt = await deleteAccount(deps, context.var.caller.user, context.req.valid('json').email);
        return context.json({ message: 'Your account is deleted.', receipt });
      },
    );
}
