import { useEffect, useRef, useState } from 'react';
import type { SectionKind } from '#api/domain/section-kinds.ts';
import { getPageName, listPageFaults, type PageSection } from '#api/domain/site-pages.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useDraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { SitePartFrame } from '#src/features/site-changes/SitePartFrame.tsx';
import { SitePartLoader } from '#src/features/site-changes/SitePartLoader.tsx';
import { usePartFaults } from '#src/features/site-changes/use-part-faults.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { ScreenTitle } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { readAddressedField } from '#src/ui/fields/addressed-field.ts';
import { RichTextContext } from '#src/ui/fields/rich-text-context.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { AddSectionDialog } from './AddSectionDialog.tsx';
import { FactsForm, SectionForm } from './PageForms.tsx';
import { PagePreview } from './PagePreview.tsx';
import {
  type FlatPage,
  formatPageFields,
  formatSection,
  listSections,
  loadPage,
  pageDraftApi,
  toPage,
  toSectionName,
  toSectionsChange,
} from './page-draft.ts';
import { RichTextInput } from './RichTextInput.tsx';
import { SectionList } from './SectionList.tsx';
import { copySection, createSection } from './sections.ts';

/** A page of the site: its sections, the form of the one that is edited, and how all of it looks. The id is in the address. */
export function PageEditorIsland() {
  return (
    <RequireAuth access="settings.manage" keepOnExpiry>
      {({ id: userId }) => (
        <SitePartLoader noun="page" list={{ href: paths.adminPages, label: 'Pages' }} load={loadPage}>
          {(loaded) => <PageEditor userId={userId} loaded={loaded} />}
        </SitePartLoader>
      )}
    </RequireAuth>
  );
}

const EMPTY = { fields: { order: [] }, content: '' };
const VIEWS = { sections: 'Sections', form: 'Form', preview: 'Preview' } as const;
type View = keyof typeof VIEWS;
/** As in 'sections.2.fields.title'. */
const SECTION_PATH = /^sections\.(\d+)\./;

type Loaded = Awaited<ReturnType<typeof loadPage>>;

function PageEditor({ userId, loaded }: { userId: number; loaded: Loaded }) {
  const draftEditor = useDraftEditor<FlatPage, Loaded['live']>({
    kind: 'page',
    userId,
    loaded,
    empty: EMPTY,
    isNew: ({ status }) => status === 'new',
    draftApi: pageDraftApi,
    toEditUrl: paths.editPage,
  });
  const { draft } = draftEditor;
  const { fields } = draft;
  const sections = listSections(fields);
  const page = toPage(fields);
  const faults = usePartFaults('page', draftEditor, listPageFaults(page));
  const [view, setView] = useState<View>('sections');
  const [isAdding, setAdding] = useState(false);
  const [current, setCurrent] = useState<string | null>(() => findLinkedSection(sections) ?? sections[0]?.id ?? null);
  const section = sections.find(({ id }) => id === current) ?? null;
  const root = useRef<HTMLDivElement>(null);
  /** The selector of what gets the focus once it is drawn. */
  const focusNext = useRef<string | null>(readLinkedField());
  useEffect(() => {
    const selector = focusNext.current;
    const target = selector && root.current?.querySelector<HTMLElement>(selector);
    if (!target) return;
    focusNext.current = null;
    target.focus();
  });

  const changeSections = (change: (before: PageSection[]) => PageSection[]) => {
    const before = draft.read().fields;
    draft.change(toSectionsChange(before, change(listSections(before))));
  };
  const open = (id: string | null) => {
    setCurrent(id);
    setView('form');
  };
  const insertBelow = (created: PageSection, after: string | null) =>
    changeSections((before) => {
      const at = before.findIndex(({ id }) => id === after);
      return before.toSpliced(at < 0 ? before.length : at + 1, 0, created);
    });
  const add = (kind: SectionKind) => {
    const created = createSection(kind, listSections(draft.read().fields));
    insertBelow(created, current);
    setAdding(false);
    open(created.id);
    focusNext.current = '.page-form :is(input, textarea, select, button)';
  };
  const duplicate = (source: PageSection) => {
    const copy = copySection(source, listSections(draft.read().fields));
    insertBelow(copy, source.id);
    setCurrent(copy.id);
    focusNext.current = toSelector(copy.id);
  };
  const hide = (hidden: PageSection) => {
    const name = toSectionName(hidden.id);
    draft.change({ [name]: { ...(draft.read().fields[name] as PageSection), is_hidden: !hidden.is_hidden } });
  };
  const remove = (removed: PageSection) => {
    const at = sections.findIndex(({ id }) => id === removed.id);
    const next = sections[at + 1] ?? sections[at - 1] ?? null;
    changeSections((before) => before.filter(({ id }) => id !== removed.id));
    if (current === removed.id) setCurrent(next?.id ?? null);
    focusNext.current = next ? toSelector(next.id) : '.add-section';
    const onUndo = () => {
      changeSections((before) => before.toSpliced(Math.min(at, before.length), 0, removed));
      setCurrent(removed.id);
      focusNext.current = toSelector(removed.id);
    };
    showToast('Section deleted', 'success', {
      note: formatSection(removed),
      undo: { until: Date.now() + UNDO_WINDOW_MS, onUndo },
    });
  };
  const order = (ids: string[]) =>
    changeSections((before) => ids.flatMap((id) => before.find((each) => each.id === id) ?? []));
  const faulty = new Set(
    [...faults.keys()].flatMap((path) => sections[Number(SECTION_PATH.exec(path)?.[1])]?.id ?? []),
  );
  return (
    <RichTextContext value={RichTextInput}>
      <ScreenTitle>
        <span>{getPageName(page)}</span>
      </ScreenTitle>
      <SitePartFrame
        draftEditor={draftEditor}
        formatFields={formatPageFields}
        what="this page"
        whenDeleted={<PageDeleted />}
      >
        <fieldset className="segments page-views">
          <legend className="visually-hidden">Part of the screen</legend>
          {(Object.keys(VIEWS) as View[]).map((each) => (
            <button key={each} type="button" aria-pressed={view === each} onClick={() => setView(each)}>
              {VIEWS[each]}
            </button>
          ))}
        </fieldset>
        <div ref={root} className="page-editor" data-view={view}>
          <section className="page-sections" aria-label="Sections">
            <button
              type="button"
              className="section-open page-facts"
              aria-current={section === null || undefined}
              onClick={() => open(null)}
            >
              <b>Page</b>
              <small>{page.address || 'No address yet'}</small>
              {[...faults.keys()].some((path) => !path.startsWith('sections.')) && (
                <small className="section-fault">Needs a correction</small>
              )}
            </button>
            <SectionList
              sections={sections}
              current={section?.id ?? null}
              faulty={faulty}
              actions={{ open, order, duplicate, hide, remove }}
            />
            <Button variant="secondary" className="add-section" onClick={() => setAdding(true)}>
              Add section
            </Button>
            <p className="field-hint section-keys">
              On a section: <kbd>Alt</kbd> with <kbd>↑</kbd> <kbd>↓</kbd> moves, <kbd>Ctrl</kbd> <kbd>D</kbd>{' '}
              duplicates, <kbd>H</kbd> hides, <kbd>Del</kbd> deletes.
            </p>
          </section>
          <section className="page-form" aria-label={section ? formatSection(section) : 'Page'}>
            {section ? (
              <SectionForm
                key={section.id}
                section={section}
                at={sections.indexOf(section)}
                faults={faults}
                onChange={(name, value) => {
                  const key = toSectionName(section.id);
                  const now = draft.read().fields[key] as PageSection;
                  draft.change({ [key]: { ...now, fields: { ...now.fields, [name]: value } } });
                }}
              />
            ) : (
              <FactsForm
                id={loaded.id}
                page={page}
                live={loaded.live}
                faults={faults}
                onChange={(name, value) => draft.change({ [name]: value })}
              />
            )}
          </section>
          <PagePreview id={loaded.id} page={page} current={section?.id ?? null} onOpen={open} />
        </div>
        <AddSectionDialog
          isOpen={isAdding}
          place={section ? `Goes below ${formatSection(section)}.` : 'Goes at the end of the page.'}
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      </SitePartFrame>
    </RichTextContext>
  );
}

const PageDeleted = () => (
  <EmptyState
    title="Page deleted"
    action={
      // The dialog that deleted it is closed, and what had the focus before is gone.
      <a ref={(link) => link?.focus()} className="button button-secondary" href={paths.adminPages}>
        Back to Pages
      </a>
    }
  >
    <p>It was never published, so it went with its draft.</p>
  </EmptyState>
);

const toSelector = (id: string) => `[data-section="${CSS.escape(id)}"]`;

const readField = () => readAddressedField(new URLSearchParams(window.location.search));

/** The section of the field in the address. */
const findLinkedSection = (sections: readonly PageSection[]): string | undefined =>
  sections[Number(SECTION_PATH.exec(readField())?.[1])]?.id;

function readLinkedField(): string | null {
  const field = readField();
  return field === '' ? null : `[name="${CSS.escape(field)}"]`;
}
