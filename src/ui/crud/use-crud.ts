import { useState } from 'react';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useFocusAfterDelete } from './use-focus-after-delete.ts';

type CrudPrompt<Item> = { action: 'add' } | { action: 'edit' | 'delete'; item: Item };

/** What the form of such a thing is told. `item` is the one that it changes; null while it adds one. */
export type CrudForm<Item> = {
  isOpen: boolean;
  item: Item | null;
  onSaved: () => void;
  onClose: () => void;
};

const LABELS = { document: 'Document', product: 'Product', section: 'Section' } as const;

/** Things that an admin adds, changes and deletes: loaded, and loaded again after each change. */
export function useCrud<Item extends { id: number }, Value = Item[]>(
  kind: keyof typeof LABELS,
  load: (signal?: AbortSignal) => Promise<Value>,
) {
  const { state, retry, replace } = useQuery(kind, load);
  const [prompt, setPrompt] = useState<CrudPrompt<Item> | null>(null);
  const close = () => setPrompt(null);
  const markRemoved = useFocusAfterDelete(prompt !== null);
  const reload = async () => replace(await load());

  const saved = () => {
    close();
    void reload().catch(retry);
  };
  const remove = async ({ id }: Item) => {
    try {
      await api.delete(`/api/${kind}s/${id}`);
    } catch (error) {
      showToast(`Failed to delete ${kind}`, 'error');
      // Somebody else may have deleted it, or put something into it.
      void reload().catch(() => undefined);
      throw error;
    }
    markRemoved();
    showToast(`${LABELS[kind]} deleted successfully`, 'success');
    await reload().catch(retry);
  };
  const form: CrudForm<Item> = {
    isOpen: prompt?.action === 'add' || prompt?.action === 'edit',
    item: prompt?.action === 'edit' ? prompt.item : null,
    onSaved: saved,
    onClose: close,
  };
  return {
    state,
    retry,
    replace,
    reload,
    add: () => setPrompt({ action: 'add' }),
    edit: (item: Item) => setPrompt({ action: 'edit', item }),
    askToDelete: (item: Item) => setPrompt({ action: 'delete', item }),
    form,
    /** Props of `DeleteDialog`. */
    deletion: { kind, item: prompt?.action === 'delete' ? prompt.item : null, onDelete: remove, onClose: close },
  };
}
