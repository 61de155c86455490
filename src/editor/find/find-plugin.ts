import { Plugin, PluginKey, type Transaction } from '@milkdown/kit/prose/state';
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import type { Hit } from './find-hits.ts';

const findPluginKey = new PluginKey<DecorationSet>('find');

/** Shows these hits; the current one has a ring. */
export const markHits = (tr: Transaction, hits: readonly Hit[], current: Hit | undefined): Transaction =>
  tr.setMeta(findPluginKey, { hits, current }).setMeta('addToHistory', false);

/** Marks what was found. While nothing is searched, a change costs it nothing. */
export const findPlugin = $prose(
  () =>
    new Plugin<DecorationSet>({
      key: findPluginKey,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, shown) {
          const found: { hits: readonly Hit[]; current?: Hit } | undefined = tr.getMeta(findPluginKey);
          if (!found) return shown === DecorationSet.empty ? shown : shown.map(tr.mapping, tr.doc);
          const marks = found.hits.map((hit) => {
            const attributes = { class: hit === found.current ? 'find-hit find-here' : 'find-hit' };
            const create = hit.place === 'alt' ? Decoration.node : Decoration.inline;
            return create(hit.from, hit.to, attributes);
          });
          return DecorationSet.create(tr.doc, marks);
        },
      },
      props: { decorations: (state) => findPluginKey.getState(state) },
    }),
);
