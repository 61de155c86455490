import { type ChangeEvent, type Ref, useImperativeHandle, useMemo, useReducer, useRef, useState } from 'react';
import { actionsFor, type EditorUi } from './actions.ts';
import { ContextBar } from '#src/editor/toolbar/ContextToolbar.tsx';
import { Icon } from '#src/editor/toolbar/icons.tsx';
import { LinkDialog } from '#src/editor/toolbar/LinkDialog.tsx';
import { ShortcutList } from '#src/editor/toolbar/ShortcutList.tsx';
import { Toolbar } from '#src/editor/toolbar/Toolbar.tsx';
import { type JumpTarget, jumpTo } from './scroll-to-target.ts';
import { replaceHtml } from './replace-content.ts';
import { SlashMenu } from '#src/editor/slash/SlashMenu.tsx';
import { placeNear } from '#src/editor/uploads/placeholder-plugin.ts';
import { htmlOf, useEditor } from './use-rich-text-editor.ts';

export type RichTextEditorHandle = {
  getHtml(): string;
  /** Replaces everything; one undo brings back what was there. */
  setHtml(html: string): void;
  focus(): void;
  jumpTo(target: JumpTarget): void;
  isUploading(): boolean;
  /** Resolves when no upload is under way any more. */
  whenUploaded(): Promise<void>;
};

type Props = {
  label: string;
  initialHtml: string;
  headingLevels: readonly number[];
  /** Something changed; `getHtml` tells what. */
  onChange(): void;
  isReadOnly?: boolean;
  describedBy?: string;
  ref?: Ref<RichTextEditorHandle>;
};

/** Rich text that goes in and comes out as HTML. Load it lazily: it brings Milkdown along. */
export function RichTextEditor(props: Props) {
  const { label, headingLevels, isReadOnly = false, ref } = props;
  const [open, setOpen] = useState<'link' | 'shortcuts' | null>(null);
  const [isTall, setTall] = useState(false);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const toolbar = useRef<HTMLDivElement>(null);
  const context = useRef<HTMLElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const actions = useMemo(() => actionsFor(headingLevels), [headingLevels]);
  const ui: EditorUi = {
    editLink: () => setOpen('link'),
    pickFiles(kind) {
      if (!picker.current) return;
      picker.current.accept = `${kind}/*`;
      picker.current.click();
    },
  };
  const showKeys = () => setOpen('shortcuts');
  const screenKeys = () => ({
    'Mod-k': () => did(ui.editLink),
    'Mod-/': () => did(showKeys),
    'Alt-F10': () => did(() => toolbar.current?.focus()),
    'Alt-F9': () => did(() => firstField(context.current)?.focus()),
  });
  const { root, html, view, state, uploads, slashKeys } = useEditor({ ...props, screenKeys });

  useImperativeHandle(ref, () => ({
    getHtml: () => htmlOf(view, html),
    setHtml(next) {
      if (view) replaceHtml(view, next);
      else html.current = next;
    },
    focus: () => view?.focus(),
    jumpTo: (target) => view && jumpTo(view, target),
    isUploading: () => uploads.isBusy,
    whenUploaded: () => uploads.whenIdle(),
  }));

  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    if (view) uploads.start(files, placeNear(view.state, view.state.selection.from));
    view?.focus();
  };
  const isShown = view !== null && state !== null && !isReadOnly;
  return (
    <div className={isTall ? 'editor-frame editor-tall' : 'editor-frame'}>
      {!isReadOnly && (
        <Toolbar ref={toolbar} label={label} actions={actions} view={view} state={state} ui={ui} onHelp={showKeys}>
          <FrameButton label="Keys" icon="keyboard" onClick={showKeys} />
          <FrameButton
            label="Full height"
            icon={isTall ? 'shrink' : 'grow'}
            isOn={isTall}
            onClick={() => setTall(!isTall)}
          />
        </Toolbar>
      )}
      <div className="editor-scroll" ref={root} onScroll={drawAgain} data-loading={view === null || undefined} />
      {isShown && <ContextBar ref={context} view={view} state={state} ui={ui} label={label} />}
      {isShown && <SlashMenu view={view} state={state} actions={actions} ui={ui} keys={slashKeys} />}
      {view && <LinkDialog view={view} isOpen={open === 'link'} onClose={() => setOpen(null)} />}
      <ShortcutList isOpen={open === 'shortcuts'} actions={actions} onClose={() => setOpen(null)} />
      <input ref={picker} type="file" hidden multiple onChange={take} aria-label={`${label}: files to insert`} />
    </div>
  );
}

type FrameButtonProps = { label: string; icon: 'keyboard' | 'grow' | 'shrink'; isOn?: boolean; onClick: () => void };

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
      <Icon name={icon} />
    </button>
  );
}

const firstField = (bar: HTMLElement | null) => bar?.querySelector<HTMLElement>('input, button') ?? bar;

function did(act: () => void): boolean {
  act();
  return true;
}
