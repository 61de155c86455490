import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Hono } from 'hono';
import { importSources } from '#api/domain/imports.ts';
import type { ImportFile } from '#db/schema/imports.ts';
import {
  createImport,
  discardImport,
  getImport,
  type ImportDeps,
  listImports,
  startImport,
  stopImport,
  undoImport,
} from './imports.service.ts';

type Request = { source: string; paths: string[]; zone?: string; areDrafts: boolean; mediaDirectory: string | null };

/** What `npm run import` asks the running server for, through its socket: files are named by their paths, and nobody is signed in. */
export function createImportControl(deps: ImportDeps): Hono {
  const app = new Hono();
  const read = async (id: number) => ({ import: await getImport(deps, id) });
  app.get('/', async (context) => context.json({ imports: await listImports(deps) }));
  app.post('/', async (context) => {
    const { source: name, paths, zone, areDrafts, mediaDirectory } = await context.req.json<Request>();
    const source = importSources.find((each) => each === name);
    if (!source) throw new Error(`Name where the file comes from: ${importSources.join(', ')}.`);
    const files = await Promise.all(paths.map(describeFile));
    const id = await createImport(
      deps,
      { source, zone, are_drafts: areDrafts },
      { userId: null, files, mediaDirectory },
    );
    return context.json(await read(id));
  });
  app.get('/:id', async (context) => context.json(await read(Number(context.req.param('id')))));
  app.post('/:id/:act', async (context) => {
    const id = Number(context.req.param('id'));
    const act = context.req.param('act');
    if (act === 'start') await startImport(deps, id, null);
    else if (act === 'stop') await stopImport(deps, id, null);
    else if (act === 'undo') await undoImport(deps, id, { removesEdited: false, actorId: null });
    else if (act === 'undo-edited') await undoImport(deps, id, { removesEdited: true, actorId: null });
    else if (act === 'discard') {
      await discardImport(deps, id);
      return context.json({});
    } else throw new Error(`Unknown: ${act}`);
    return context.json(await read(id));
  });
  return app;
}

async function describeFile(path: string): Promise<ImportFile> {
  const facts = await stat(path).catch(() => null);
  if (!facts) throw new Error(`There is no file ${path}.`);
  return { path, name: basename(path), bytes: facts.isFile() ? facts.size : 0 };
}
