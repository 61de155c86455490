import type { InputRule } from '@milkdown/kit/prose/inputrules';
import type { MarkSpec, Node as EditorNode, NodeSpec, Schema } from '@milkdown/kit/prose/model';
import type { Command, EditorState } from '@milkdown/kit/prose/state';
import type { EditorView, NodeViewConstructor } from '@milkdown/kit/prose/view';
import type { ComponentType } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { CONTENT_ELEMENTS } from '#api/domain/content-elements.ts';

/**
 * What the editor knows of an element of the table in api/domain/content-elements.ts: its nodes or marks, how they are written,
 * what menus and keys offer, what may be typed, and its tools. A new element is one file like this, listed in elements.ts.
 */
export type EditorElement = {
  /** By their names in the schema. */
  nodes?: Record<string, ElementNode>;
  marks?: Record<string, ElementMark>;
  /** What the toolbar, the slash menu and the keys offer. */
  actions?: (headingLevels: readonly number[]) => EditorAction[];
  /** Typed Markdown becomes its block or mark. */
  inputRules?: ((schema: Schema, headingLevels: readonly number[]) => InputRule)[];
  /** The same in the list of shortcuts. */
  markdown?: [typed: string, label: string][];
  tools?: ElementTools[];
};

export type ElementNode = NodeSpec & {
  /** Its element in the table, with the attributes that it keeps; read from it and shown as it, unless the rest says otherwise. */
  tag?: string;
  attributes?: readonly string[];
  /** Written as it is shown, with the attributes that are stored; this is for what is written otherwise. */
  toHtml?: (node: EditorNode) => string;
  /** How it looks in the editor where that is not just its element. */
  view?: NodeViewConstructor;
};

export type ElementMark = MarkSpec & {
  tag: string;
  attributes?: readonly string[];
  /** Around or within other marks where the HTML does not say it. */
  nesting?: 'outermost' | 'between' | 'innermost';
};

/** What the editor asks of the screen around it. */
export type EditorUi = {
  editLink(): void;
  pickFiles(kind: 'image' | 'video' | 'audio' | 'file'): void;
  /** An image of the library, or one that is uploaded to it. */
  pickImage(title: string, onPick: (upload: UploadJson) => void): void;
};

export const SLASH_GROUPS = ['Text', 'Lists', 'Media', 'Blocks'] as const;

export type EditorAction = {
  /** The element that it makes. */
  tag?: string;
  label: string;
  /** The path of its drawing, of Lucide (ISC licence, © Lucide Contributors). */
  icon: string;
  /** As ProseMirror writes it: `Mod-b`. */
  keys?: string;
  group: 'text' | 'block' | 'insert' | 'history';
  /** Where the slash menu lists it, what it says, and the words by which it is found. */
  menu?: { group: (typeof SLASH_GROUPS)[number]; description: string; keywords: string };
  /** Only in the slash menu and by its keys: the toolbar is one row. */
  isMenuOnly?: boolean;
  command?: Command;
  /** For what needs a dialog or a file. */
  open?: (ui: EditorUi, view: EditorView) => void;
  isOn?: (state: EditorState) => boolean;
};

export type ToolsProps = { view: EditorView; state: EditorState; run: (command: Command) => void; ui: EditorUi };

/** Tools below the text: for a selected node, or for where the cursor is. Those of the selected node come first. */
export type ElementTools = {
  name: string;
  of: readonly string[] | ((state: EditorState) => boolean);
  Tools: ComponentType<ToolsProps>;
};

/** What an element is called, by the table. */
export function getLabel(tag: string): string {
  const label = CONTENT_ELEMENTS.get(tag)?.label;
  if (!label) throw new Error(`The element ${tag} has no label`);
  return label;
}

/** Attributes as they are written; null is one that is missing. */
export const readAttributes = (dom: HTMLElement, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, dom.getAttribute(name)]));

/** Attributes of an element that is shown. */
export const omitEmpty = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== false)) as Record<
    string,
    string
  >;
