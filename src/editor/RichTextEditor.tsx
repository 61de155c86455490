import { Milkdown, MilkdownProvider } from '@milkdown/react';
import {
  type ChangeEvent,
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { FILE_EXTENSIONS } from '#api/domain/image-variants.ts';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { createActions } from './actions.ts';
import { BlockTools, type BlockToolsHandle, GRIP } from '#src/editor/block-menu/BlockTools.tsx';
import type { EditorUi } from '#src/editor/elements/element.ts';
import { ContextToolbar } from '#src/editor/toolbar/ContextToolbar.tsx';
import { LinkCard, type LinkCardHandle } from '#src/editor/link/LinkCard.tsx';
import { LinkPopover } from '#src/editor/link/LinkPopover.tsx';
import type { FindRequest } from '#src/editor/find/FindPanel.tsx';
import { Icon } from '#src/editor/toolbar/Icon.tsx';
import { SelectionBar, type SelectionBarHandle } from '#src/editor/selection/SelectionBar.tsx';
import { ShortcutList } from '#src/editor/toolbar/ShortcutList.tsx';
import { useKeyboardHeight } from '#src/editor/toolbar/use-keyboard-height.ts';
import { Toolbar } from '#src/editor/toolbar/Toolbar.tsx';
import { getImageAddress, type ScrollTarget, scrollToTarget, setAltText, setHeadingLevel } from './scroll-to-target.ts';
import { insertLines, replaceContent, updateContent } from './replace-content.ts';
import { readTextFacts, type TextFacts } from './text-facts.ts';
import { isTouch } from '#src/editor/touch.ts';
import { SlashMenu } from '#src/editor/slash/SlashMenu.tsx';
import { findInsertPosition } from '#src/editor/uploads/placeholder-plugin.ts';
import { PARTIAL_LAYOUT, usePartialLayout } from './use-partial-layout.ts';
import { serializeEditor, useRichTextEditor } from './use-rich-text-editor.ts';

export type RichTextEditorHandle = {
  getHtml(): string;
  /** Words and headings; null until the editor is created. */
  readFacts(): TextFacts | null;
  /** Replaces the whole text; one undo restores it. */
  setHtml(html: string): void;
  /** Changes only the blocks that differ: the cursor stays, and an undo leaves them. */
  updateHtml(html: string): void;
  focus(): void;
  /** Puts plain text at the cursor, each line as a paragraph. */
  insertText(text: string): void;
  jumpTo(target: ScrollTarget): void;
  /** Shows the n-th image, with the focus in the field for its alt text. */
  editAltText(image: number): void;
  /** The address of the n-th image; null where it can’t be changed. */
  getImageAddress(image: number): string | null;
  setAltText(image: number, alt: string): void;
  /** Gives the n-th heading another level. */
  setHeadingLevel(heading: number, level: number): void;
  isUploading(): boolean;
  /** Resolves when no upload is under way any more. */
  whenUploaded(): Promise<void>;
};

const loadImagePicker = () => import('#src/ui/media/ImagePicker.tsx');

type Props = {
  label: string;
  initialHtml: string;
  headingLevels: readonly number[];
  /** Called after a change; `getHtml` returns the new text. */
  onChange(): void;
  /** Offered the first heading of level 1 of what is pasted; true where it became the title. Without it, those stay. */
  takeTitle?: (text: string) => boolean;
  /** Called when the text can be typed into. */
  onReady?: () => void;
  isReadOnly?: boolean;
  /** As high as its text: the page scrolls, not the editor. */
  growsWithText?: boolean;
  describedBy?: string;
  ref?: Ref<RichTextEditorHandle>;
};

const FILE_ENDINGS = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(',');
const ACCEPTED = { image: 'image/*', video: 'video/*', audio: 'audio/*', file: FILE_ENDINGS };

/** Few search in their text. */
const loadFindPanel = () => import('#src/editor/find/FindPanel.tsx');

/** A rich text editor with HTML as input and output. Load it lazily: it includes Milkdown. */
export function RichTextEditor(props: Props) {
  return (
    <MilkdownProvider>
      <EditorFrame {...props} />
    </MilkdownProvider>
  );
}

function EditorFrame(props: Props) {
  const { label, headingLevels, isReadOnly = false, growsWithText = false, onReady, ref } = props;
  const [open, setOpen] = useState<'link' | 'shortcuts' | null>(null);
  const [picking, setPicking] = useState<{ title: string; onPick: (upload: UploadJson) => void } | null>(null);
  const [isExpanded, setExpanded] = useState(growsWithText);
  const [, forceRender] = useReducer((count: number) => count + 1, 0);
  const viewRef = useRef<EditorView | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const context = useRef<HTMLElement>(null);
  const selectionBar = useRef<SelectionBarHandle>(null);
  const blockTools = useRef<BlockToolsHandle>(null);
  const linkCard = useRef<LinkCardHandle>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const actions = useMemo(() => createActions(headingLevels), [headingLevels]);
  const ui = useMemo<EditorUi>(
    () => ({
      editLink: () => setOpen('link'),
      pickFiles(kind) {
        if (!fileInput.current) return;
        fileInput.current.accept = ACCEPTED[kind];
        fileInput.current.click();
      },
      pickImage: (title, onPick) => setPicking({ title, onPick }),
    }),
    [],
  );
  const [findRequest, setFindRequest] = useState<FindRequest | null>(null);
  const find = useCallback((isReplacing: boolean) => {
    const query = viewRef.current ? readSelectedWords(viewRef.current.state) : '';
    // What is typed until the panel is there must not replace the selected words.
    viewRef.current?.dom.blur();
    setFindRequest((before) => ({ count: (before?.count ?? 0) + 1, query, isReplacing }));
  }, []);
  const showKeys = useCallback(() => setOpen('shortcuts'), []);
  const extraKeys = () => ({
    'Mod-k': () => runAndHandle(ui.editLink),
    'Mod-Shift-k': () => runAndHandle(ui.editLink),
    'Mod-/': () => runAndHandle(showKeys),
    'Mod-f': () => runAndHandle(() => find(false)),
    'Mod-h': () => runAndHandle(() => find(true)),
    'Mod-Alt-f': () => runAndHandle(() => find(true)),
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key
    Escape: () => selectionBar.current?.close() === true || linkCard.current?.close() === true,
    'Alt-Enter': () => runAndHandle(() => blockTools.current?.openMenu()),
    'Alt-F10': () => runAndHandle(() => selectionBar.current?.focus() || toolbar.current?.focus()),
    'Alt-F9': () => runAndHandle(() => linkCard.current?.focus() || findFirstField(context.current)?.focus()),
  });
  const { html, view, state, uploads, slashKeys } = useRichTextEditor({ ...props, extraKeys });
  viewRef.current = view;
  useKeyboardHeight(frame, view);
  usePartialLayout(scroller, view);
  const announceReady = useRef(onReady);
  announceReady.current = onReady;
  useEffect(() => {
    if (view) announceReady.current?.();
  }, [view]);
  // The buttons follow after the frame that shows the key; not the fields of the context toolbar, which would lose letters.
  const toolState = useDeferredValue(state);

  useImperativeHandle(ref, () => ({
    getHtml: () => serializeEditor(view, html),
    readFacts: () => view && readTextFacts(view.state.doc),
    setHtml(next) {
      if (view) replaceContent(view, next);
      else html.current = next;
    },
    updateHtml(next) {
      if (view) updateContent(view, next);
      else html.current = next;
    },
    focus: () => view?.focus(),
    insertText: (text) => view && insertLines(view, text),
    jumpTo: (target) => view && scrollToTarget(view, target),
    editAltText(image) {
      if (!view) return;
      scrollToTarget(view, { tag: 'img', index: image });
      // After the tools of the image have come.
      setTimeout(() => findFirstField(context.current)?.focus());
    },
    getImageAddress: (image) => view && getImageAddress(view, image),
    setAltText: (image, alt) => view && setAltText(view, image, alt),
    setHeadingLevel: (heading, level) => view && setHeadingLevel(view, heading, level),
    isUploading: () => uploads.isBusy,
    whenUploaded: () => uploads.whenIdle(),
  }));

  const handleFiles = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    if (view) uploads.start(files, findInsertPosition(view.state, view.state.selection.from));
    view?.focus();
  };
  const tools = useMemo(
    () =>
      !isReadOnly && (
        <Toolbar
          ref={toolbar}
          label={label}
          actions={actions}
          view={view}
          state={toolState}
          ui={ui}
          onHelp={showKeys}
          // There the mouse has its handle in the margin.
          first={
            isTouch() && <FrameButton label="Block menu" icon={GRIP} onClick={() => blockTools.current?.openMenu()} />
          }
        >
          <FrameButton label="Find and replace" icon={SEARCH} onClick={() => find(false)} />
          <FrameButton label="Keyboard shortcuts" icon={KEYBOARD} onClick={showKeys} />
          {!growsWithText && (
            <FrameButton
              label="Full height"
              icon={isExpanded ? SHRINK : GROW}
              isOn={isExpanded}
              onClick={() => setExpanded(!isExpanded)}
            />
          )}
        </Toolbar>
      ),
    [isReadOnly, label, actions, view, toolState, ui, find, showKeys, growsWithText, isExpanded],
  );
  const contextTools = useMemo(
    () =>
      view && state && !isReadOnly && <ContextToolbar ref={context} view={view} state={state} ui={ui} label={label} />,
    [isReadOnly, label, view, state, ui],
  );
  const selectionTools = useMemo(
    () =>
      view &&
      state &&
      !isReadOnly && (
        <SelectionBar
          ref={selectionBar}
          view={view}
          state={state}
          actions={actions}
          ui={ui}
          label={label}
          onHelp={showKeys}
          onToolbar={() => toolbar.current?.focus()}
        />
      ),
    [isReadOnly, label, view, state, actions, ui, showKeys],
  );
  const linkTools = useMemo(() => {
    if (!view || !state || isReadOnly) return null;
    if (open === 'link') return <LinkPopover view={view} onClose={() => setOpen(null)} />;
    return <LinkCard ref={linkCard} view={view} state={state} label={label} onEdit={ui.editLink} />;
  }, [isReadOnly, label, view, state, open, ui]);
  const isShown = view !== null && state !== null && !isReadOnly;
  return (
    <div ref={frame} className={isExpanded ? 'editor-frame editor-tall' : 'editor-frame'}>
      {tools}
      {isShown && findRequest && (
        <LazyBoundary load={loadFindPanel}>
          {({ FindPanel }) => (
            <FindPanel
              view={view}
              state={state}
              request={findRequest}
              hasRail={isExpanded}
              onClose={() => setFindRequest(null)}
            />
          )}
        </LazyBoundary>
      )}
      <div
        ref={scroller}
        className="editor-scroll"
        onScroll={forceRender}
        data-loading={view === null || undefined}
        {...PARTIAL_LAYOUT}
      >
        <Milkdown />
      </div>
      {selectionTools}
      {linkTools}
      {contextTools}
      {isShown && <BlockTools ref={blockTools} view={view} actions={actions} />}
      {isShown && <SlashMenu view={view} state={state} actions={actions} ui={ui} keys={slashKeys} />}
      {view && picking && (
        <LazyBoundary load={loadImagePicker} onClose={() => setPicking(null)}>
          {({ ImagePicker }) => (
            <ImagePicker
              title={picking.title}
              onClose={() => setPicking(null)}
              onPick={(upload) => {
                setPicking(null);
                picking.onPick(upload);
                // After the dialog has returned the focus.
                requestAnimationFrame(() => view.focus());
              }}
            />
          )}
        </LazyBoundary>
      )}
      <ShortcutList isOpen={open === 'shortcuts'} actions={actions} onClose={() => setOpen(null)} />
      <input ref={fileInput} type="file" hidden multiple onChange={handleFiles} aria-label={`${label}: insert files`} />
    </div>
  );
}

const SEARCH = 'M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0M21 21l-4.34-4.34';
const KEYBOARD =
  'M10 8h.01M12 12h.01M14 8h.01M16 12h.01M18 8h.01M6 8h.01M7 16h10M8 12h.01M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z';
const GROW = 'M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6';
const SHRINK = 'm14 10 7-7M20 10h-6V4M3 21l7-7M4 14h6v6';

type FrameButtonProps = { label: string; icon: string; isOn?: boolean; onClick: () => void };

function FrameButton({ label, icon, isOn, onClick }: FrameButtonProps) {
  return (
    <button
      type="button"
      className="tool"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      tabIndex={-1}
      onClick={onClick}
    >
      <Icon path={icon} />
    </button>
  );
}

/** What is selected, if it is in one line. */
function readSelectedWords({ selection: { $from, $to, from, to }, doc }: EditorState): string {
  return $from.sameParent($to) ? doc.textBetween(from, to).trim().slice(0, SELECTED_MAX) : '';
}

const SELECTED_MAX = 100;

const findFirstField = (bar: HTMLElement | null) => bar?.querySelector<HTMLElement>('input, button') ?? bar;

function runAndHandle(run: () => void): boolean {
  run();
  return true;
}
