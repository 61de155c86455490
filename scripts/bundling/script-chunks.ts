import { join } from 'node:path';
import type { AstroUserConfig } from 'astro';
import { PROJECT_ROOT } from '#db/project-root.ts';

type Plugin = Extract<NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number], { name: string }>;
type ModuleInfo = { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] };
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null };

/** In one file with Vite’s preload helper: a public page with a form makes one request for both. */
const SESSION_STORAGE = /preload-helper|src\/lib\/(session-storage|stored-json)/;
/** What nearly every island uses, and the account menu of public pages when a user is signed in. */
const SIGNED_IN =
  /src\/(stores\/session|lib\/(api-client|paths|report-error|store-session|format\/(user-name|dates)))\.ts|api\/domain\/(permissions|money|currency-digits|plurals|region|site-facts|numbers|palette|undo|local-time)\.ts|node_modules\/nanostores\//;

/** The words of a search, marked, and those near them: of the command menu, the reader of documents and the list of posts. */
const MARKED_TEXT = /src\/(lib\/(highlight|search-with-typos)|ui\/content\/MarkedText)\./;

/** Small parts that the lists of the back office share: each would be a file of its own. */
const LISTS = /src\/(lib\/use-reload-when-due|ui\/tables\/(use-selection|row-shortcuts))\./;

/** What list screens are made of; other screens are as many, and don't load it. */
const LIST_SCREENS = /src\/(ui\/lists\/|lib\/list-address)|api\/domain\/list-definition/;

/** What adds, changes and deletes one thing: most lists have it, and reviewers don't. */
const CRUD = /src\/ui\/dialogs\/(DialogForm|use-dirty-dialog)\./;

/** Small parts that the screens of reviewers share: each would be a file of its own. */
const REVIEWS =
  /src\/(features\/openshelf\/(openshelf-api|publication-labels|StatusBadge|WaitingTime|waiting-time|SameTextMark|decisions\/ReasonChoice)|config\/publication-status-labels)\.|api\/domain\/publication-states\./;

/** Of links: forms whose fields are a draft have it at once, the editors with their text. */
const LINK_TARGETS = /src\/ui\/fields\/use-link-targets\./;

const ISLAND = /\.island\.tsx$/;
/** Islands of pages that need no account. */
const PUBLIC_ISLAND = /\/(SignIn|MagicLink|WaitingListStatus)\.island\.tsx$/;
/** Islands of pages for every signed-in user. */
const USER_ISLAND = /\/features\/(account|auth\/sessions|subscriptions|documents\/reader)\/\w+\.island\.tsx$/;
/** What every screen with a draft uses. */
const DRAFT_EDITOR = join(PROJECT_ROOT, 'src/features/drafts/use-draft-editor.ts');
const EDITOR_ISLAND = /\/(BlogEditor|DocumentEditor)\.island\.tsx$/;
/** What hydrates an island in the browser. */
const RENDERER = /@astrojs\/react\/[^?]*client/;
const BACK_OFFICE_SCRIPT = /src\/layouts\/(admin\/|AdminLayout|EditorLayout)/;
/** A module that at least so many islands use goes into a shared file. */
const MANY_ISLANDS = 10;

/**
 * Puts the code that islands share into few files. The bundler makes one for each combination of islands: 46 for the editor,
 * most of them below 1 KB, and each costs the browser a request and a task, also from its cache.
 */
export const createScriptChunks = (): Plugin => ({
  name: 'script-chunks',
  applyToEnvironment: ({ name }) => name === 'client',
  // Needed for groups without the dependencies of their modules; Astro sets `exports-only`.
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  outputOptions: (options) => ({
    ...options,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'session-storage', test: SESSION_STORAGE, priority: 2 },
        { name: 'signed-in', test: SIGNED_IN, priority: 1 },
        { name: 'marked-text', test: MARKED_TEXT, priority: 1 },
        { name: 'lists', test: LISTS, priority: 1 },
        { name: 'list-screens', test: LIST_SCREENS, priority: 1 },
        { name: 'crud', test: CRUD, priority: 1 },
        { name: 'reviews', test: REVIEWS, priority: 1 },
        { name: nameChunk },
      ],
    },
  }),
});

/** The name of the file for a module, by the pages that load it; null leaves it to the bundler. */
function nameChunk(moduleId: string, graph: ModuleGraph): string | null {
  if (graph.getModuleInfo(moduleId)?.isEntry) return null;
  const audience = findEntries(moduleId, graph, { includesDynamic: true });
  // The scripts of public pages stay as small as they are, and so does what they load later.
  if (audience.some(isPublicScript)) return null;
  const initialEntries = findEntries(moduleId, graph, { includesDynamic: false });
  if (initialEntries.some((entry) => RENDERER.test(entry) || PUBLIC_ISLAND.test(entry))) return 'islands';
  // The frames of admin screens and of editors share it.
  if (initialEntries.length > 1 && initialEntries.every((entry) => BACK_OFFICE_SCRIPT.test(entry)))
    return 'back-office';
  if (LINK_TARGETS.test(moduleId)) return 'drafts';
  const islands = initialEntries.filter((entry) => ISLAND.test(entry));
  if (islands.length < MANY_ISLANDS && !islands.some(isEditor)) return null;
  if (audience.some((entry) => USER_ISLAND.test(entry))) return 'screens';
  if (audience.every(isEditor)) return 'editor-screen';
  // Lists don't load what the editors share with forms whose fields are a draft.
  const draftScreens = findEntries(DRAFT_EDITOR, graph, { includesDynamic: false });
  return initialEntries.every((entry) => draftScreens.includes(entry)) ? 'drafts' : 'back-office';
}

const isEditor = (entry: string) => EDITOR_ISLAND.test(entry);
const isPublicScript = (entry: string) =>
  !ISLAND.test(entry) && !RENDERER.test(entry) && !BACK_OFFICE_SCRIPT.test(entry);

/** The entries that import a module, over any number of others; with `includesDynamic` also those that load it later. */
function findEntries(
  moduleId: string,
  graph: ModuleGraph,
  { includesDynamic }: { includesDynamic: boolean },
): string[] {
  const entries: string[] = [];
  const seen = new Set([moduleId]);
  // The loop also reaches what is added meanwhile.
  for (const id of seen) {
    const info = graph.getModuleInfo(id);
    if (info?.isEntry) entries.push(id);
    for (const importer of info?.importers ?? []) seen.add(importer);
    if (includesDynamic) for (const importer of info?.dynamicImporters ?? []) seen.add(importer);
  }
  return entries;
}
