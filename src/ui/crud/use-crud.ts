import { useState } from 'react';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast } from '#src/ui/feedback/undo-toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useFocusAfterDelete } from './use-focus-after-delete.ts';

type CrudPrompt<Item> = { action: 'add' } | { action: 'edit' | 'delete'; item: Item };

type CrudKind = keyof typeof KIND_LABELS;

/** Props of the table of such items. */
export type CrudTableProps<Item> = {
  items: readonly Item[];
  /** Shows another order before the server has it. */
  onChange: (items: Item[]) => void;
  onReload: () => Promise<void>;
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
};

/** Props of the form of such items. `item` is the one that it changes; null while it adds one. */
export type CrudFormProps<Item> = {
  kind: CrudKind;
  isOpen: boolean;
  item: Item | null;
  onSaved: () => void;
  onClose: () => void;
};

/** At the beginning of a sentence. */
export const KIND_LABELS = {
  author: 'Author',
  category: 'Category',
  document: 'Document',
  product: 'Product',
  reason: 'Reason',
  section: 'Section',
  tag: 'Tag',
} as const;

/** The names of the kinds in API paths. */
const KIND_PATHS = {
  author: 'authors',
  category: 'categories',
  document: 'documents',
  product: 'products',
  reason: 'admin/openshelf/reasons',
  section: 'sections',
  tag: 'tags',
} as const;

/** Things that an admin adds, changes and deletes: loaded, and loaded again after each change. */
export function useCrud<Item extends { id: number }, Value = Item[]>(
  kind: CrudKind,
  load: (signal?: AbortSignal) => Promise<Value>,
  /** Puts a deleted one back, by its name; without it a deletion can't be undone. */
  undoDelete?: { getName: (item: Item) => string; run: (item: Item) => Promise<unknown> },
) {
  const { state, reload: retry, replace } = useQuery(KIND_PATHS[kind], load);
  const [prompt, setPrompt] = useState<CrudPrompt<Item> | null>(null);
  const close = () => setPrompt(null);
  const markRemoved = useFocusAfterDelete(prompt !== null);
  const reload = async () => replace(await load());

  const saved = () => {
    close();
    void reload().catch(retry);
  };
  const remove = async (item: Item) => {
    // Counted from before the request, so the toast never promises more than the server gives.
    const until = Date.now() + UNDO_WINDOW_MS;
    try {
      await api.delete(`/api/${KIND_PATHS[kind]}/:id`, { param: { id: item.id } });
    } catch (error) {
      // Someone else may have deleted it, or added something to it.
      void reload().catch(() => undefined);
      throw error;
    }
    markRemoved();
    const message = `${KIND_LABELS[kind]} deleted successfully`;
    if (undoDelete) {
      const note = undoDelete.getName(item);
      const undo = () => undoDelete.run(item).then(() => ({ message: `Undone. ${note} is as it was before.` }));
      showUndoToast({ message, note, until, undo, onUndone: () => void reload().catch(retry) });
    } else showToast(message, 'success');
    await reload().catch(retry);
  };
  const form: CrudFormProps<Item> = {
    kind,
    isOpen: prompt?.action === 'add' || prompt?.action === 'edit',
    item: prompt?.action === 'edit' ? prompt.item : null,
    onSaved: saved,
    onClose: close,
  };
  return {
    state,
    retry,
    replace,
    add: () => setPrompt({ action: 'add' }),
    tableHandlers: {
      onReload: reload,
      onEdit: (item: Item) => setPrompt({ action: 'edit', item }),
      onDelete: (item: Item) => setPrompt({ action: 'delete', item }),
    },
    form,
    /** Props of `DeleteDialog`. */
    deletion: { kind, item: prompt?.action === 'delete' ? prompt.item : null, onDelete: remove, onClose: close },
  };
}
