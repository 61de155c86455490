import { describe, expect, it } from 'vitest';
import { findCycles, findFileCycles, findRoomCycles } from '../../support/architecture/cycles.ts';
import {
  findApiFeatureBreaches,
  findRouteBreaches,
  findSrcFeatureBreaches,
} from '../../support/architecture/feature-walls.ts';
import {
  formatImports,
  isProjectFile,
  listProjectImports,
  parseImports,
  productImports,
} from '../../support/architecture/imports.ts';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

const imports = productImports.filter((each) => isProjectFile(each.target));
const importFrom = (file: string, ...targets: string[]) =>
  parseImports(file, targets.map((target) => `import x from '#${target}';`).join('\n'));

/** The files of a feature that the rest of src may import. All others are internal. */
const srcEntries: Record<string, string[]> = {
  auth: ['RequireAuth.tsx', 'RequireName.tsx', 'sessions/parse-device.ts'],
  blogs: ['public/PostCard.astro', 'public/blog-copy.ts'],
  'command-menu': ['command-menu.css', 'commands.ts', 'open-command-menu.tsx'],
  drafts: [
    'DiscardDraft.tsx',
    'DraftEditorScreen.tsx',
    'FieldsDraftFrame.tsx',
    'draft-api.ts',
    'draft-content.ts',
    'duplicate-draft.ts',
    'use-draft-editor.ts',
    'use-early-load.ts',
    'conflicts/DraftDiff.tsx',
    'conflicts/declared-fields.ts',
    'conflicts/field-diff.ts',
    'part-draft-api.ts',
    'local-store/DeletedSubject.tsx',
    'editor-layout/EditorErrorScreen.tsx',
    'publish/PreviewDialog.tsx',
    'publish/PublishDateField.tsx',
    'publish/PublishTimeChoice.tsx',
    'publish/use-publish-time.ts',
    'publish/PreviewFrame.tsx',
    'publish/PublishResultCard.tsx',
    'publish/ScheduleTime.tsx',
    'publish/suggest-times.ts',
    'publish/PublishResultDialog.tsx',
    'publish/pre-publish-checks.ts',
    'publish/publish-action.ts',
    'publish/use-publish-flow.ts',
  ],
  mail: ['EmailHtml.tsx'],
  pages: ['editor/preview-document.ts', 'editor/use-preview-frame.ts', 'editor/use-rendered-page.ts'],
  'price-moves': ['PriceMoves.tsx'],
  'tax-moves': ['TaxMoves.tsx'],
  publishes: ['use-retry-publish.ts'],
  releases: ['PublishingPausedBanner.tsx', 'ReleaseList.tsx', 'release-labels.ts'],
  redirects: ['MissingPaths.tsx', 'Redirects.tsx'],
  'site-changes': ['SiteChangesBar.tsx', 'SitePartFrame.tsx', 'SitePartLoader.tsx', 'use-part-faults.ts'],
  search: ['SearchDialog.astro', 'search-dialog.ts'],
  subscriptions: ['checkout/PlanChoices.astro', 'checkout/PlanLink.astro'],
};
const entryPaths = new Set(
  Object.entries(srcEntries).flatMap(([name, files]) => files.map((file) => `src/features/${name}/${file}`)),
);

describe('cycles', () => {
  it('are found and printed completely', () => {
    const edges = ['a b', 'b c', 'c a', 'b d', 'e d'].map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return { from, to };
    });
    expect(findCycles(edges)).toEqual([['a', 'b', 'c', 'a']]);
    expect(findCycles(edges.filter(({ to }) => to !== 'a'))).toEqual([]);
  });

  it('of rooms are printed with the imports that cause them', () => {
    const sampleImports = [
      ...importFrom('api/http/a.ts', 'api/http/b.ts', 'api/features/one/deep/one.service.ts'),
      ...importFrom('api/features/one/one.routes.ts', 'api/http/b.ts', 'api/deps.ts'),
    ];
    expect(findFileCycles(sampleImports)).toEqual([]);
    expect(findRoomCycles(sampleImports)).toEqual([
      'api/http -> api/features/one (api/http/a.ts -> #api/features/one/deep/one.service.ts), ' +
        'api/features/one -> api/http (api/features/one/one.routes.ts -> #api/http/b.ts)',
    ]);
  });

  it('of files do not exist, type imports included', () => {
    expect(findFileCycles(imports)).toEqual([]);
  });

  it('of rooms do not exist, type imports included', () => {
    expect(findRoomCycles(imports)).toEqual([]);
  });
});

describe('rooms', () => {
  it.each([
    ['api/adapters', 'api/features/'],
    ['api/http', 'api/features/'],
    ['api/endpoints', 'api/features/'],
    ['api/publishing', 'api/features/'],
    ['api/releases', 'api/features/'],
    ['api/releases', 'api/publishing/'],
    ['api/releases', 'api/site/'],
    ['api/site', 'api/features/'],
    ['api/site', 'api/publishing/'],
    ['src/editor', 'src/features/'],
    ['src/lib', 'src/features/'],
    ['src/lib', 'src/stores/'],
    ['src/stores', 'src/features/'],
    ['src/ui', 'src/features/'],
    ['src/ui', 'src/stores/'],
  ])('%s imports nothing of %s', (folder, forbidden) => {
    const own = listProjectImports(folder);
    expect(own.length).toBeGreaterThan(0);
    expect(formatImports(own.filter((each) => each.target.startsWith(forbidden)))).toEqual([]);
  });
});

describe('features of the API', () => {
  const routes = listFiles(['api']).filter((file) => file.endsWith('routes.ts'));

  it('forbidden imports are found among sample imports', () => {
    const sampleImports = [
      ...importFrom('api/features/one/a/a.service.ts', 'api/features/one/b/b.queries.ts'),
      ...importFrom('api/features/one/one.service.ts', 'api/features/two/two.contract.ts'),
      ...importFrom('api/features/one/one.service.ts', 'api/features/two/two.queries.ts'),
      ...importFrom('api/features/one/one.routes.ts', 'api/features/one/b/b.queries.ts', 'api/http/errors.ts'),
      ...importFrom('api/features/one/one.routes.ts', 'api/features/two/two.service.ts', 'db/client.ts'),
      ...importFrom('api/app.ts', 'api/features/one/one.routes.ts', 'api/features/one/one.mapper.ts'),
      ...importFrom('api/jobs/job.ts', 'api/features/one/one.routes.ts'),
    ];
    expect(formatImports(findApiFeatureBreaches(sampleImports))).toEqual([
      'api/features/one/one.service.ts -> #api/features/two/two.queries.ts',
      'api/app.ts -> #api/features/one/one.mapper.ts',
      'api/jobs/job.ts -> #api/features/one/one.routes.ts',
    ]);
    expect(formatImports(findRouteBreaches(sampleImports))).toEqual([
      'api/features/one/one.routes.ts -> #api/features/one/b/b.queries.ts',
      'api/features/one/one.routes.ts -> #api/features/two/two.service.ts',
      'api/features/one/one.routes.ts -> #db/client.ts',
    ]);
  });

  it('are reached through their services and contracts only', () => {
    expect(formatImports(findApiFeatureBreaches(imports))).toEqual([]);
  });

  it('have routes that use their own service and contract only', () => {
    expect(routes.length).toBeGreaterThan(15);
    expect(formatImports(findRouteBreaches(imports))).toEqual([]);
  });

  it('have routes without SQL and without the database', () => {
    const isQuerying = (file: string) => /\bdb\b|\bsql`|drizzle/.test(readSource(file));
    expect(routes.filter(isQuerying)).toEqual([]);
  });

  it('have files of six roles only', () => {
    const roles = /\.(routes|contract|service|queries|mapper|email)\.ts$/;
    expect(listFiles(['api/features']).filter((file) => !roles.test(file))).toEqual([]);
  });

  it('R2 write through write() only, and the payment sandbox into its own file: no other transaction or batch', () => {
    const writers = listFiles(['api', 'db']).filter((file) => /\.(transaction|batch)\(/.test(readSource(file)));
    expect(writers).toEqual(['api/payment-sandbox/state/sandbox-file.ts', 'db/write.ts']);
  });
});

describe('features of src', () => {
  it('are reached through their entries only', () => {
    const sampleImports = [
      ...importFrom('src/features/one/A.tsx', 'src/features/one/b/B.tsx', 'src/features/two/entry.ts'),
      ...importFrom('src/sections/news/C.astro', 'src/features/two/inner.ts'),
      ...importFrom('src/pages/index.astro', 'src/features/two/inner.ts'),
    ];
    expect(formatImports(findSrcFeatureBreaches(sampleImports, new Set(['src/features/two/entry.ts'])))).toEqual([
      'src/sections/news/C.astro -> #src/features/two/inner.ts',
    ]);
    expect(formatImports(findSrcFeatureBreaches(imports, entryPaths))).toEqual([]);
  });

  it('have no unused entry', () => {
    const used = new Set(findSrcFeatureBreaches(imports, new Set()).map(({ target }) => target));
    expect([...entryPaths].filter((path) => !used.has(path))).toEqual([]);
  });
});
