import { isPathOn } from '#api/domain/features.ts';
import type { IndexedDocument } from '#api/publishing/index/document-index.ts';
import { DOCUMENTATION_PATH, toDocumentPath } from '#api/publishing/index/paths.ts';
import type { PlanContext } from './planned-page.ts';

type Content = Pick<PlanContext, 'index' | 'site'>;

/** The documents that have pages: none while documentation is switched off. */
export const listShownDocuments = ({ index, site }: Content): readonly IndexedDocument[] =>
  isPathOn(DOCUMENTATION_PATH, site.facts) ? index.documents.documents : [];

export const findShownDocument = (content: Content, path: string): IndexedDocument | null =>
  listShownDocuments(content).length > 0 && path.startsWith(toDocumentPath(''))
    ? content.index.documents.getBySlug(path.slice(toDocumentPath('').length))
    : null;
