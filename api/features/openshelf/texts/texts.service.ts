import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { compareVersionsQuery, publicationTextResponse, versionDiffResponse } from './texts.contract.ts';

type TextDeps = Pick<Deps, 'db' | 'clock' | 'html' | 'log'>;

export async function getText(
  _deps: TextDeps,
  _id: number,
  _version?: number,
): Promise<z.infer<typeof publicationTextResponse>> {
  throw new Error('getText is not built yet.');
}

export async function refetchText(
  _deps: TextDeps,
  _id: number,
  _version?: number,
): Promise<z.infer<typeof publicationTextResponse>> {
  throw new Error('refetchText is not built yet.');
}

export async function compareVersions(
  _deps: TextDeps,
  _id: number,
  _query: z.infer<typeof compareVersionsQuery>,
): Promise<z.infer<typeof versionDiffResponse>> {
  throw new Error('compareVersions is not built yet.');
}
