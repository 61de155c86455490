import { hash } from 'node:crypto';
import { collapseSpaces } from '#api/domain/content-html.ts';
import { listTopLevelBlocks } from './top-level-blocks.ts';

/** Characters of the hash of one block: 48 bits in base64url. Stored texts depend on it. */
const HASH_LENGTH = 8;

/**
 * The hashes of the top-level elements of sanitised content, in order, one after the other. Elements that differ only in the indentation of their source have
 * the same one, unless they show code.
 */
export const listBlockHashes = (html: string): string =>
  listTopLevelBlocks(html)
    .map((block) => hash('sha256', block.includes('<pre') ? block : collapseSpaces(block), 'base64url'))
    .map((digest) => digest.slice(0, HASH_LENGTH))
    .join('');

export const countBlockHashes = (hashes: string): number => hashes.length / HASH_LENGTH;

/**
 * For each block of a text, the index of the last of some versions that has it, or -1.
 * @param hashes the blocks of the text
 * @param versions the blocks of the versions, one version a line
 */
export function findLastVersions(hashes: string, versions: string): number[] {
  const blocks = splitHashes(hashes);
  const last = new Map(blocks.map((block) => [block, -1]));
  for (const [index, version] of versions.split('\n').entries()) {
    for (const block of splitHashes(version)) if (last.has(block)) last.set(block, index);
  }
  return blocks.map((block) => last.get(block) ?? -1);
}

const splitHashes = (hashes: string): string[] =>
  Array.from({ length: countBlockHashes(hashes) }, (_, index) =>
    hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH),
  );
