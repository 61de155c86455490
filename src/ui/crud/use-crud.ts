import { useState } from 'react';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLoaded } from '#src/lib/use-async-data.ts';
import { useFocusAfterRemoval } from './use-focus-after-delete.ts';

type Asked<Item> = { act: 'add' } | { act: 'edit' | 'delete'; item: Item };

/** What the form of such a thing is told. `item` is the one that it changes; null while it adds one. */
export type ManagedForm<Item> = {
  isOpen: boolean;
  item: Item | null;
  onSaved: () => void;
  onClose: () => void;
};

const WORDS = { document: 'Document', product: 'Product', section: 'Section' } as const;

/** Things that an admin adds, changes and deletes: loaded, and loaded again after each change. */
export function useManager<Item extends { id: number }, Value = Item[]>(
  kind: keyof typeof WORDS,
  load: (signal?: AbortSignal) => Promise<Value>,
) {
  const { state, retry, replace } = useLoaded(load);
  const [asked, setAsked] = useState<Asked<Item> | null>(null);
  const close = () => setAsked(null);
  const markRemoved = useFocusAfterRemoval(asked !== null);
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
    showToast(`${WORDS[kind]} deleted successfully`, 'success');
    await reload().catch(retry);
  };
  const form: ManagedForm<Item> = {
    isOpen: asked?.act === 'add' || asked?.act === 'edit',
    item: asked?.act === 'edit' ? asked.item : null,
    onSaved: saved,
    onClose: close,
  };
  return {
    state,
    retry,
    replace,
    reload,
    add: () => setAsked({ act: 'add' }),
    edit: (item: Item) => setAsked({ act: 'edit', item }),
    askToDelete: (item: Item) => setAsked({ act: 'delete', item }),
    form,
    /** Props of `DeleteDialog`. */
    deletion: { kind, item: asked?.act === 'delete' ? asked.item : null, onDelete: remove, onClose: close },
  };
}
