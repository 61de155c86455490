import { useState } from 'react';
import { pageList } from '#api/domain/page-list.ts';
import { getPageName } from '#api/domain/site-pages.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { runWithUndo } from '#src/ui/feedback/run-with-undo.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useFocusAfterRow } from '#src/ui/lists/use-focus-after-row.ts';
import { useList } from '#src/ui/lists/use-list.ts';
import { DeletePageDialog } from './DeletePageDialog.tsx';
import { type NewPage, NewPageDialog } from './NewPageDialog.tsx';
import { createPageMenu, pageColumns } from './page-columns.tsx';
import { createPage, deletePage, duplicatePage, fetchPages, type PageSummary } from './pages-api.ts';

/** The pages of the site that the owner makes. */
export function PagesIsland() {
  return <RequireAuth access="settings.manage">{() => <Pages />}</RequireAuth>;
}

function Pages() {
  const list = useList(pageList, paths.adminPages, fetchPages);
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<PageSummary | null>(null);
  const focusAfter = useFocusAfterRow(list, deleted !== null);
  const add = () => setCreating(true);
  const all = list.page?.all ?? [];

  const create = async (fields: NewPage) => {
    const { page } = await createPage(fields);
    window.location.assign(paths.editPage(page.id));
  };
  const duplicate = useToastAction(
    async ({ id }: PageSummary) => {
      const { page: copy } = await duplicatePage(id);
      showToast(`${copy.title} created`, 'success', { note: 'It’s a draft until you publish it.' });
    },
    { failure: 'Failed to duplicate the page', onSettled: list.reload },
  );
  const remove = async (page: PageSummary, redirectTo: string | null) => {
    await runWithUndo(() => deletePage(page, redirectTo), { note: getPageName(page), onUndone: list.reload });
    focusAfter(page.id);
    list.reload();
  };
  return (
    <>
      {list.page && !list.isFiltered && <ScreenCount>{list.total}</ScreenCount>}
      <PageAction>
        <Button onClick={add}>New page</Button>
      </PageAction>
      <div className="screen-parts">
        <ListScreen
          list={list}
          title="Pages"
          noun={{ one: 'page', many: 'pages' }}
          failure="Failed to fetch pages"
          columns={pageColumns}
          tableClass="has-thumbs"
          counts={list.page?.counts ?? null}
          menu={(page) =>
            createPageMenu(page, { onDuplicate: (each) => void duplicate.run(each), onDelete: setDeleted })
          }
          shortcuts={[{ keys: ['n'], label: 'New page', run: add }]}
          noMatches={{ title: 'No pages match', message: 'No page matches your search and filters.' }}
          empty={<EmptyState title="No pages yet" action={<Button onClick={add}>New page</Button>} />}
        />
      </div>
      <NewPageDialog isOpen={isCreating} pages={all} onCreate={create} onClose={() => setCreating(false)} />
      <DeletePageDialog page={deleted} pages={all} onDelete={remove} onClose={() => setDeleted(null)} />
    </>
  );
}
