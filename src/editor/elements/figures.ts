import { Fragment } from '@milkdown/kit/prose/model';
import { type Command, NodeSelection } from '@milkdown/kit/prose/state';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import type { FigureLayout } from '#api/domain/content-elements.ts';
import { getFigure, getSelectedNode, insertBlock } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { getMarkType } from '#src/editor/mark-type.ts';

import { findNode } from './link-block.ts';

type Schema = Parameters<typeof getNodeType>[0];

const toSize = (value: number | null) => (value ? String(value) : null);

/** The attributes of a stored image that are its own. */
export const toImageAttributes = ({ url, width, height }: UploadJson) => ({
  src: url,
  width: toSize(width),
  height: toSize(height),
});

const createImage = (schema: Schema, upload: UploadJson) =>
  getNodeType(schema, 'figure_image').create({ ...toImageAttributes(upload), alt: upload.alt ?? '' });

/** How wide the figure of the selected image is, or that its images stand side by side. */
export const setFigureLayout =
  (layout: FigureLayout | null): Command =>
  (state, dispatch) => {
    const { $from, from } = state.selection;
    if (!getFigure(state)) return false;
    const tr = state.tr.setNodeAttribute($from.before(), 'data-layout', layout);
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, from)));
    return true;
  };

/** Puts another image beside the selected one; more than one are a gallery. */
export const addToGallery =
  (upload: UploadJson): Command =>
  (state, dispatch) => {
    const figure = getFigure(state);
    if (!figure) return false;
    const { $from, to } = state.selection;
    const tr = state.tr.insert(to, createImage(state.schema, upload));
    tr.setNodeAttribute($from.before(), 'data-layout', 'gallery');
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView());
    return true;
  };

/** A gallery with its first image, which is selected so that more can be added. */
export const insertGallery =
  (upload: UploadJson): Command =>
  (state, dispatch) => {
    const gallery = getNodeType(state.schema, 'figure').create(
      { 'data-layout': 'gallery' },
      createImage(state.schema, upload),
    );
    return insertBlock(
      state,
      gallery,
      dispatch &&
        ((tr) => {
          tr.setSelection(NodeSelection.create(tr.doc, findNode(tr.doc, gallery) + 1));
          dispatch(tr);
        }),
    );
  };

/** Moves the selected image of a gallery before its neighbour, or after it. */
export const moveInGallery =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const figure = getFigure(state);
    const node = getSelectedNode(state);
    const { $from, from } = state.selection;
    const index = $from.index();
    const other = figure?.maybeChild(index + direction);
    if (!figure || !node || other?.type !== node.type) return false;
    if (!dispatch) return true;
    const start = direction < 0 ? from - other.nodeSize : from;
    const pair = direction < 0 ? [node, other] : [other, node];
    const { tr } = state;
    tr.replaceWith(start, start + node.nodeSize + other.nodeSize, Fragment.from(pair));
    dispatch(
      tr.setSelection(NodeSelection.create(tr.doc, direction < 0 ? start : start + other.nodeSize)).scrollIntoView(),
    );
    return true;
  };

/** The address that the selected image leads to. */
export function getImageLink(state: Parameters<Command>[0]): string {
  const mark = getSelectedNode(state)?.marks.find(({ type }) => type.name === 'link');
  return String(mark?.attrs.href ?? '');
}

/** Links the selected image to what was typed, as far as it is an address. */
export const setImageLink =
  (typed: string): Command =>
  (state, dispatch) => {
    const node = getSelectedNode(state);
    if (!node) return false;
    const type = getMarkType(state.schema, 'link');
    const href = normalizeLinkUrl(typed);
    const { from } = state.selection;
    const tr = state.tr.setNodeMarkup(
      from,
      null,
      node.attrs,
      href ? type.create({ href }).addToSet(type.removeFromSet(node.marks)) : type.removeFromSet(node.marks),
    );
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, from)));
    return true;
  };
